"""Tests of the GnollHack side (a package: other games have tests of the same names)."""
