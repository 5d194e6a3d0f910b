// Exchanges two players of a draft: one name is chosen, then another, by keyboard, tap or mouse, or
// one is dragged onto the other. It sends the form "Exchange two players", which works without this
// script, and puts the page that comes back in the place of this one's, where it stands. One box in
// the head of the table chooses all boards that are shown.

const region = document.querySelector("[data-draft]");
const status = document.querySelector("[data-draft-status]");
const PATIENCE = 15000; // milliseconds
let chosen = null;
let busy = false;

const names = () => [...region.querySelectorAll("[data-player]")];
const nameOf = (id) => region.querySelector(`[data-player="${CSS.escape(id)}"]`);

function prepare() {
  prepareBoxes();
  if (!region.querySelector("form[data-swap]")) {
    return;
  }
  region.querySelector("[data-draft-hint]")?.removeAttribute("hidden");
  for (const name of names()) {
    name.setAttribute("role", "button");
    name.setAttribute("aria-pressed", "false");
    name.tabIndex = 0;
    name.draggable = true;
  }
  for (const link of region.querySelectorAll(".why")) {
    link.draggable = false; // a hasty drag of the name beside it is not one of the link
  }
}

const boxes = () => [...region.querySelectorAll("tr:not([hidden]) input[name=game]")];
const boxOfAll = () => region.querySelector("[data-choose-all] input");

function prepareBoxes() {
  if (boxOfAll()) {
    boxOfAll().parentElement.hidden = false;
    tellBoxOfAll();
  }
}

// How many are chosen, also of those that are not shown: what is done is done to all of them.
function tellCount() {
  const count = region.querySelector("[data-chosen-count]");
  const all = region.querySelectorAll("input[name=game]:checked").length;
  const rule = new Intl.PluralRules(document.documentElement.lang).select(all);
  const words = rule === "one" ? count.dataset.one : count.dataset.other;
  count.textContent = all ? words.replace("{count}", all) : "";
}

function tellBoxOfAll() {
  tellCount();
  const chosenBoxes = boxes().filter((box) => box.checked).length;
  boxOfAll().checked = chosenBoxes === boxes().length;
  boxOfAll().indeterminate = chosenBoxes > 0 && !boxOfAll().checked;
}

function choose(name) {
  leave();
  chosen = name;
  name.setAttribute("aria-pressed", "true");
  status.textContent = region.dataset.chosen.replace("{name}", name.textContent);
}

function leave(tell = false) {
  chosen?.setAttribute("aria-pressed", "false");
  chosen = null;
  if (tell) {
    status.textContent = region.dataset.left;
  }
}

function press(name) {
  if (!chosen) {
    choose(name);
  } else if (chosen === name) {
    leave(true);
  } else {
    exchange(chosen.dataset.player, name.dataset.player);
  }
}

async function exchange(first, second) {
  const form = region.querySelector("form[data-swap]");
  if (busy || !form || first === second) {
    return;
  }
  busy = true;
  const body = new FormData(form);
  body.set("first", first);
  body.set("second", second);
  body.set("action", "swap");
  try {
    const signal = AbortSignal.timeout?.(PATIENCE); // older browsers wait
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body, signal });
    if (answer.status >= 500) {
      throw new Error(answer.status);
    }
    show(await answer.text(), first);
  } catch {
    leave();
    status.textContent = region.dataset.lost;
  }
  busy = false;
}

function show(html, first) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.querySelector("[data-draft]");
  if (!fresh) {
    window.location.reload(); // published meanwhile, or no longer ours
    return;
  }
  const open = [...region.querySelectorAll("details[open][id]")].map((details) => details.id);
  chosen = null;
  region.replaceChildren(...fresh.childNodes);
  for (const id of open) {
    document.getElementById(id)?.setAttribute("open", "");
  }
  prepare();
  region.dispatchEvent(new CustomEvent("shinpan:refreshed", { bubbles: true }));
  const notices = [
    ...page.querySelectorAll("main > .notice"),
    ...region.querySelectorAll("form[data-swap] .notice li"),
  ];
  const said = notices.map((one) => one.textContent.trim());
  status.textContent = said.join(" ");
  nameOf(first)?.focus({ preventScroll: true });
}

// Black and White of a board are neighbours: up and down goes from board to board.
function walk(name, key) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2 }[key];
  const all = names();
  const next = step && all[all.indexOf(name) + step];
  next?.focus();
  return Boolean(step);
}

region.addEventListener("change", (event) => {
  if (event.target === boxOfAll()) {
    for (const box of boxes()) {
      box.checked = event.target.checked;
    }
  } else if (event.target.name === "game") {
    tellBoxOfAll();
  }
});

region.addEventListener("click", (event) => {
  const name = event.target.closest("[data-player]");
  if (name) {
    press(name);
  }
});

region.addEventListener("keydown", (event) => {
  const name = event.target.closest("[data-player]");
  if (event.key === "Escape" && chosen) {
    leave(true);
  } else if (name && (event.key === "Enter" || event.key === " ")) {
    press(name);
  } else if (!name || !walk(name, event.key)) {
    return;
  }
  event.preventDefault();
});

let dragged = null;

region.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.("[data-player]") ?? null;
  if (dragged) {
    event.dataTransfer.setData("text/plain", dragged.textContent);
    event.dataTransfer.effectAllowed = "move";
  }
});

region.addEventListener("dragover", (event) => {
  const over = dragged && event.target.closest("[data-player]");
  region.querySelector(".over")?.classList.remove("over");
  if (over && over !== dragged) {
    over.classList.add("over");
    event.preventDefault();
  }
});

region.addEventListener("drop", (event) => {
  const over = dragged && event.target.closest("[data-player]");
  if (over && over !== dragged) {
    event.preventDefault();
    exchange(dragged.dataset.player, over.dataset.player);
  }
});

region.addEventListener("dragend", () => {
  dragged = null;
  region.querySelector(".over")?.classList.remove("over");
});

prepare();
