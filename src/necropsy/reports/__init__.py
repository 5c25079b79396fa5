"""Audits as people and programs read them, one module for each form."""
