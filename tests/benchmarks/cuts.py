"""The best subcube cuts of the (m,3)-boards, m = 4 .. 60."""

import time

from nqviz.constructions import best_cut

from .report import show


def main() -> None:
    best_cut(4, 3)  # the kernel is compiled
    rows = []
    total = 0.0
    for low, high in ((4, 20), (21, 40), (41, 50), (51, 60)):
        began = time.perf_counter()
        cuts = [best_cut(m, 3) for m in range(low, high + 1)]
        taken = time.perf_counter() - began
        total += taken
        share = min(len(cut.placement) / m**2 for m, cut in enumerate(cuts, start=low))
        rows.append((f"m = {low} .. {high}", f"{taken:.2f} s", f"{share:.3f}"))
    rows.append(("together", f"{total:.2f} s", ""))
    show("cuts", ("boards", "time", "least queens / m^2"), rows)


if __name__ == "__main__":
    main()
