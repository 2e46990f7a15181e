"""Certificates of bounds: the kinds of proofs, their files, and their checkers.

A proof claims that no placement on a board that contains some given queens has more than a number
of queens, that fewer queens than a number do not dominate a board, or that a placement is the first
of n queens, or a most beautiful one. Its checker verifies this from the rules of the board alone,
in exact or rigorously rounded arithmetic. It shares with the engines the classes of board, piece
and placement and the file formats; the attack relation, the symmetries and the searches are its own
code.
"""

from .beautiful import BeautifulProof
from .boxes import BoxProof
from .checking import Verdict, check, save_checked
from .claim import AnyClaim, BeautifulClaim, Claim, DominationClaim, FirstClaim
from .cliques import CliqueProof
from .container import MAGIC, is_proof, load, save
from .displacements import DisplacementProof
from .domination import DominationLeaf, DominationProof
from .first import FirstProof
from .group import Symmetries
from .orbits import OrbitProof
from .proof import Certificate, Flawed, Proof
from .queens_maker import TreeMaker
from .queens_tree import QueensLeaf
from .tree import Entries, Leaf, TreeProof, encode

__all__ = [
    "MAGIC",
    "AnyClaim",
    "BeautifulClaim",
    "BeautifulProof",
    "BoxProof",
    "Certificate",
    "Claim",
    "CliqueProof",
    "DisplacementProof",
    "DominationClaim",
    "DominationLeaf",
    "DominationProof",
    "Entries",
    "FirstClaim",
    "FirstProof",
    "Flawed",
    "Leaf",
    "OrbitProof",
    "Proof",
    "QueensLeaf",
    "Symmetries",
    "TreeMaker",
    "TreeProof",
    "Verdict",
    "check",
    "encode",
    "is_proof",
    "load",
    "save",
    "save_checked",
]
