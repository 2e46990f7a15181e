"""The atlas: what is known of every board, the tables of the papers, and the placements at hand."""
