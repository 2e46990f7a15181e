"""Arrays and cells of VTK, made from those of NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import (
    vtkDataArray,
    vtkDoubleArray,
    vtkFloatArray,
    vtkIdTypeArray,
    vtkIntArray,
    vtkPoints,
    vtkUnsignedCharArray,
)
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

_ARRAYS: dict[np.dtype[Any], type[vtkDataArray]] = {
    np.dtype(np.uint8): vtkUnsignedCharArray,
    np.dtype(np.int32): vtkIntArray,
    np.dtype(np.int64): vtkIdTypeArray,
    np.dtype(np.float32): vtkFloatArray,
    np.dtype(np.float64): vtkDoubleArray,
}


def array_of(values: npt.NDArray[Any]) -> vtkDataArray:
    """Copy values, shape (k,) or (k, components), into an array of VTK's.

    VTK's own function for it takes three times as long, and a click replaces dozens of arrays.
    """
    array = _ARRAYS[values.dtype]()
    array.SetNumberOfComponents(1 if values.ndim == 1 else values.shape[1])
    array.SetNumberOfTuples(len(values))
    if values.size:
        np.frombuffer(array, values.dtype)[:] = values.reshape(-1)  # type: ignore[call-overload]
    return array


def triangles(faces: npt.NDArray[np.int64]) -> vtkCellArray:
    """Return triangles, rows of three points, as cells; `faces`, shape (k, 3)."""
    return _cell_array(np.arange(len(faces) + 1, dtype=np.int64) * 3, faces.reshape(-1))


def cells_of(count: int, corners: int) -> vtkCellArray:
    """Join each `corners` points in a row to one cell; `count` cells, shape (corners,) each."""
    offsets = np.arange(count + 1, dtype=np.int64) * corners
    return _cell_array(offsets, np.arange(count * corners, dtype=np.int64))


def rows_of(
    data: vtkPolyData, points: npt.NDArray[Any], rows: npt.NDArray[np.int64]
) -> vtkPolyData:
    """Return some of the points of data, shape (k, 3), with their values; `rows`, shape (l,)."""
    part, values = vtkPolyData(), data.GetPointData()
    holder = vtkPoints()
    holder.SetData(array_of(points[rows]))
    part.SetPoints(holder)
    part.SetVerts(cells_of(len(rows), 1))
    for place in range(values.GetNumberOfArrays()):
        all_values = values.GetArray(place)
        array = array_of(vtk_to_numpy(all_values)[rows])  # type: ignore[no-untyped-call]
        array.SetName(all_values.GetName())
        part.GetPointData().AddArray(array)
    return part


def _cell_array(offsets: npt.NDArray[np.int64], points: npt.NDArray[np.int64]) -> vtkCellArray:
    cells = vtkCellArray()
    cells.SetData(array_of(offsets), array_of(points))
    return cells
