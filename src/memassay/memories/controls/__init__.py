"""Control systems: they see the gold, so what every metric must say of them is known (method.md section 7)."""
