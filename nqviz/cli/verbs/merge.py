"""``nqviz merge``: join the checkpoints of shards, and answer their question."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from nqviz.cli.options import check_output
from nqviz.cli.output import Console
from nqviz.cli.splitting import asked
from nqviz.core.pieces import counted
from nqviz.run.tasks.merge import merge

VALUES = {"checked": 0.01}


def run(options: argparse.Namespace, console: Console) -> int:
    """Join the files, check a share of the tasks, and print the answer."""
    from nqviz.cli.main import run_words

    check_output(options)
    files = [Path(file) for file in options.files]
    with TemporaryDirectory() as folder:
        target = Path(options.output or Path(folder) / "merged.checkpoint")
        question = asked(merge(files, target)["question"], files[0])
        words = [*question, f"--checkpoint={target}", f"--recheck={options.recheck}"]
        words.append(f"--recheck-seed={options.recheck_seed}")
        if options.executor is not None:
            words.append(f"--executor={options.executor}")
        joined = counted(len(files), "shard")
        return run_words([*words, *(["--json"] if console.json else [])], console, joined)
