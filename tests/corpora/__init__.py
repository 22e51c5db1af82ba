"""Tests of the corpora room; a package, so that its file names may occur in other rooms too."""
