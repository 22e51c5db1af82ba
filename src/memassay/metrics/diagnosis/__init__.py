"""Every miss traced to a stage (method.md section 6)."""
