"""Puts this folder on the path of the tests, for what several of them share."""
