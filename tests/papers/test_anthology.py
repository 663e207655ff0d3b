"""The Anthology's XML, whole and broken."""

import time
from pathlib import Path

import pytest
from lxml import etree

from kg.papers import Author, Paper, Reading, anthology, read_papers

HEAD = """<?xml version='1.0' encoding='UTF-8'?>
<collection id="2031.eckl">
  <volume id="long" type="proceedings">
    <meta>
      <booktitle>Proceedings of <fixed-case>ECKL</fixed-case> 2031</booktitle>
      <year>2031</year>
      <url>2031.eckl-long</url>
    </meta>
    <frontmatter><url>2031.eckl-long.0</url><title>Front</title></frontmatter>
"""
TAIL = "  </volume>\n</collection>\n"


def paper(number: int, inside: str = "") -> str:
    inside = inside or f"<title>Title {number}</title><abstract>Abstract {number}.</abstract>"
    return f'    <paper id="{number}">\n      {inside}\n    </paper>\n'


def read(folder: Path, text: str | bytes) -> Reading:
    file = folder / "volume.xml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return read_papers([file], merge=False)


def ids(reading: Reading) -> list[str | None]:
    return [paper.anthology_id for paper in reading.papers]


def test_a_paper_with_everything(tmp_path: Path) -> None:
    inside = """<title>The <fixed-case>K</fixed-case>ettle: <tex-math>F_1</tex-math> of
        <i>Boats</i> &amp; <b>Ge</b>ese</title>
      <author id="ada-example" orcid="0000-0002-1825-0097"><first>Ada</first><last>Example</last>
        <affiliation>Harbour</affiliation><variant script="hani"><first>X</first><last>Y</last></variant></author>
      <author><first/><last>Plato</last></author>
      <abstract>It is <tex-math>5\\times</tex-math> faster at
        <url>https://example.org/a_b</url> &lt; <span class="x">77.9%</span>.</abstract>
      <url hash="1">2031.eckl-long.1</url>
      <doi>10.18653/v1/2031.ECKL-long.1</doi><retracted date="2031-01-01">x</retracted>"""
    reading = read(tmp_path, HEAD + paper(1, inside) + TAIL)
    assert reading.problems == ()
    (found,) = reading.papers
    assert found == Paper(
        title="The Kettle: F_1 of Boats & Geese",
        abstract="It is 5× faster at https://example.org/a_b < 77.9%.",
        authors=(Author("Ada Example", id="ada-example", orcid="0000-0002-1825-0097"), Author("Plato")),
        venue="Proceedings of ECKL 2031",
        year=2031,
        doi="10.18653/v1/2031.eckl-long.1",
        anthology_id="2031.eckl-long.1",
        url="https://aclanthology.org/2031.eckl-long.1/",
        records=found.records,
    )
    assert (found.records[0].position, found.records[0].id) == ("paper 2031.eckl-long.1", "2031.eckl-long.1")


def test_an_address_that_is_given_stays_and_no_abstract_is_none(tmp_path: Path) -> None:
    (found,) = read(tmp_path, HEAD + paper(1, "<title>T</title><url>http://example.org/1.pdf</url>") + TAIL).papers
    assert (found.url, found.abstract) == ("http://example.org/1.pdf", None)


def test_comments_instructions_and_events_are_no_papers(tmp_path: Path) -> None:
    event = '<event id="e"><talk><title>A Talk</title></talk></event>'
    text = HEAD + "<!-- <paper id='9'/> --><?x y?>" + paper(1) + "  </volume>\n" + event + "</collection>"
    assert ids(read(tmp_path, text)) == ["2031.eckl-long.1"]


def test_a_byte_order_mark_and_another_encoding(tmp_path: Path) -> None:
    text = HEAD + paper(1, "<title>Nüshu</title>") + TAIL
    assert [paper.title for paper in read(tmp_path, b"\xef\xbb\xbf" + text.encode("utf-8")).papers] == ["Nüshu"]
    latin = text.replace("UTF-8", "ISO-8859-1").encode("latin-1")
    assert [paper.title for paper in read(tmp_path, latin).papers] == ["Nüshu"]
    wide = text.replace("UTF-8", "UTF-16").encode("utf-16")
    assert [paper.title for paper in read(tmp_path, wide).papers] == ["Nüshu"]


