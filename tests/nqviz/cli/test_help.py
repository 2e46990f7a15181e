"""Help, completion and the manual, all made from the parser."""

import os
import shutil
import subprocess
import sys

import pytest

from nqviz.cli.parser import EXAMPLES, VERBS, has_colours, verb_parser
from nqviz.cli.shells import COMPLETIONS, manual_page, options_of
from tests.process import run_process


def test_no_argument_and_help_show_the_help(run):
    status, out, _ = run()
    assert status == 0
    assert out == run("--help")[1] == run("help")[1]
    assert "examples:" in out
    assert run("help", "verify") == run("verify", "--help")
    assert run("-V") == run("--version")


def test_what_is_nearly_right_is_proposed(run):
    assert run("verfy", "a") == (2, "", "nqviz: unknown verb 'verfy'; did you mean verify?\n")
    assert "did you mean --time-limit?" in run("maximum", "--time-limt", "3")[2]
    assert "did you mean verify?" in run("help", "verfy")[2]
    assert "choose one of construct" in run("zzz")[2]


@pytest.mark.parametrize("verb", [verb for verb in EXAMPLES if verb])
def test_examples_have_options_that_exist(verb):
    parser = verb_parser(verb)
    for line in EXAMPLES[verb]:
        assert line.startswith(f"nqviz {verb} ")
        words = line.split(" > ")[0].split(" | ")[0].split()[2:]
        parser.parse_args(words)


def test_python_runs_the_package():
    command = [sys.executable, "-m", "nqviz", "-V"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("nqviz 0.")


def test_headings_are_bold_on_a_terminal_alone(run, monkeypatch):
    assert "\x1b" not in run("--help")[1]
    monkeypatch.setattr("nqviz.cli.parser.has_colours", lambda: True)
    assert "\x1b[1mverbs:\x1b[0m" in run("--help")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert not has_colours()


def completed(*words):
    """Return what bash proposes for the last of some words."""
    line = " ".join(f'"{word}"' for word in words)
    script = f"{COMPLETIONS['bash']()}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _nqviz\n"
    script += 'printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_verbs_options_and_choices():
    assert completed("nqviz", "ver") == ["verify"]
    assert completed("nqviz", "help", "ver") == ["verify"]
    assert completed("nqviz", "maximum", "--time") == ["--time-limit"]
    assert completed("nqviz", "render", "--theme", "d") == ["dark"]
    assert completed("nqviz", "completion", "fi") == ["fish"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_read_their_script(shell):
    script = COMPLETIONS[shell]()
    assert all(verb in script for verb in VERBS)
    if shutil.which(shell):
        command = [shell, "-n"]
        done = run_process(command, input=script)
        assert (done.returncode, done.stderr) == (0, "")


def test_every_verb_has_a_page_of_the_manual(run, tmp_path):
    assert run("manual", "-o", tmp_path)[0] == 0
    assert len(list(tmp_path.iterdir())) == len(VERBS) + 1
    page = manual_page("verify")
    assert all(each.names[-1].replace("-", "\\-") in page for each in options_of("verify"))
    if shutil.which("man"):
        done = run_process(
            ["man", "--warnings", "-E", "UTF-8", "-l", str(tmp_path / "nqviz-verify.1")]
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_the_help_of_the_whole_imports_nothing_that_only_verbs_need():
    code = "import sys; from nqviz.cli import main; main(['--help']); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.skipif(os.name == "nt", reason="pipes of a POSIX shell")
def test_a_reader_that_leaves_early_is_no_error():
    line = f"'{sys.executable}' -m nqviz --help | head -1"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("usage: nqviz")
    assert done.stderr == ""
