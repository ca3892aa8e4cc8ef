"""Writes the result of a benchmark into its section of a page, for the scripts of this folder."""

import pathlib
import re


def write(page, title, lines):
    """Replaces the section `## title` of a page, or appends it. The other sections of the page stay as they are."""
    page = pathlib.Path(page)
    text = page.read_text() if page.exists() else f"# {page.stem}\n"
    section = "\n".join([f"## {title}", "", *lines]).rstrip() + "\n"
    pattern = re.compile(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    text, replaced = pattern.subn(lambda _: section + "\n", text)
    if not replaced:
        text = text.rstrip() + "\n\n" + section
    page.write_text(text.rstrip() + "\n")
