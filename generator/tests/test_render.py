# SPDX-License-Identifier: Apache-2.0
"""A template prints a number only as a quantity that carries its evidence; anything else is an error."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import jinja2
import pytest

from benchtrail.errors import Problems
from benchtrail.load import load_run
from benchtrail.quantity import Book, Derived, Input, Points, Quantity
from benchtrail.render import environment as rendering
from benchtrail.render.environment import environment, render
from benchtrail.render.write import Bundles, front_matter


@pytest.fixture
def quantity(folder: Path) -> Quantity:
    return Points(load_run(folder, "data/runs/made")).get("row-2", "memory")


@pytest.fixture
def derived(quantity: Quantity) -> Derived:
    inputs = (Input(symbol="y", label="memory", quantity=quantity),)
    return Derived(
        id="made-number",
        title="A made number",
        value=1.0,
        unit="1",
        text="1.00",
        interval="0.90 to 1.10",
        method="It is made.",
        inputs=inputs,
    )


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(rendering, "TEMPLATES", tmp_path)
    yield tmp_path / "made.md.j2"


def _render(template: Path, text: str, **context: object) -> tuple[str, list[Quantity]]:
    template.write_text(text, encoding="utf-8")
    used: list[Quantity] = []
    return render(environment(used.append), template.name, context), used


def test_a_quantity_becomes_a_link_to_its_evidence(template: Path, quantity: Quantity) -> None:
    text, used = _render(template, "It took [[ q ]].", q=quantity)
    assert text == f"It took [217\u00a0MB](/runs/{quantity.run.id}/#row-2-memory)."  # type: ignore[union-attr]
    assert used == [quantity]


def test_an_interval_is_a_link_to_the_number(template: Path, derived: Derived) -> None:
    text, used = _render(template, "[[ n|interval ]]", n=derived)
    assert text == "[0.90 to 1.10](/numbers/made-number/)"
    assert used == [derived]


@pytest.mark.parametrize(
    "bare", [217, 217.0, True, Decimal(1), 1j, "217 MB", "<b>", "{{< table >}}", "a\nb", None, [1], b"x"]
)
def test_anything_else_is_an_error_with_its_place(template: Path, bare: object) -> None:
    with pytest.raises(Problems) as raised:
        _render(template, "first line\nIt took [[ q ]].", q=bare)
    (problem,) = raised.value.problems
    assert problem.file.endswith("templates/made.md.j2")
    assert problem.place == "line 2"
    assert f"a template prints {bare!r}" in problem.found


def test_a_number_written_into_an_expression_is_an_error(template: Path) -> None:
    with pytest.raises(Problems, match="a template prints 217"):
        _render(template, "[[ 217 ]]")


def test_arithmetic_and_filters_of_jinja_give_no_way_round(template: Path, quantity: Quantity) -> None:
    for text in (
        "[[ 1 + 1 ]]",
        "[[ q.fact.value ]]",
        "[[ q.number() ]]",
        "[[ [1]|length ]]",
        '[[ "%d"|format(3) ]]',
    ):
        with pytest.raises(Problems):
            _render(template, text, q=quantity)


def test_a_missing_name_is_an_error_with_its_place(template: Path) -> None:
    with pytest.raises(Problems) as raised:
        _render(template, "[[ nothing ]]")
    assert "'nothing' is undefined" in raised.value.problems[0].found


def test_the_environment_refuses_what_it_should_even_without_autoescape() -> None:
    env = environment(lambda _quantity: None)
    assert env.undefined is jinja2.StrictUndefined
    assert set(env.filters) == {"interval", "megabytes", "version"}
    assert env.globals == {}


def test_a_derived_number_is_entered_once_and_without_figures_in_its_title(derived: Derived) -> None:
    book = Book()
    book.add(derived)
    with pytest.raises(ValueError, match="entered twice"):
        book.add(derived)
    with pytest.raises(ValueError, match="holds a figure"):
        book.add(Derived(id="other", title="At 5 clients", value=1, unit="1", text="1", method="", inputs=()))


def test_two_pages_at_one_address_are_an_error(tmp_path: Path, derived: Derived) -> None:
    from benchtrail.present.views import PageView

    bundles = Bundles(tmp_path)
    view = PageView(kind="suite", title="x")
    bundles.write("docs/made", {"title": "x"}, "", view)
    with pytest.raises(Problems, match="one page at an address"):
        bundles.write("docs/MADE", {"title": "x"}, "", view)


def test_front_matter_takes_fixed_keys_only_and_escapes_every_character() -> None:
    import tomllib

    hostile = 'a"\n+++\nurl = "/x/"\\ {{< x >}} \u2028 </script>'
    text = front_matter({"title": hostile})
    assert tomllib.loads(text.split("+++\n")[1]) == {"title": hostile}
    assert text.count("+++") == 2 + hostile.count("+++")
    assert len(text.splitlines()) == 4
    with pytest.raises(ValueError, match="front matter may hold only"):
        front_matter({"url": "/x/"})
