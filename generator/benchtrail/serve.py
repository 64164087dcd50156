# SPDX-License-Identifier: Apache-2.0
"""Showing the built site on loopback with the headers it is published with.

Tests drive a browser against this server, so that a page which breaks the content security policy
fails here and not after it was published.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass(frozen=True, slots=True)
class HeaderRule:
    """Headers for the paths that `pattern` matches."""

    pattern: re.Pattern[str]
    values: Mapping[str, str]


def header_rules(netlify: Path) -> tuple[HeaderRule, ...]:
    """The header rules of a netlify.toml; `*` stands for any rest, `:name` for one part of a path."""
    rules = tomllib.loads(netlify.read_text(encoding="utf-8")).get("headers", [])
    return tuple(HeaderRule(_pattern(rule["for"]), rule["values"]) for rule in rules)


def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"(\*|:[a-z]+)", path)
    return re.compile(
        "".join(
            ".*" if part == "*" else "[^/]+" if part.startswith(":") else re.escape(part) for part in parts
        )
        + r"\Z"
    )


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *args: object, rules: tuple[HeaderRule, ...], directory: str, quiet: bool) -> None:
        self._rules = rules
        self._quiet = quiet
        super().__init__(*args, directory=directory)  # type: ignore[arg-type]

    def end_headers(self) -> None:
        path = self.path.partition("?")[0]
        for rule in self._rules:
            if rule.pattern.match(path):
                for name, value in rule.values.items():
                    if name not in ("Content-Type", "Strict-Transport-Security"):
                        self.send_header(name, value)
        super().end_headers()

    def guess_type(self, path: str) -> str:  # type: ignore[override]
        for rule in self._rules:
            if "Content-Type" in rule.values and rule.pattern.match(self.path.partition("?")[0]):
                return rule.values["Content-Type"]
        return super().guess_type(path)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        if not self._quiet:
            super().log_message(format, *args)


def server(public: Path, netlify: Path, port: int, *, quiet: bool = False) -> ThreadingHTTPServer:
    """A server of `public` on 127.0.0.1; port 0 takes a free one. The caller runs and closes it."""
    handler = partial(_Handler, rules=header_rules(netlify), directory=str(public), quiet=quiet)
    return ThreadingHTTPServer(("127.0.0.1", port), handler)
