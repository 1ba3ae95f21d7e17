// What every page of the organisers has. Served as one file: see clubtornei/web/made_files.py.
import "./current.js";
import "./dialogs.js";
import "./focus.js";
import "./menus.js";
import "./once.js";
import "./shortcuts.js";
