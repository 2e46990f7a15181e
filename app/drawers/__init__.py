"""The panels: each reads the document and issues commands and jobs, nothing else."""
