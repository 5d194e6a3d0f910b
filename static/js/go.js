// "What would you like to do?": / or the button beside the menu opens the page that finds pages,
// settings, words and players over this one, and asks it while somebody types. Arrow keys move
// through what is found. Without this module the button leads to that page.

const PATIENCE = 8000; // milliseconds; then the button leads there
const PAUSE = 150; // milliseconds without another letter
const opener = document.querySelector("a[data-go]");
const TYPED = "input, textarea, select, [contenteditable], dialog[open]";
let dialog = null;
let timer = 0;
let asked = 0;

async function page(address) {
  const signal = AbortSignal.timeout?.(PATIENCE); // older browsers wait
  const answer = await fetch(address, { signal });
  if (!answer.ok) {
    throw new Error(answer.statusText);
  }
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  return found.querySelector("[data-go-page]");
}

async function open() {
  document.querySelector("[popover]:popover-open")?.hidePopover();
  if (!dialog) {
    dialog = document.createElement("dialog");
    dialog.className = "going";
    dialog.setAttribute("aria-labelledby", "go-title");
    dialog.append(document.adoptNode(await page(opener.href)));
    dialog.querySelector("[data-go-form]").action = opener.href;
    dialog.addEventListener("input", () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => find().catch(() => {}), PAUSE);
    });
    dialog.addEventListener("keydown", walk);
    // A press beside it closes it.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
  }
  if (!dialog.open) {
    dialog.showModal();
    dialog.querySelector("input").select();
  }
}

async function find() {
  asked += 1;
  const mine = asked;
  const address = new URL(opener.href);
  address.searchParams.set("q", dialog.querySelector("input").value);
  const found = (await page(address)).querySelector("[data-go-found]");
  if (mine === asked) {
    dialog.querySelector("[data-go-found]").replaceChildren(...document.adoptNode(found).childNodes);
  }
}

function walk(event) {
  if (event.key === "Escape") {
    dialog.close(); // at once: else it would empty the field first
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    const stops = [dialog.querySelector("input"), ...dialog.querySelectorAll(".go a")];
    const next = stops[stops.indexOf(document.activeElement) + step];
    next?.focus();
    event.preventDefault();
  }
}

// Enter in the field goes to the first thing that is found, as soon as it is.
async function first(event) {
  event.preventDefault();
  window.clearTimeout(timer);
  await find();
  dialog.querySelector(".go a")?.click();
}

if (opener && document.querySelector("[data-go-page]") === null) {
  document.addEventListener("keydown", (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "/" && plain && !event.target.closest?.(TYPED)) {
      event.preventDefault();
      open().catch(() => window.location.assign(opener.href));
    }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-go]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
      event.preventDefault();
      open().catch(() => window.location.assign(link.href));
    }
  });
  document.addEventListener("submit", (event) => {
    if (event.target.closest("dialog.going")) {
      first(event).catch(() => event.target.submit());
    }
  });
}
