"""What is checked in a wheel and a source distribution before they are tried."""

import io
import tarfile
import zipfile
from pathlib import Path

import distributions
import try_program

GOOD = ("nqviz/__init__.py", "nqviz_app/main.py", "nqviz_resources/__init__.py", "a.dist-info/X")


def wheel(folder: Path, *names: str, tag: str = "py3-none-any", kernels: int = 0) -> Path:
    path = folder / f"nqviz_explorer-0-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name in (*GOOD, *names):
            archive.writestr(name, "")
        if kernels:
            symbols = "".join(f"\0k{number:040x}\0" for number in range(kernels))
            archive.writestr("nqviz/core/_kernels.cpython-311.so", symbols)
    return path


def test_a_wheel_has_the_three_import_names_and_no_other(tmp_path: Path) -> None:
    assert distributions.wheel_faults(wheel(tmp_path)) == []
    (fault,) = distributions.wheel_faults(wheel(tmp_path, "app/main.py"))
    assert fault.endswith("brings the import name app")


def test_a_wheel_for_one_system_has_all_recorded_kernels_and_no_cache(tmp_path: Path) -> None:
    tag, recorded = "cp311-cp311-linux_x86_64", distributions.recorded_kernels()
    for number in (0, recorded - 1):
        (fault,) = distributions.wheel_faults(wheel(tmp_path, tag=tag, kernels=number))
        assert f"has {number} of {recorded} compiled kernels" in fault
    made = wheel(tmp_path, "nqviz/x.nbi", tag=tag, kernels=recorded)
    (fault,) = distributions.wheel_faults(made)
    assert "files of a cache" in fault


def test_a_source_distribution_has_what_a_wheel_is_built_from(tmp_path: Path) -> None:
    path = tmp_path / "nqviz.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name in distributions.IN_SOURCE[1:]:
            archive.addfile(tarfile.TarInfo(f"nqviz-0/{name}"), io.BytesIO())
    assert distributions.source_faults(path) == [f"{path.name} lacks {distributions.IN_SOURCE[0]}"]


def test_programs_are_tried_without_python_and_with_an_empty_home(tmp_path: Path) -> None:
    environment = try_program.surroundings(tmp_path)
    assert environment["HOME"] == str(tmp_path)
    assert list(Path(environment["PATH"]).iterdir()) == []
    assert try_program.missing(tmp_path)


def test_a_kernel_that_is_compiled_while_programs_are_tried_is_named(tmp_path: Path) -> None:
    assert try_program.compiled(tmp_path) == []
    folder = Path(try_program.surroundings(tmp_path)["NUMBA_CACHE_DIR"])
    (folder / "planar_1").mkdir(parents=True)
    (folder / "planar_1" / "kernel.run-1.nbi").touch()
    assert try_program.compiled(tmp_path) == ["kernel.run-1.nbi"]


def test_a_bundle_with_parts_under_the_gpl_or_without_notices_is_refused(tmp_path: Path) -> None:
    for name in (*distributions.NOTICES, "_internal/imageio_ffmpeg/_utils.pyc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert distributions.bundle_faults(tmp_path) == []
    inside = tmp_path / "_internal"
    for name in ("libreadline.so.8", "imageio_ffmpeg/ffmpeg-linux-x86_64", "readline.so"):
        (inside / name).touch()
    (tmp_path / "THIRD_PARTY_NOTICES.txt").unlink()
    *brought, lacking = distributions.bundle_faults(tmp_path)
    assert len(brought) == 3
    assert lacking.endswith("lacks THIRD_PARTY_NOTICES.txt")
