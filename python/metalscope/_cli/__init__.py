"""The commands of `python -m metalscope`, one file each.

A command offers `add_to(commands)`, which declares its arguments, and `run(options)`, which returns
the exit status. What a command needs it imports when it runs.
"""
