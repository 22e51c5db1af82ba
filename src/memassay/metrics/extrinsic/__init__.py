"""The answers of the same memory (method.md section 4)."""
