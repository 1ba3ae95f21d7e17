"""A demo club of invented people, with an event at each stage of its life.

It is made by the same actions as in the browser, so that it is never in a state that an organiser could not
reach, and from fixed seeds, so that it is the same everywhere except for its dates.
"""
