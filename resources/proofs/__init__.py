"""Certificates of upper bounds: SHAPE-BOUND.proof, in the format of `nqviz.proofs`."""
