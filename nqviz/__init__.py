"""The n-queens problem on boards of any dimension: placements, engines, counts and pictures."""
