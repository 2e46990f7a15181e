"""Proofs of upper bounds as files: SHAPE-BOUND.proof, for `nqviz verify`."""
