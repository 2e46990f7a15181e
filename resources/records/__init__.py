"""Large placements of queens as files: SHAPE-COUNT.json, in the placement format."""
