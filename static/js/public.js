// What every public page of an event has. Served as one file: see clubtornei/web/made_files.py.
import "./desk/network.js";
import "./current.js";
import "./fresh.js";
import "./early.js";
import "./copy.js";
import "./key_of.js";
import "./seat.js";
// After what marks the reader's own match.
import "./bracket.js";
