"""Where a report goes, and with what characters and colours."""

import io
import os
from pathlib import Path

import pytest

import metalscope as mtl
from metalscope._profiler.output import Destination, shows_colour, shows_unicode


class Terminal(io.StringIO):
    def isatty(self):
        return True


def style_line(style):
    return f"colour={style.colour} ascii={style.ascii}\n"


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("stream", "environment", "expected"),
    [
        (io.StringIO, {}, False),
        (Terminal, {}, True),
        (Terminal, {"TERM": "xterm-256color"}, True),
        (Terminal, {"TERM": "dumb"}, False),
        (Terminal, {"NO_COLOR": "1"}, False),
        (Terminal, {"NO_COLOR": ""}, True),  # set but empty means nothing
        (io.StringIO, {"FORCE_COLOR": "1"}, True),
        (io.StringIO, {"FORCE_COLOR": ""}, False),
        (Terminal, {"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        (Terminal, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ],
)
def test_colour_only_where_it_shows(monkeypatch, stream, environment, expected):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert shows_colour(stream()) is expected


def test_a_stream_that_knows_no_terminal_gets_no_colour():
    class Writer:
        def write(self, text):
            return len(text)

    closed = Terminal()
    closed.close()
    assert not shows_colour(Writer())
    assert shows_colour(closed) is True or shows_colour(closed) is False
    assert shows_unicode(Writer())


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [("utf-8", True), ("utf-16", True), ("ascii", False), ("latin-1", False)],
)
def test_characters_that_a_stream_cannot_take_are_replaced(encoding, expected):
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    assert shows_unicode(stream) is expected
    Destination(stream, "profile").write(style_line)
    stream.flush()
    written = stream.buffer.getvalue().decode(encoding)
    assert written == f"colour=False ascii={not expected}\n"


def test_standard_output_is_the_one_at_the_time_of_writing(capsys):
    destination = Destination(None, "profile")
    destination.check("profile")
    destination.write(style_line)
    assert capsys.readouterr().out == "colour=False ascii=False\n"


def test_without_a_standard_output_nothing_is_written(monkeypatch):
    monkeypatch.setattr("sys.stdout", None)
    Destination(None, "profile").write(style_line)


@pytest.mark.parametrize("as_path", [str, Path])
def test_a_file_is_replaced_by_the_first_report_and_appended_by_others(
    tmp_path, monkeypatch, as_path
):
    monkeypatch.setenv("FORCE_COLOR", "1")  # not in files
    path = tmp_path / "report.txt"
    path.write_text("of an earlier run\n")
    destination = Destination(as_path(path), "profile")
    destination.check("profile")
    assert path.read_text() == "of an earlier run\n"
    destination.write(style_line)
    destination.write(lambda style: "µ\n")
    assert path.read_text(encoding="utf-8") == "colour=False ascii=False\nµ\n"


@pytest.mark.parametrize("file", [3, b"report.txt", io.BytesIO(), object(), True])
def test_what_is_no_path_and_no_text_stream_is_refused(file):
    with pytest.raises(mtl.ArgumentError, match="file must be a path or a text stream") as caught:
        Destination(file, "profile")
    assert isinstance(caught.value, TypeError)


def test_a_place_that_cannot_be_written_is_found_early(tmp_path):
    with pytest.raises(FileNotFoundError):
        Destination(tmp_path / "missing" / "report.txt", "profile").check("profile")
    with pytest.raises(IsADirectoryError):
        Destination(tmp_path, "profile").check("profile")
    stream = io.StringIO()
    stream.close()
    with pytest.raises(mtl.ArgumentError, match="file is closed"):
        Destination(stream, "profile").check("profile")


def test_a_real_terminal_shows_colour():
    leader, follower = os.openpty()
    with os.fdopen(follower, "w", encoding="utf-8") as terminal:
        assert shows_colour(terminal)
        assert shows_unicode(terminal)
    os.close(leader)
