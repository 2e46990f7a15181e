"""The views: each shows the document and sends clicks back to it."""
