"""Full placements of flat boards by depth-first search on bit masks."""
