"""The types of values in lesson files: texts, numbers, cells, and mappings without extra keys."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, StrictStr

from .markup import check_line, check_markup

Coordinate = Annotated[list[StrictInt], Field(min_length=1, max_length=12)]
Coordinates = Annotated[list[Coordinate], Field(max_length=20_000)]
Whole = Annotated[StrictInt, Field(ge=0, le=10**9)]
Positive = Annotated[StrictInt, Field(ge=1, le=10**9)]
Text = Annotated[StrictStr, Field(min_length=1, max_length=4000), AfterValidator(check_markup)]
Words = Annotated[StrictStr, Field(min_length=1, max_length=300), AfterValidator(check_line)]
Name = Annotated[StrictStr, Field(min_length=1, max_length=100)]


class Part(BaseModel):
    """A mapping in a lesson file: immutable, without unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)
