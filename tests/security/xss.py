"""Texts that try to run something where they are shown, each with a number of its own.

Whatever runs says so: it opens a dialog, writes ``XSS`` and its number to the console, or leaves an
element with the attribute ``data-xss``.
"""

from __future__ import annotations

from collections.abc import Callable

RUN = "console.log('XSS%d')"
PAYLOADS = (
    # Elements and attributes.
    "<script>{run}</script>",
    "</script><script>{run}</script>",
    "<ScRiPt>{run}</sCrIpT>",
    "<script src=data:,{run}></script>",
    "<script src=//127.0.0.1:9/{n}.js></script>",
    "<script/x>{run}</script>",
    "<<script>{run}//<</script>",
    "<scr<script>ipt>{run}</scr</script>ipt>",
    "<img src=x onerror={run}>",
    "<img src=x onerror=alert({n})>",
    "<img/src=x/onerror={run}>",
    '"><img src=x onerror={run}>',
    "'><img src=x onerror={run}>",
    "`><img src=x onerror={run}>",
    "<img data-xss src=//127.0.0.1:9/{n}.png>",
    "<b data-xss={n}>bold</b>",
    '" data-xss="{n}',
    "' data-xss='{n}",
    '" onmouseover={run} x="',
    '" autofocus onfocus={run} x="',
    "' autofocus onfocus={run} x='",
    " autofocus onfocus={run} ",
    '" style="background:url(//127.0.0.1:9/{n})',
    "<input autofocus onfocus={run}>",
    "<details open ontoggle={run}>",
    "<body onload={run}>",
    "<marquee onstart={run}>",
    "<video><source onerror={run}></video>",
    "<audio src=x onerror={run}>",
    "<iframe src=javascript:{run}>",
    "<iframe srcdoc='<script>parent.{run}</script>'>",
    "<object data=javascript:{run}>",
    "<embed src=javascript:{run}>",
    "<form action=javascript:{run}><button data-xss>",
    "<button form=x formaction=javascript:{run}>",
    "<link rel=stylesheet href=//127.0.0.1:9/{n}.css>",
    "<style>*{{background:url(//127.0.0.1:9/{n})}}</style>",
    "<style>@import '//127.0.0.1:9/{n}.css';</style>",
    "<meta http-equiv=refresh content='0;url=javascript:{run}'>",
    "<base href=//127.0.0.1:9/>",
    "<template><img src=x onerror={run}></template>",
    "<noscript><p title='</noscript><img src=x onerror={run}>'>",
    "<title><img src=x onerror={run}></title>",
    "<textarea></textarea><img src=x onerror={run}>",
    "</textarea><img src=x onerror={run}>",
    "</title><img src=x onerror={run}>",
    "</style><img src=x onerror={run}>",
    "</option></select><img src=x onerror={run}>",
    "--><img src=x onerror={run}>",
    "<!--><img src=x onerror={run}>-->",
    "]]><img src=x onerror={run}>",
    "<?xml-stylesheet href='javascript:{run}'?>",
    "<x-y data-xss={n}>",
    # SVG and MathML.
    "<svg onload={run}>",
    "<svg/onload={run}>",
    "<svg><script>{run}</script></svg>",
    "<svg><animate onbegin={run} attributeName=x>",
    "<svg><a xlink:href=javascript:{run}><text data-xss>x</text></a></svg>",
    "<svg><use href=data:image/svg+xml,<svg/onload={run}>>",
    "<svg><foreignObject><body onload={run}></foreignObject></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror={run}>",
    # Addresses.
    "javascript:{run}",
    "JaVaScRiPt:{run}",
    "java\u00adscript:{run}",
    "data:text/html,<script>{run}</script>",
    "vbscript:{run}",
    "//127.0.0.1:9/{n}",
    # Charsets: the same in UTF-7, in full-width letters, behind bytes of other charsets.
    "+ADw-script+AD4-{run}+ADw-/script+AD4-",
    "+ADw-img src+AD0-x onerror+AD0-{run}+AD4-",
    "\uff1cscript\uff1e{run}\uff1c/script\uff1e",
    "\u02baonmouseover={run}\u02ba",
    "\u0130<script>{run}</script>",
    "\ufeff<script>{run}</script>",
    "~{{<script>{run}</script>~}}",
    "\u0160<script>{run}</script>",
    # Entities, escapes and templates.
    "&lt;script&gt;{run}&lt;/script&gt;",
    "&#60;img src=x onerror={run}&#62;",
    "\\u003cimg src=x onerror={run}\\u003e",
    "\\x3cscript\\x3e{run}\\x3c/script\\x3e",
    "%3Cscript%3E{run}%3C/script%3E",
    "{{{{ 7|add:{n} }}}}",
    "{{% load static %}}{{% debug %}}",
    "${{{run}}}",
    "{{{{constructor.constructor('{run}')()}}}}",
    "#{{{run}}}",
    "<%= {run} %>",
    "[[${{{run}}}]]",
    # What runs in a string of a script, or in JSON.
    "';{run}//",
    '";{run}//',
    "\\';{run}//",
    "`;{run}//",
    '</script>{{"a":1}}<script>{run}</script>',
    "\u2028{run}\u2029",
    # Directions and blanks.
    "\u202e<script>{run}</script>",
    "\u2066<img src=x onerror={run}>\u2069",
    "\u200b<img src=x onerror={run}>\u200d",
    "<scr\u200bipt>{run}</scr\u200bipt>",
    "a\u0301" * 8 + "<img src=x onerror={run}>",
    "hx-on:load={run} hx-get=//127.0.0.1:9/{n}",
    '" hx-get="//127.0.0.1:9/{n}" hx-trigger="load',
)


def payload(number: int) -> str:
    """Return the text of a number; they come again and again, each time with its number."""
    return PAYLOADS[number % len(PAYLOADS)].format(run=RUN % number, n=number)


def sayer(
    longest: Callable[[str], int], accepted: Callable[[str, str], bool]
) -> Callable[[str], str]:
    """Return what says a payload at every place, the next one where one is not taken there."""
    count = -1

    def say(kind: str) -> str:
        nonlocal count
        for _ in range(3 * len(PAYLOADS)):
            count += 1
            text = payload(count)
            if len(text) <= longest(kind) and accepted(kind, text):
                return text
        raise AssertionError(f"no payload fits {kind}")

    return say
