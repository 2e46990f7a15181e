"""Counts of placements, confirmed by a second method if there is one, and densities."""

from .count import Count
from .cross_check import has_second, second_count
from .densities.collection_density import density_of, density_of_files, orbit_density, shift_density
from .densities.exact import Density, density, shipped_densities
from .densities.limit_density import LimitDensity, limit_density
from .densities.limit_distance import has_limit, limit_distance
from .densities.profile import orbit_uses, radial_profile
from .densities.sampling import sample_density
from .enumerate_full import count_full
from .layered.sampling import LayeredEstimate, estimate_layered
from .layered.search import count_layered_directly
from .layered.totals import count_layered
from .maximal import MaximalCount, count_maximal
from .maximum.count import MaximumCount, count_maximum
from .planar import count_planar
from .regular import count_regular
from .rotational import count_symmetric
from .tables import CountTable, count_table
from .threshold import Threshold, completion_threshold

__all__ = [
    "Count",
    "CountTable",
    "Density",
    "LayeredEstimate",
    "LimitDensity",
    "MaximalCount",
    "MaximumCount",
    "Threshold",
    "completion_threshold",
    "count_full",
    "count_layered",
    "count_layered_directly",
    "count_maximal",
    "count_maximum",
    "count_planar",
    "count_regular",
    "count_symmetric",
    "count_table",
    "density",
    "density_of",
    "density_of_files",
    "estimate_layered",
    "has_limit",
    "has_second",
    "limit_density",
    "limit_distance",
    "orbit_density",
    "orbit_uses",
    "radial_profile",
    "sample_density",
    "second_count",
    "shift_density",
    "shipped_densities",
]
