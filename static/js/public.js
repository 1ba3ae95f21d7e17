// What every public page of an event has. Served as one file: see clubtornei/web/made_files.py.
import "./desk/network.js";
import "./fresh.js";
import "./early.js";
import "./copy.js";
import "./seat.js";
import "./bracket.js"; // opens at what seat.js marks
