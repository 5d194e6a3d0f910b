// A form on its way: the button that was pressed says so (data-busy: in which words), and a second
// press does nothing until the answer comes; after a second a bar tells for how long it has been
// under way. A link to a file that takes as long (data-busy) does the same.
//
// Sending without a connection would end on the browser's own page for errors, and the way back from
// there forgets what was typed. So before a form leaves in which somebody has changed something, or
// that says so (data-ask), the server is asked whether it is there; if not, the page stays as it is
// and says so. Without this module it just leaves, and so it does in browsers that cannot ask with an
// end or send by a script.

const words = document.querySelector("template[data-there]")?.dataset;
const able = Boolean(words && AbortSignal.timeout && HTMLFormElement.prototype.requestSubmit);
const PATIENCE = 8000; // milliseconds: for the answer to the question
const SECOND = 1000;
const AWAY = 502; // from here on a proxy or the server itself says that nobody is there
const under = new Map(); // forms under way, with what puts each back
let sure = null; // the form that the server is there for

async function there() {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    return (await fetch(words.there, { cache: "no-store", signal })).status < AWAY;
  } catch {
    return false;
  }
}

// Marking stones exchanges a part of the form: the button that was pressed may be a new one now.
function standing(form, button) {
  const same = (other) => ["type", "name", "value"].every((part) => other[part] === button[part]);
  return !button || button.isConnected ? button : [...form.elements].find(same);
}

// Shows a bar and the seconds while something is under way, and returns what takes it away.
function count(text) {
  const began = Date.now();
  const bar = document.createElement("div");
  bar.className = "under-way";
  bar.setAttribute("aria-hidden", "true"); // it is said aloud once, not every second
  const word = document.createElement("span");
  bar.append(document.createElement("progress"), word);
  const clock = window.setInterval(() => {
    word.textContent = `${text} ${Math.round((Date.now() - began) / SECOND)} s`;
    document.body.append(bar);
  }, SECOND);
  return () => {
    window.clearInterval(clock);
    bar.remove();
  };
}

// Says what is being done, on the button and aloud, and returns what takes that back.
function tell(button) {
  const said = document.createElement("p");
  said.className = "screen-reader";
  said.setAttribute("role", "status");
  document.body.append(said);
  const text = button?.dataset.busy ?? words.sendingWord;
  const before = button?.dataset.busy ? [...button.childNodes] : null;
  window.requestAnimationFrame(() => {
    said.textContent = text; // what is there from the start is not read out
  });
  button?.setAttribute("aria-busy", "true");
  button?.setAttribute("aria-disabled", "true");
  if (before) {
    button.replaceChildren(text);
  }
  const counted = count(text);
  return () => {
    counted();
    said.remove();
    button?.removeAttribute("aria-busy");
    button?.removeAttribute("aria-disabled");
    if (before) {
      button.replaceChildren(...before);
    }
  };
}

function putBack(form) {
  under.get(form)?.();
  under.delete(form);
}

function lose(form, button) {
  const said = document.createElement("p");
  said.className = "notice bad";
  said.setAttribute("role", "alert");
  said.dataset.lost = "";
  said.textContent = words.lostWords;
  const place = button?.isConnected ? button : form.lastElementChild;
  (place.closest(".actions") ?? place).after(said);
  said.scrollIntoView({ block: "nearest" });
}

// Whether somebody has typed, ticked or chosen something since the page came.
function touched(field) {
  if (field.matches("select")) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  if (field.matches("[type=checkbox], [type=radio]")) {
    return field.checked !== field.defaultChecked;
  }
  return field.matches("textarea, input:not([type=hidden])") && field.value !== field.defaultValue;
}

function leaves(form, button) {
  const method = button?.getAttribute("formmethod") ?? form.getAttribute("method") ?? "get";
  return method.toLowerCase() === "post" && !form.hasAttribute("target");
}

async function ask(form, button) {
  const found = await there();
  if (!under.has(form)) {
    return; // the page was stopped from being left
  }
  const pressed = standing(form, button);
  if (found) {
    sure = form;
    form.requestSubmit(pressed);
    sure = null;
  } else {
    putBack(form);
    lose(form, pressed);
  }
}

// The last to hear of it: what another module sends, or holds back, is not sent here.
window.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (!able || event.defaultPrevented || !leaves(form, button) || sure === form) {
    return;
  }
  const asks = [...form.elements].some(touched) || form.hasAttribute("data-ask") || !navigator.onLine;
  if (asks || under.has(form)) {
    event.preventDefault();
  }
  if (!under.has(form)) {
    document.querySelectorAll("p[data-lost]").forEach((one) => one.remove());
    under.set(form, tell(button));
    if (asks) {
      ask(form, button);
    }
  }
});

// A file that takes long to make is fetched while the page tells how long, and saved then.
async function fetchFile(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) {
    throw new Error(answer.statusText);
  }
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "");
  const file = document.createElement("a");
  file.href = URL.createObjectURL(await answer.blob());
  file.download = name?.[1] ?? "";
  file.click();
  window.setTimeout(() => URL.revokeObjectURL(file.href), PATIENCE);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-busy]");
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (!link || !plain || event.defaultPrevented) {
    return;
  }
  event.preventDefault();
  if (!under.has(link)) {
    under.set(link, tell(link));
    fetchFile(link)
      .catch(() => window.location.assign(link.href))
      .finally(() => putBack(link));
  }
});

// Whoever comes back to this page, or has stopped it from being left, sends anew.
function again() {
  [...under.keys()].forEach(putBack);
}
window.addEventListener("pageshow", (event) => event.persisted && again());
window.navigation?.addEventListener("navigateerror", again);
