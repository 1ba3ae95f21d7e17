// What the projector and the clock on a screen have. Served as one file: see clubtornei/web/made_files.py.
import "./desk/network.js";
import "./screen.js";
// The last one, as it waits for the hour of the server.
import "./clock.js";
