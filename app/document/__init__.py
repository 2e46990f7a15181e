"""The document: its boards, its history and its files."""
