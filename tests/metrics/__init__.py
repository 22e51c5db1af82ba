"""Tests of the metrics; a package, so that its file names may occur in other rooms too."""
