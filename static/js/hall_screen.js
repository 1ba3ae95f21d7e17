// What the projector and the clock on a screen have. Served as one file: see clubtornei/made_files.py.
import "./network.js";
import "./clock.js";
import "./screen.js";
