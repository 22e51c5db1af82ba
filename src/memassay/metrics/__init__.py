"""Metrics: pure functions from evidence to a score.  `catalogue` lists them, `interchange` reads and writes files."""
