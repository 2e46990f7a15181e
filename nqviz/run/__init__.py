"""One way to run long work: limits, progress, outcomes, tasks and processes."""
