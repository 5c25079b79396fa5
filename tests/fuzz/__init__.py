"""Invented and harmed files: what the program promises of each, and runs that look for one that breaks it."""
