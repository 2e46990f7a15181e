"""Files are written whole, to the disk, where they may be; what kills leave is removed."""

import os
import signal
import subprocess
import sys
from errno import EACCES

import pytest

from nqviz.core.errors import InputError
from nqviz.run import files, temporary
from nqviz.run.files import atomic_write, write_in_folder, write_whole
from nqviz.run.locks import FileLock
from tests.process import run_process

LEAVE = """
import os, signal
from nqviz.run.files import {function}
def write(name):
    name.write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
{function}({path!r}, write)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("function", ["write_whole", "write_in_folder"])
def test_what_a_killed_writer_leaves_is_removed_by_the_next_one(tmp_path, monkeypatch, function):
    monkeypatch.setenv(temporary.FOLDER_VARIABLE, str(tmp_path / "state"))
    target = tmp_path / "folder" / "file"
    target.parent.mkdir()
    target.write_text("whole")
    code = LEAVE.format(function=function, path=str(target))
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -signal.SIGKILL
    assert target.read_text() == "whole"
    [left] = [path for path in target.parent.iterdir() if path != target]
    temporary._remove_left_once.cache_clear()
    atomic_write(tmp_path / "other", b"")
    assert not left.exists()
    assert list(target.parent.iterdir()) == [target]
    assert list((tmp_path / "state" / "temporary").iterdir()) == []


def test_what_is_being_written_is_no_leftover(tmp_path):
    def write(name):
        assert name not in temporary.remove_left()
        assert name.exists()

    write_whole(tmp_path / "file", write)


def test_a_note_removes_nothing_but_a_temporary_file(tmp_path, monkeypatch):
    monkeypatch.setenv(temporary.FOLDER_VARIABLE, str(tmp_path / "state"))
    mine = tmp_path / "mine"
    mine.write_text("kept")
    notes = tmp_path / "state" / "temporary"
    notes.mkdir(parents=True)
    (notes / "a.lock").write_text(str(mine))
    (notes / "b.lock").write_text("")
    assert temporary.remove_left() == []
    assert mine.exists()
    assert list(notes.iterdir()) == []


def test_files_are_written_where_no_note_can_be(tmp_path, monkeypatch):
    (tmp_path / "state").write_text("a file")
    monkeypatch.setenv(temporary.FOLDER_VARIABLE, str(tmp_path / "state"))
    atomic_write(tmp_path / "file", b"data")
    assert (tmp_path / "file").read_bytes() == b"data"


@pytest.mark.skipif(os.name == "nt", reason="there are no such permissions")
def test_permissions(tmp_path):
    private, target = tmp_path / "private", tmp_path / "target"
    atomic_write(private, b"", 0o600)
    assert private.stat().st_mode & 0o777 == 0o600
    target.touch(0o640)
    atomic_write(target, b"new", 0o600)
    assert target.stat().st_mode & 0o777 == 0o640
    target.chmod(0o444)
    for write in (lambda name: None, lambda name: True):
        function = write_whole if write(target) is None else write_in_folder
        with pytest.raises(InputError, match="write-protected"):
            function(target, write)
    assert target.read_bytes() == b"new"


def test_a_loop_of_links_is_refused(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(InputError, match="cannot be written"):
        atomic_write(tmp_path / "a", b"")


def test_a_busy_file_is_tried_again_on_windows(tmp_path, monkeypatch):
    attempts = []

    class Busy:
        def replace(self, target):
            attempts.append(target)
            if len(attempts) < 3:
                raise PermissionError(EACCES, "in use")

    monkeypatch.setattr(files.os, "name", "nt")
    files._replace(Busy(), tmp_path)
    assert len(attempts) == 3


def test_a_lock_has_one_holder(tmp_path):
    first, second = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    assert first.acquire()
    assert not second.acquire()
    first.release()
    assert not (tmp_path / "lock").exists()
    assert second.acquire()
    del second
    assert not (tmp_path / "lock").exists()


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")
def test_folders_of_the_program_that_cannot_be_read_have_no_files(tmp_path):
    code = """
import os, sys
from nqviz_app.crash_reports import reports_left
from nqviz_app.document.autosave import left_behind
from nqviz.run.temporary import remove_left
if os.geteuid() == 0:
    os.seteuid(65534)  # root may read everything
print(left_behind(), reports_left(), remove_left())
"""
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    done = run_process(
        [sys.executable, "-c", code],
        env={**os.environ, temporary.FOLDER_VARIABLE: str(closed / "state")},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "[]  []\n", "")
