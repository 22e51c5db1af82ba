"""docs/cli.md is what the commands say of themselves."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import click
import pytest

from memassay.cli.commands import memassay

ROOT = Path(__file__).parents[2]


def _script():
    spec = importlib.util.spec_from_file_location("cli_docs", ROOT / "scripts" / "cli_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _commands(command: click.Command, path: str) -> list[tuple[str, click.Command]]:
    found = [(path, command)]
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=path)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            found += _commands(inner, f"{path} {name}")
    return found


COMMANDS = _commands(memassay, "memassay")


def test_the_page_is_up_to_date():
    assert (ROOT / "docs" / "cli.md").read_text("utf-8") == _script().page()


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=[path for path, _ in COMMANDS])
def test_every_command_and_option_is_documented(path, command):
    sections = (ROOT / "docs" / "cli.md").read_text("utf-8").split("\n## ")
    (section,) = [section for section in sections if section.startswith(f"{path}\n")]
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help
            assert parameter.opts[0] in section
