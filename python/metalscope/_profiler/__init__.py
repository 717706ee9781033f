"""The profiler: sessions, the columns of what they recorded, and the reports made from those.

`session` and `repeat` hold what users call and load nothing heavy; everything else works on a
finished log and is loaded when the first report is made. From the log to the screen:

    columns    the log's records as NumPy arrays, without a copy
    hidden     which host calls a report leaves out
    summary    one row per name            trace    one row per event
    highlight  which rows stand out
    format     numbers as text             render   columns laid out as a table
    report     the text of a whole profile
"""