@pytest.mark.parametrize("cut", ["<abstract>Abstract 3", '<paper id="3"', "Title 3", "</abstract"])
def test_papers_before_a_truncation_are_kept(tmp_path: Path, cut: str) -> None:
    text = HEAD + "".join(map(paper, (1, 2, 3)))
    text = text[: text.index(cut) if cut != "</abstract" else text.rindex(cut)] + cut
    reading = read(tmp_path, text)
    assert ids(reading) == ["2031.eckl-long.1", "2031.eckl-long.2"]
    (problem,) = reading.problems
    assert "line" in problem.position
    assert problem.remedy


def test_every_cut_is_one_problem_and_loses_only_what_is_cut(tmp_path: Path) -> None:
    text = HEAD + "".join(map(paper, (1, 2, 3))) + TAIL
    start = text.index("<collection") + len('<collection id="2031.eckl">')
    for cut in range(start, len(text.rstrip()) - 1, 7):
        reading = read(tmp_path, text[:cut])
        assert len(reading.problems) == 1, text[:cut][-40:]
        assert len(reading.papers) == text[:cut].count("</paper>")


@pytest.mark.parametrize(
    "broken",
    ["<title>Salt & pepper</title>", "<title>a < b</title>", "<title>T</titel>", "<title>T", "<title>\x01</title>"],
)
def test_one_broken_paper_loses_no_other(tmp_path: Path, broken: str) -> None:
    reading = read(tmp_path, HEAD + paper(1) + paper(2, broken) + paper(3) + paper(4) + TAIL)
    assert ids(reading) == ["2031.eckl-long.1", "2031.eckl-long.3", "2031.eckl-long.4"]
    (problem,) = reading.problems
    assert problem.position.startswith("paper 2031.eckl-long.2")
    assert {paper.venue for paper in reading.papers} == {"Proceedings of ECKL 2031"}


def test_a_paper_that_is_never_closed(tmp_path: Path) -> None:
    text = HEAD + paper(1) + '<paper id="2"><title>T</title>\n' + paper(3) + TAIL
    reading = read(tmp_path, text)
    assert ids(reading) == ["2031.eckl-long.1", "2031.eckl-long.3"]
    assert len(reading.problems) == 1


@pytest.mark.parametrize(
    "document_type",
    [
        '<!DOCTYPE collection [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
        '<!DOCTYPE collection [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE collection [<!-- <collection> --><!ENTITY % a SYSTEM "http://127.0.0.1:9/x"> %a;]>',
    ],
)
def test_entities_are_refused(tmp_path: Path, document_type: str) -> None:
    text = (HEAD + paper(1, "<title>&b;&a;</title>") + TAIL).replace("<collection", document_type + "<collection", 1)
    reading = read(tmp_path, text)
    assert reading.papers == ()
    assert len(reading.problems) == 1


def test_a_document_type_from_elsewhere_is_not_fetched(tmp_path: Path) -> None:
    text = (HEAD + paper(1) + TAIL).replace("<collection", '<!DOCTYPE collection SYSTEM "no-such.dtd"><collection', 1)
    reading = read(tmp_path, text)
    assert ids(reading) == ["2031.eckl-long.1"]
    assert reading.problems == ()


def test_a_huge_text_does_not_hide_the_papers_after_it(tmp_path: Path) -> None:
    huge = paper(1, f"<title>T</title><abstract>{'geese ' * 1_800_000}</abstract>")
    reading = read(tmp_path, HEAD + huge + paper(2, "<title>U</title>") + TAIL)
    assert [problem.message[:24] for problem in reading.problems] == ["has a text of 10,800,002"]
    assert [(one.title, one.abstract) for one in reading.papers] == [("T", None), ("U", None)]


@pytest.mark.parametrize(("text", "expected"), [("<collection/>", True), ("<collection>", True), ("<html/>", False)])
def test_the_root_says_what_it_is(text: str, expected: bool) -> None:
    for before in ("", "\ufeff", "<?xml version='1.0'?>\n<!-- a > b -->\n", "<!DOCTYPE collection>"):
        assert anthology.recognises(before + text, "any") is expected


