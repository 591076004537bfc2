"""Reads pyproject.toml, and writes the metadata of the wheel (version 2.1)."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path


def read_toml(text: str) -> dict[str, dict[str, object]]:
    """Reads the small part of TOML that pyproject.toml uses: tables of strings, lists of strings, and truth values.

    Python has had a reader of TOML only since 3.11. Returns the tables by their names.
    """
    tables: dict[str, dict[str, object]] = {}
    table: dict[str, object] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        head = re.fullmatch(r"\[([^\[\]]+)\]", line)
        if head:
            table = tables.setdefault(head[1].replace('"', ""), {})
            continue
        entry = re.fullmatch(r"([\w-]+) = (.+)", line)
        if not entry:
            raise ValueError(f"pyproject.toml:{number}: expected NAME = VALUE in one line")
        name, value = entry.groups()
        # Strings and lists of strings without escapes are the same in Python.
        try:
            table[name] = value == "true" if value in ("true", "false") else ast.literal_eval(value)
        except SyntaxError:
            raise ValueError(
                f"pyproject.toml:{number}: expected a string, a list of strings, or a truth value"
            ) from None
    return tables


@dataclass
class Project:
    """What pyproject.toml says about the package."""

    tables: dict[str, dict[str, object]]
    readme: str

    @staticmethod
    def read(folder: Path) -> "Project":
        """Reads pyproject.toml and the file that it names as readme."""
        tables = read_toml((folder / "pyproject.toml").read_text("utf-8"))
        readme = folder / str(tables["project"]["readme"])
        return Project(tables, readme.read_text("utf-8"))

    @property
    def name(self) -> str:
        """The name of the distribution."""
        return str(self.tables["project"]["name"])

    @property
    def version(self) -> str:
        """The version of the distribution."""
        return str(self.tables["project"]["version"])

    @property
    def folder(self) -> str:
        """The name of the folder with the metadata."""
        return f"{self.name}-{self.version}.dist-info"

    def files(self) -> dict[str, str]:
        """The files of the metadata except WHEEL and RECORD, which only a wheel has."""
        project = self.tables["project"]
        lines = [
            "Metadata-Version: 2.1",
            f"Name: {self.name}",
            f"Version: {self.version}",
            f"Summary: {project['description']}",
            f"Requires-Python: {project['requires-python']}",
            "Description-Content-Type: text/markdown",
        ]
        for extra, needed in self.tables["project.optional-dependencies"].items():
            lines.append(f"Provides-Extra: {extra}")
            assert isinstance(needed, list)
            lines += [f'Requires-Dist: {one}; extra == "{extra}"' for one in needed]
        return {"METADATA": "\n".join(lines) + "\n\n" + self.readme}
