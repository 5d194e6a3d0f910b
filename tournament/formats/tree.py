"""XML as a tree of nodes with line numbers, read without entities and written back."""

import io
import re
import xml.sax
from dataclasses import dataclass, field
from xml.parsers.expat import XML_PARAM_ENTITY_PARSING_NEVER, XMLParserType
from xml.sax.handler import ContentHandler
from xml.sax.saxutils import escape, quoteattr
from xml.sax.xmlreader import AttributesImpl, InputSource, Locator

from defusedxml.common import DefusedXmlException
from defusedxml.expatreader import DefusedExpatParser

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.errors import FormatError, with_location
from tournament.formats.limits import MAX_DEPTH, MAX_ELEMENTS, check_size

_LATIN = "windows-1252"
_EAST_ASIAN = {
    **dict.fromkeys(("gbk", "gb2312", "gb_2312-80", "gb18030", "cp936", "euc-cn"), "gb18030"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "windows-31j", "cp932"), "cp932"),
    **dict.fromkeys(("euc-kr", "cp949", "ks_c_5601-1987"), "cp949"),
    **dict.fromkeys(("big5", "big5-hkscs", "cp950"), "big5hkscs"),
    "euc-jp": "euc_jp",
}
"""Encodings that the parser does not know, and Python's widest codec for each."""
_NAME = re.compile(r"[A-Za-z_:][\w:.-]*\Z", re.ASCII)
_REFERENCE = re.compile(
    rb"<!--.*?-->|<!\[CDATA\[.*?]]>|<\?.*?\?>|(?P<entity>&(?!#|(?:lt|gt|amp|quot|apos);))", re.S
)
"""A reference to an entity that XML does not predefine, outside comments and literal text."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(slots=True, eq=False)
class Node:
    """An element. ``taken`` are the attributes that the reader used, ``known`` says it is used.

    ``label`` names it among its siblings; it is empty if tag and position do.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    line: int | None = None
    children: list["Node"] = field(default_factory=list)
    text: str = ""
    label: str = ""
    taken: set[str] = field(default_factory=set)
    known: bool = False

    def take(self, name: str) -> str | None:
        """Return an attribute and mark it as used; None if there is none."""
        self.taken.add(name)
        return self.attributes.get(name)

    def child(self, *tags: str) -> "Node | None":
        """Return the first element along these tags, or None, and mark the path to it as used."""
        node = self
        for tag in tags:
            found = next((child for child in node.children if child.tag == tag), None)
            if found is None:
                return None
            found.known = True
            node = found
        return node

    def add(self, tag: str, attributes: dict[str, str] | None = None, label: str = "") -> "Node":
        """Append a child and return it."""
        made = Node(tag, attributes or {}, label=label)
        self.children.append(made)
        return made


class _Builder(ContentHandler):
    """Builds the tree; raises FormatError if there is more than we read."""

    def __init__(self, before: int) -> None:
        super().__init__()
        self._before = before
        self.open: list[Node] = []
        self.root: Node | None = None
        self._count = 0
        self._texts: list[list[str]] = []
        self._place: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802
        self._place = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        line = self._before + ((self._place and self._place.getLineNumber()) or 1)
        self._count += 1
        if len(self.open) >= MAX_DEPTH:
            raise FormatError(
                "too_deep",
                _(
                    "Elements are nested more than %(most)d deep. This is not a file from a "
                    "tournament program."
                )
                % {"most": MAX_DEPTH},
                line,
                name[:40],
            )
        if self._count > MAX_ELEMENTS:
            raise FormatError(
                "too_many",
                _("The file has more than %(most)d elements. Split the tournament.")
                % {"most": MAX_ELEMENTS},
                line,
            )
        node = Node(name, dict(attrs), line)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)
        self._texts.append([])

    def endElement(self, name: str) -> None:  # noqa: N802
        self.open.pop().text = "".join(self._texts.pop()).strip()

    def characters(self, content: str) -> None:
        self._texts[-1].append(content)


class _Parser(DefusedExpatParser):
    """A parser that fetches nothing and expands nothing.

    A document type that only names a DTD, as OpenGotha writes it, is ignored. One with declarations
    is refused: entities and default values can make a small file endless.
    """

    names_dtd = False
    _parser: XMLParserType

    def reset(self) -> None:
        """Start over; the DTD that a file names is never opened."""
        super().reset()
        self._parser.SetParamEntityParsing(XML_PARAM_ENTITY_PARSING_NEVER)

    def defused_start_doctype_decl(
        self, name: str, sysid: str | None, pubid: str | None, has_internal_subset: bool
    ) -> None:
        """Refuse a document type with declarations. Raises DTDForbidden."""
        if has_internal_subset:
            super().defused_start_doctype_decl(name, sysid, pubid, has_internal_subset)
        self.names_dtd = True


