// A page that comes back because something is wrong: what says so gets the focus, and so is in view
// and read out. That is the summary, or else the first field that is wrong; a field that asks for
// the focus itself has it.

const ALERTS = "main [role=alert]";
const FIELDS = "main [aria-invalid=true], main .error";

function shown(element) {
  return !element.closest("[hidden]");
}

const first = (selector) => [...document.querySelectorAll(selector)].find(shown);
const wrong = document.querySelector("[autofocus]") ? null : (first(ALERTS) ?? first(FIELDS));

if (wrong) {
  for (let folded = wrong.closest("details"); folded; folded = folded.parentElement.closest("details")) {
    folded.open = true;
  }
  if (!wrong.matches("input, select, textarea")) {
    wrong.tabIndex = -1;
  }
  wrong.focus();
}
