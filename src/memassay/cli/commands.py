"""The group of all commands: each loads when it is named, so that `memassay --help` is quick."""

from __future__ import annotations

import importlib
from typing import Any

import click

from memassay import __version__
from memassay.errors import did_you_mean

MODULES = {
    "run": "run",
    "report": "report",
    "score": "score",
    "list": "listing",
    "corpus": "corpus",
    "judge": "judge",
    "doctor": "doctor",
}
"""Command to its module, in the order in which help lists them."""

START = """\b
Start with:
  memassay doctor                      is everything here, and does every memory keep the contract
  memassay run                         three systems on the benchmark, and the report
  memassay report runs/NAME            the report again
"""
SETTINGS = {
    "auto_envvar_prefix": "MEMASSAY",
    "help_option_names": ["-h", "--help"],
    "max_content_width": 100,
}


class Commands(click.Group):
    """A group whose commands are modules of this room, each with a click command called `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names, in the order in which a newcomer needs them."""
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as above
        """The command, loaded now."""
        if cmd_name not in MODULES:
            return None
        found: click.Command = importlib.import_module(f"memassay.cli.{MODULES[cmd_name]}").command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the nearest names where there is no such command."""
        if args and args[0] not in MODULES and not args[0].startswith("-"):
            ctx.fail(f"no such command {args[0]!r}; {did_you_mean(args[0], MODULES)}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    context_settings=SETTINGS,
    epilog=START,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND] [ARGS]...",
)
@click.version_option(__version__, prog_name="memassay")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of our own.")
@click.pass_context
def memassay(ctx: click.Context, *, debug: bool) -> None:
    """Check what an agent's memory really holds: the store itself, document by document, beside its answers.

    Every option can be set by an environment variable too: MEMASSAY_COMMAND_OPTION, such as MEMASSAY_RUN_LIMIT=5.
    """
    state: Any = ctx.obj
    if state is not None:
        state.debug = debug
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
