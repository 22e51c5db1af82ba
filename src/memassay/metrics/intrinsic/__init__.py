"""The store itself against what it should hold (method.md section 3)."""
