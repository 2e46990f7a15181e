"""The list of kernels that a wheel brings compiled agrees with the code."""

import inspect
import json

import compile_kernels
import pytest
from record_kernels import RECORD, exists

RECORDED: dict[str, list[str]] = json.loads(RECORD.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_kernels_are_there_and_take_the_recorded_types(name: str) -> None:
    assert exists(name), f"{name} is no kernel; run packaging/record_kernels.py"
    parameters = inspect.signature(compile_kernels.find(name)).parameters
    for text in RECORDED[name]:
        assert len(compile_kernels.read_types(text)) == len(parameters), (
            f"{name}({text}) is no longer called so; run packaging/record_kernels.py"
        )