def read_tree(data: bytes) -> tuple[Node, tuple[Message, ...]]:
    """Return the root of an XML file, and a sentence on each thing that had to be guessed.

    A DTD may be named but is not read; a file that declares anything or refers to an entity is
    refused. A file that claims to be UTF-8 but is not is read as Western European. Raises
    FormatError, with the line if there is one, for anything not well-formed or beyond the limits.
    """
    check_size(data)
    declared = _declared(data)
    if declared in _EAST_ASIAN:
        return _transcoded(data, declared)
    if declared in ("", "utf-8", "utf8"):
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            note = _(
                "the file says it is UTF-8 but is not; it was read as Western European. Check the "
                "accents."
            )
            return _parse(data, _LATIN), (with_location(note, line),)
    return _parse(data, None), ()


def _declared(data: bytes) -> str:
    """Return the encoding that a file declares, in lower case; empty if it declares none.

    UTF-16 is recognised by its byte order mark, whatever is declared.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:4]:
        return "utf-16"
    found = re.match(rb"(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding\s*=\s*[\"']([^\"']*)", data)
    return found[1].decode("ascii", "replace").lower() if found else ""


def _transcoded(data: bytes, declared: str) -> tuple[Node, tuple[Message, ...]]:
    """Read a file in an East Asian encoding by way of UTF-8."""
    codec = _EAST_ASIAN[declared]
    try:
        return _parse(data.decode(codec).encode("utf-8"), "utf-8"), ()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
    note = _(
        "some characters are not in the file's encoding; they are shown as �. Check the names."
    )
    return _parse(data.decode(codec, "replace").encode("utf-8"), "utf-8"), (
        with_location(note, line),
    )


def _parse(data: bytes, encoding: str | None) -> Node:
    """Parse bytes, in ``encoding`` instead of the declared one if it is given."""
    content = data.lstrip() if encoding is None else data
    before = data.count(b"\n", 0, len(data) - len(content))
    builder = _Builder(before)
    # All at once: in chunks, the parser would start a long comment anew with each of them.
    parser = _Parser(bufsize=len(content) + 1, forbid_dtd=True)
    parser.setContentHandler(builder)
    source = InputSource()
    source.setByteStream(io.BytesIO(content))
    if encoding is not None:
        source.setEncoding(encoding)
    try:
        parser.parse(source)
    except xml.sax.SAXParseException as error:
        raise _not_xml(data, before + (error.getLineNumber() or 1), error.getMessage()) from error
    except DefusedXmlException as error:
        raise _forbidden(before + parser.getLineNumber()) from error
    except (ValueError, LookupError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(
            "encoding",
            _("The file names a character encoding that cannot be read. Save it as UTF-8."),
            1,
        ) from error
    if parser.names_dtd:
        _refuse_references(data)
    assert builder.root is not None
    return builder.root


def _refuse_references(data: bytes) -> None:
    """Raise FormatError for a reference to an entity that the DTD might have declared.

    Without a DTD the parser refuses it; with one that is not read it would silently drop it.
    """
    plain = data.replace(b"\0", b"")
    for found in _REFERENCE.finditer(plain):
        if found["entity"]:
            raise _forbidden(plain.count(b"\n", 0, found.start()) + 1)


def _forbidden(line: int) -> FormatError:
    return FormatError(
        "forbidden",
        _(
            "The file declares or uses its own XML entities, which no tournament program does. "
            "Remove them, or export the tournament again."
        ),
        line,
    )


def _not_xml(data: bytes, line: int, message: str) -> FormatError:
    """Return the error for bytes that are not XML, or that are XML with a fault."""
    if not data[:200].lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"<"):
        return FormatError(
            "not_xml",
            _("This is not XML. Send the tournament file that the program saves."),
            line,
        )
    return FormatError(
        "not_well_formed",
        _(
            "The XML is broken here (%(message)s). Perhaps the file was cut off or edited by hand. "
            "Export the tournament again."
        )
        % {"message": message},
        line,
    )


def is_name(text: str) -> bool:
    """Whether a text can be the name of an element or of an attribute."""
    return _NAME.match(text) is not None


def xml_safe(text: str) -> str:
    """Return the text without characters that XML cannot hold."""
    return _NOT_XML.sub("", text)


def write_tree(root: Node) -> bytes:
    """Return the tree as UTF-8 XML, one element per line, attributes in alphabetical order."""
    lines = ['<?xml version="1.0" encoding="UTF-8" standalone="no"?>']
    _write(root, lines, "")
    return ("\n".join(lines) + "\n").encode("utf-8")


def _write(node: Node, lines: list[str], indent: str) -> None:
    breaks = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
    parts = [
        f"{name}={quoteattr(xml_safe(node.attributes[name]), breaks)}"
        for name in sorted(node.attributes)
    ]
    start = " ".join([f"{indent}<{node.tag}", *parts])
    text = escape(xml_safe(node.text))
    if not node.children:
        lines.append(f"{start}>{text}</{node.tag}>" if text else f"{start}/>")
        return
    lines.append(f"{start}>{text}")
    for child in node.children:
        _write(child, lines, indent + "    ")
    lines.append(f"{indent}</{node.tag}>")
