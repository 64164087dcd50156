# SPDX-License-Identifier: Apache-2.0
"""The audit finds every number without a source, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchtrail.audit import Report, audit
from benchtrail.audit_rules import RULES_FILE, Rule, load_rules
from benchtrail.audit_tokens import tokens, word_around
from benchtrail.errors import Problems

RUN = "/runs/watch-0123456789/"
RUN_PAGE = """<main><article id="p1-memory">
<h3 id="title-p1-memory" data-evidence>resident set at 50 clients</h3>
<p><a href="#p1-memory" data-literal="217MB">217 MB</a></p>
<div data-evidence><code>1k,10,<mark>217MB</mark></code></div>
<dl data-evidence><dd><code>217MB</code></dd><dd>line 5</dd></dl>
</article><p id="plain">no evidence here</p></main>"""
NUMBER_PAGE = "<main><p data-evidence>19.2 kB</p></main>"


def _site(folder: Path, pages: dict[str, str]) -> Path:
    known = {"runs/watch-0123456789/index.html": RUN_PAGE, "numbers/watch-c1/index.html": NUMBER_PAGE}
    for name, body in (known | pages).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = body if body.startswith("<html") else f"<html><head><title>T</title></head><body>{body}</body>"
        path.write_text(text, encoding="utf-8")
    return folder


def _audit(folder: Path, body: str, rules: tuple[Rule, ...] = (), **pages: str) -> Report:
    return audit(_site(folder, {"docs/x/index.html": body, **pages}), rules)


def _found(report: Report) -> list[str]:
    return [problem.found for problem in report.problems]


def _only(*names: str) -> tuple[Rule, ...]:
    rules = tuple(rule for rule in load_rules() if rule.name in names)
    assert len(rules) == len(names), names
    return rules


def test_a_site_whose_numbers_all_lead_somewhere_is_ok(tmp_path: Path) -> None:
    report = _audit(
        tmp_path,
        f'<p>It took <a href="{RUN}#p1-memory" data-literal="217MB">217 MB</a>, so '
        '<a href="/numbers/watch-c1/">19.2 kB</a> each.</p>',
    )
    assert report.ok, _found(report)
    assert (report.pages, report.numbers, report.linked, report.evidence) == (3, 9, 3, 6)
    assert (report.unlinked, report.broken, report.exempt) == (0, 0, {})


def test_the_message_says_where_and_what_to_do(tmp_path: Path) -> None:
    report = _audit(tmp_path, "<main><p>Plan for <b>217 MB</b> of memory.</p></main>")
    assert [str(problem) for problem in report.problems] == [
        "docs/x/index.html: /html/body/main/p/b: expected every number to lead to its source, found "
        "“217” in “Plan for 217 MB of memory.”. "
        "Link it to its evidence card or number page, leave it out, or have an exemption reviewed."
    ]
    assert report.unlinked == 1


@pytest.mark.parametrize(
    ("body", "token"),
    [
        ("<p>It needs 217 MB.</p>", "217"),
        ("<p>It needs 1,001MB.</p>", "1,001"),
        ("<p>between 6–28 MB</p>", "6–28"),
        ("<p>between 6 – 28 MB</p>", "6 – 28"),
        ("<p>33 % more</p>", "33 %"),
        ("<p>it is x5 faster</p>", "5"),
        ("<p>1e keys</p>", "1"),
        ("<p>about 2k clients</p>", "2"),
        ("<p>v5 of them</p>", "5"),
        ("<p>\uff12\uff11\uff17 MB in full-width digits</p>", "\uff12\uff11\uff17"),
        ("<p>٢١٧ in Arabic digits</p>", "٢١٧"),
        ("<p>½ of it</p>", "½"),
        ("<p>x⁵ as much</p>", "⁵"),
        ("<p>⑤ nodes</p>", "⑤"),
        ("<p>Ⅷ nodes</p>", "Ⅷ"),
        ("<p>2<b>1</b>7 MB</p>", "217"),
        ("<p>v<b>3.5.16</b></p>", "3.5.16"),
        ("<p>2<!-- -->17 MB</p>", "217"),
        ("<p><span>2</span><span>17</span> MB</p>", "217"),
        ('<p><span title="217 MB">a lot</span></p>', "217"),
        ('<p><img alt="a chart that ends at 217 MB" src="x.png"></p>', "217"),
        ('<nav aria-label="217 pages"></nav>', "217"),
        ('<input placeholder="217">', "217"),
        ('<input type="button" value="217">', "217"),
        ("<table><caption>All 217 rows</caption></table>", "217"),
        ("<noscript>217 MB</noscript>", "217"),
        ("<div hidden>217 MB</div>", "217"),
        ("<p data-evidence>217 MB</p>", "217"),
        ('<p data-exempt="anything">217 MB</p>', "217"),
        ('<p><a href="https://example.org/">217 MB</a></p>', "217"),
        ('<p><a href="/docs/x/">217 MB</a></p>', "217"),
        (f'<p><a href="{RUN}">217 MB</a></p>', "217"),
        ('<p><a href="/numbers/">217</a></p>', "217"),
        ('<h2 id="q">Q</h2><p><a href="#q">217 MB</a></p>', "217"),
        (f'<p><a href="{RUN}#p1-memory">2</a>17 MB</p>', "217"),
        (f'<p><a href="{RUN}raw/table.csv">217</a></p>', "217"),
        ("<svg><text>217</text></svg>", "217"),
        ("<svg><g><title>217 MB</title></g></svg>", "217"),
        ("<math><mn>217</mn></math>", "217"),
        ("<code>217</code>", "217"),
        ("<details><summary>217</summary></details>", "217"),
    ],
)
def test_a_planted_number_is_found(tmp_path: Path, body: str, token: str) -> None:
    report = _audit(tmp_path, f"<main>{body}</main>", load_rules())
    unlinked = [problem for problem in report.problems if problem.file == "docs/x/index.html"]
    assert [problem.found.split(" in ")[0] for problem in unlinked] == [f"“{token}”"]
    assert report.unlinked == 1


@pytest.mark.parametrize(
    "head",
    [
        "<title>217 MB</title>",
        '<meta name="description" content="217 MB">',
        '<meta property="og:title" content="217 MB">',
    ],
)
def test_a_number_in_the_head_is_found(tmp_path: Path, head: str) -> None:
    report = _audit(tmp_path, f"<html><head>{head}</head><body></body></html>")
    assert _found(report) == ["“217” in “217 MB”"]


@pytest.mark.parametrize(
    "body",
    [
        "<script>var a = 217</script>",
        '<script type="application/json">{"a": 217}</script>',
        "<style>p { width: 217px }</style>",
        "<template><p>217</p></template>",
        "<!-- 217 -->",
        '<p id="x217" class="c217" data-row="217" style="width: 217px">words</p>',
        '<p><a href="https://example.org/217">words</a></p>',
        '<td colspan="3">words</td>',
        "<math><annotation encoding='application/x-tex'>217</annotation></math>",
        '<svg viewBox="0 0 10 10"><path d="M 1 2 3 4"/></svg>',
        "<ol><li>first</li><li>second</li></ol>",
    ],
)
def test_what_is_not_reading_text_is_left_alone(tmp_path: Path, body: str) -> None:
    assert _audit(tmp_path, body).ok


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        (f'<a href="{RUN}#gone">217</a>', "an evidence card #gone where the link leads"),
        (f'<a href="{RUN}#plain">217</a>', "an evidence card #plain where the link leads"),
        ('<a href="/runs/gone/#p1">217</a>', "a page /runs/gone/ where the link leads"),
        ('<a href="/numbers/gone/">217</a>', "a page /numbers/gone/ where the link leads"),
        (
            f'<a href="{RUN}#p1-memory" data-literal="218MB">218 MB</a>',
            "the literal “218MB” on the card #p1-memory where the link leads",
        ),
    ],
)
def test_a_link_that_leads_nowhere_is_broken(tmp_path: Path, link: str, expected: str) -> None:
    report = _audit(tmp_path, f"<p>{link}</p>")
    assert [(problem.file, problem.expected) for problem in report.problems] == [
        ("docs/x/index.html", expected)
    ]
    assert (report.broken, report.unlinked) == (1, 0)
    assert report.numbers == report.linked + report.evidence + report.broken


def test_links_between_run_pages_and_to_the_same_page_are_checked(tmp_path: Path) -> None:
    good = f'<p><a href="{RUN}#p1-memory">217 MB</a></p><div id="a" data-evidence>5</div><a href="#a">5</a>'
    bad = f'<p><a href="{RUN}#gone">217 MB</a></p><a href="#gone">5</a>'
    report = audit(_site(tmp_path, {"runs/z-1/index.html": good, "runs/a-1/index.html": good}), ())
    assert report.ok, _found(report)
    report = audit(_site(tmp_path, {"runs/z-1/index.html": bad, "runs/a-1/index.html": bad}), ())
    assert report.broken == 4
    assert sorted((problem.file, problem.place) for problem in report.problems) == [
        ("runs/a-1/index.html", "a[href=#gone]"),
        ("runs/a-1/index.html", f"a[href={RUN}#gone]"),
        ("runs/z-1/index.html", "a[href=#gone]"),
        ("runs/z-1/index.html", f"a[href={RUN}#gone]"),
    ]


def test_a_chart_mark_may_be_an_svg_link(tmp_path: Path) -> None:
    mark = f'<svg><a xlink:href="{RUN}#p1-memory"><path aria-label="memory: 217 MB"/></a></svg>'
    assert _audit(tmp_path, mark).ok


def test_raw_files_are_not_pages(tmp_path: Path) -> None:
    site = _site(tmp_path, {"runs/watch-0123456789/raw/note.html": "<p>217</p>"})
    assert audit(site, ()).ok


@pytest.mark.parametrize(
    ("rule", "body", "count"),
    [
        ("run id", "<p>Run <code>watch-0123456789</code>.</p>", 1),
        ("release", "<p>etcd v3.5.16, 3.6.0-alpha.0 and v3.5.16/v3.6.0</p>", 5),
        ("digest or commit", "<p>commit 185097ffaa627b909007e772c175e8fefac17af3</p>", 8),
        ("name with digits", "<p>SHA-256 in UTF-8; c1, c2 (Q1); p99</p>", 6),
        ("unit definition", "<p>10^6 or 2^20 bytes</p>", 4),
        ("key name", "<p><code>testkey200</code></p>", 1),
        ("licence", "<p>CC BY 4.0, Apache 2.0, CC-BY-4.0</p>", 3),
        ("marked date", '<p><time data-exempt="date">2021-02-04</time></p>', 2),
        ("marked version", '<p>since <span data-exempt="version">3.5</span></p>', 1),
        ("marked identifier", '<h1 data-exempt="identifier">etcd 3.5</h1>', 1),
        ("command line", "<pre data-command><code>etcd --snapshot-count=5000</code></pre>", 1),
        ("formula", "<math><mi>x</mi><mn>2</mn></math>", 1),
        (
            "chart axis",
            '<svg><g class="bt-axis" data-exempt="axis" aria-label="0 to 200"><text>200</text></g></svg>',
            3,
        ),
        ("chart key", '<svg><g class="bt-key"><text>10 watchings per stream</text></g></svg>', 1),
        ("interval", "<p>95 % interval and 95 % confidence intervals</p>", 2),
    ],
)
def test_each_exemption_covers_what_it_is_for(tmp_path: Path, rule: str, body: str, count: int) -> None:
    report = _audit(tmp_path, f"<main>{body}</main>", _only(rule))
    assert report.ok, _found(report)
    assert report.exempt == {rule: count}


@pytest.mark.parametrize(
    ("rule", "page", "body"),
    [
        ("format reference", "about/format", "<table><tr><td>at most 400</td></tr></table>"),
        ("page not found", "404.html", "<h1>404</h1>"),
    ],
)
def test_an_exemption_of_a_page_covers_that_page_only(
    tmp_path: Path, rule: str, page: str, body: str
) -> None:
    name = page if page.endswith(".html") else f"{page}/index.html"
    report = audit(_site(tmp_path, {name: body}), _only(rule))
    assert report.ok, _found(report)
    report = audit(_site(tmp_path, {"docs/index.html": body}), _only(rule))
    assert {problem.file for problem in report.problems} == {"docs/index.html"}


def test_each_exemption_has_a_test() -> None:
    tests = (
        test_each_exemption_covers_what_it_is_for,
        test_an_exemption_of_a_page_covers_that_page_only,
    )
    tested = {case[0] for test in tests for case in test.pytestmark[0].args[1]}  # type: ignore[attr-defined]
    assert {rule.name for rule in load_rules()} == tested


@pytest.mark.parametrize(
    "figure",
    "5 217 1,001 3.5 6-28 6–28 95% 1e5 1e10 217MB 1k 2.5M x5 5x v5 v3 2015 10,000 100000 12345678 1234567890 "
    "5,524MiB 24/33 0.0000 2.4.1x 50s 150s+ ~260 O(10k) 3.5.16MB 1:2 12e45678 5000000b watch-5 p5 c9 Q7".split(),
)
def test_no_word_rule_covers_a_figure(tmp_path: Path, figure: str) -> None:
    """The rules that look at words alone must not hide a figure, however it is written."""
    rules = tuple(rule for rule in load_rules() if rule.selector is None and rule.data_exempt is None)
    report = _audit(tmp_path, f"<p>It took {figure} of it.</p>", rules)
    assert report.unlinked > 0
    assert sum(report.exempt.values()) == 0


def test_an_exemption_in_a_layout_covers_a_label_and_not_a_page(tmp_path: Path) -> None:
    long = f'<div data-exempt="identifier">{"words " * 200} 217 MB</div>'
    assert _audit(tmp_path, long, _only("marked identifier")).unlinked == 1


@pytest.mark.parametrize(
    ("mark", "text"),
    [
        *(
            ("identifier", text)
            for text in ("217", "217 MB", "~260 MB", "1.5 ms", "10k", "33 %", "90 requests/s")
        ),
        *(("version", text) for text in ("217", "217 MB")),
        *(("date", text) for text in ("217", "1,001", "2015 MB", "20150")),
        ("axis", "217"),
        ("format", "217"),
    ],
)
def test_a_mark_does_not_hide_a_figure(tmp_path: Path, mark: str, text: str) -> None:
    report = _audit(tmp_path, f'<p>It took <span data-exempt="{mark}">{text}</span>.</p>', load_rules())
    assert report.unlinked > 0


def test_a_stale_exemption_fails(tmp_path: Path) -> None:
    report = _audit(tmp_path, "<p>words</p>", _only("release"))
    assert [str(problem) for problem in report.problems] == [
        "audit_exemptions.toml: release: expected an exemption that is needed, found a stale one, "
        "which matches nothing. Remove it."
    ]


def test_a_part_of_the_site_may_leave_exemptions_unused(tmp_path: Path) -> None:
    assert audit(_site(tmp_path, {}), _only("release"), whole=False).ok


def test_an_exemption_may_cover_only_so_many(tmp_path: Path) -> None:
    rule = Rule(name="two", reason="a test", token=re.compile("[0-9]"), max=2)
    assert _audit(tmp_path, "<p>1 2</p>", (rule,)).ok
    assert _found(_audit(tmp_path, "<p>1 2 3</p>", (rule,))) == ["3"]


def test_duplicate_ids_and_paths_that_differ_in_case_only(tmp_path: Path) -> None:
    site = _site(
        tmp_path, {"docs/x/index.html": '<p id="a">a</p><p id="a">b</p>', "Docs/x/index.html": "<p>a"}
    )
    assert [str(problem) for problem in audit(site, ()).problems] == [
        "Docs/x/index.html: expected output paths that differ in more than case, found Docs/x/index.html, "
        "docs/x/index.html. Rename one of the pages or files.",
        "docs/x/index.html: #a: expected each id once in a page, found 2 elements with it. Rename one of them.",
    ]


def test_a_page_that_is_not_utf_8_and_an_empty_one(tmp_path: Path) -> None:
    site = _site(tmp_path, {})
    (site / "a.html").write_bytes(b"<p>\xff</p>")
    (site / "b.html").write_bytes(b"")
    assert [(problem.file, problem.expected) for problem in audit(site, ()).problems] == [
        ("a.html", "a page in UTF-8"),
        ("b.html", "a page in UTF-8"),
    ]


def test_a_folder_without_pages_is_no_site(tmp_path: Path) -> None:
    assert _found(audit(tmp_path, ())) == ["no HTML page"]


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    audit(_site(tmp_path, {}), (), lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]


def test_tokens_know_their_word() -> None:
    text = "(v3.5.16), “217MB”; 6–28 MB: 1,001."
    found = [(token.text, text[slice(*word_around(text, token))]) for token in tokens(text)]
    assert found == [("3.5.16", "v3.5.16"), ("217", "217MB"), ("6–28", "6–28"), ("1,001", "1,001")]


def test_the_exemptions_say_why() -> None:
    rules = load_rules()
    assert len({rule.name for rule in rules}) == len(rules) <= 24, "the list is to stay short"
    assert all(len(rule.reason) > 20 for rule in rules)
    assert "\\d" not in RULES_FILE.read_text(encoding="utf-8").split("[[rule]]", 1)[1]


def test_faults_of_the_exemption_file_are_told_together(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(
        '[[rule]]\nname = "a"\nreason = "why"\nword = "("\n'
        '[[rule]]\nname = "b"\nselector = "p["\nreason = ""\nextra = 1\n'
        '[[rule]]\nname = "c"\nreason = "why"\n'
        '[[rule]]\nname = "d"\nreason = "why"\nsite = "moon"\n'
    )
    with pytest.raises(Problems) as caught:
        load_rules(file)
    assert [(problem.place, problem.expected) for problem in caught.value.problems] == [
        ("rule 1", "a regular expression as word"),
        (
            "rule 2",
            "only the keys name, reason, max, word, token, before, after, text, page, selector, data_exempt, site",
        ),
        ("rule 2", "a reason"),
        ("rule 2", "a CSS selector"),
        ("rule 3", "a condition among word, token, before, after, text, page, selector, data_exempt, site"),
        ("rule 4", "site to be one of run, number, file"),
    ]