@pytest.mark.parametrize("volume", ["2020.lrec", "2021.acl", "2024.acl", "2025.naacl", "P19", "W18"])
def test_real_volumes(shared: Path, volume: str) -> None:
    file = shared / "anthology" / "xml" / f"{volume}.xml"
    reading = read_papers([file])
    assert reading.problems == ()
    elements = etree.parse(file).findall(".//volume/paper")
    assert len(reading.papers) == len(elements) == reading.inputs[0].records
    assert sum(paper.abstract is not None for paper in reading.papers) == sum(
        bool(str(element.xpath("string(abstract)")).strip()) for element in elements
    )
    assert all(paper.title and paper.venue and paper.year and paper.anthology_id for paper in reading.papers)
    assert sum(len(paper.authors) for paper in reading.papers) == sum(len(e.findall("author")) for e in elements)
    by_id = {paper.anthology_id: paper for paper in reading.papers}
    for element in elements:
        url = element.findtext("url") or ""
        if url and not url.startswith("http"):
            assert url in by_id
    digits = [sign for paper in reading.papers for sign in (paper.abstract or "") if sign.isdigit()]
    raw = [
        sign
        for e in elements
        for a in e.findall("abstract")
        for sign in "".join(map(str, a.itertext()))
        if sign.isdigit()
    ]
    assert len(digits) > 0.99 * len(raw)


def test_papers_without_an_id_or_with_one_twice_stay_apart(tmp_path: Path) -> None:
    papers = "".join(
        f"<paper{identifier}><title>Of Geese {number}</title></paper>"
        for number, identifier in enumerate(["", "", ' id=""', ' id="1"', ' id="1"', ' id="a b/../c"'])
    )
    for name, collection, volume in (
        ("a", ' id="2099.geese"', ' id="1"'),
        ("b", "", ' id="1"'),
        ("c", ' id="P99"', ""),
    ):
        file = tmp_path / f"{name}.xml"
        file.write_text(f"<collection{collection}>\n<volume{volume}>{papers}</volume></collection>", encoding="utf-8")
        reading = read_papers([file])
        assert sorted(paper.title or "" for paper in reading.papers) == [f"Of Geese {number}" for number in range(6)]
        known = [paper.anthology_id for paper in reading.papers if paper.anthology_id]
        assert known == (["2099.geese-1.1"] if name == "a" else [])
        assert [problem.message for problem in reading.problems] == (
            ["has the id of a paper before it; it was read without it"] if name == "a" else []
        )


def test_a_file_whose_papers_cannot_be_seen_is_a_problem(tmp_path: Path) -> None:
    file = tmp_path / "a.xml"
    file.write_text(
        '<collection id="2099.geese" xmlns="http://x.example/"><volume id="1"><paper id="1"><title>Of Geese</title>'
        "</paper></volume></collection>",
        encoding="utf-8",
    )
    reading = read_papers([file])
    assert [problem.message for problem in reading.problems] == [
        "holds no papers, though it looks like XML of the ACL Anthology"
    ]


@pytest.mark.parametrize(
    "piece", ["<!-- -->", "<!-- --> <?a ?>", "<?a?>\n", "<!DOCTYPE a [ ]>", "<!--", "<!DOCTYPE a [", "<?", "<!DOCTYPE "]
)
def test_a_file_of_nothing_but_comments_is_looked_at_once(piece: str) -> None:
    started = time.perf_counter()
    assert not anthology.recognises(piece * 5000, "a.xml")
    assert anthology.recognises("<?xml version='1.0'?>" + "<!-- <a> -->\n<?a ?>" * 1000 + "<collection>", "a.xml")
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize(
    "piece", ["<meta>", "<volume ", "<paper>", "<paper id='1'>", "<collection ", "<paper></paper\n"]
)
def test_a_broken_file_is_read_in_one_go(tmp_path: Path, piece: str) -> None:
    file = tmp_path / "a.xml"
    file.write_text('<collection id="2099.geese"><volume id="1">' + piece * 20_000, encoding="utf-8")
    started = time.perf_counter()
    assert read_papers([file]).problems
    assert time.perf_counter() - started < 10
