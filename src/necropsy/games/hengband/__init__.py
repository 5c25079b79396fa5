"""Hengband."""
