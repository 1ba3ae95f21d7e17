"""Compile translations and Python before the site needs them: `python -m clubtornei.launch.compile`.

On a server the program belongs to root, and the site may not write there.
"""

import compileall
import sysconfig

from clubtornei.launch.environment import ROOT
from clubtornei.launch.translations import compile_catalogues

PROGRAM = ("clubtornei", "pairing", "scoring")

if __name__ == "__main__":
    compile_catalogues()
    for folder in (*PROGRAM, sysconfig.get_path("purelib")):
        compileall.compile_dir(ROOT / folder, quiet=2)
