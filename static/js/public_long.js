// The public pages with a list that is searched: in one file, as a phone asks for at most eight.

import "./public.js";
import "./filter.js";
