"""python -m scoring: standings, tables, qualify, circuit, methods (rules/commands.md#commands).

The commands check the options of the pairing systems, which scoring does not know. Here alone, where the
program is put together, the registry of the systems is looked up by its name and handed in.
"""

import sys
from pkgutil import resolve_name

from scoring.command_line import main
from scoring.commands import commands

SYSTEM_REGISTRY = "pairing.registry:SYSTEM_SPECS"

COMMANDS = commands(resolve_name(SYSTEM_REGISTRY))

if __name__ == "__main__":
    sys.exit(main(COMMANDS, sys.argv[1:]))
