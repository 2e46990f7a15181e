"""First queens: how far the search reaches, each n on one core, against what it should take."""

from nqviz.problems.first import first_placement
from nqviz.problems.first.compare import published_first, published_seconds
from nqviz.work import Limit

from .report import show

SECONDS = (
    dict.fromkeys(range(21, 48), 10)
    | dict.fromkeys((49, 50, 51, 53, 55, 57, 59, 61, 63), 15)
    | dict.fromkeys((48, 52, 65, 67, 69), 60)
)


def main() -> None:
    first_placement(12)  # the kernels are compiled
    rows = []
    for n, most in sorted(SECONDS.items()):
        found = first_placement(n, limit=Limit(seconds=most))
        published = published_first(n)
        same = "" if published is None or found.permutation is None else "equal"
        if same and published != found.permutation:
            same = "DIFFERENT"
        times = [value for value in published_seconds(n).values() if value is not None]
        best = f"{min(times):,.2f} s" if times else "-"
        taken = f"{found.seconds:.2f} s"
        rows.append((n, found.status, taken, f"{most} s", f"{found.nodes:,}", best, same))
    columns = ("n", "status", "time", "limit", "nodes", "best of the paper", "published")
    show("first", columns, rows)


if __name__ == "__main__":
    main()
