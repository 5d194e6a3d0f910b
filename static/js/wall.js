// The wall display: shows one page after another, as many rows as the screen has room for, and
// keeps itself fresh. Without a network it goes on with what it has and says how old that is.

const EVERY = 5000; // between two questions to the server
const STAY = 10000; // on one page
const PATIENCE = 8000; // for an answer
const STALE = 60; // seconds
const MINUTE = 60;
const [NARROW, WIDE, GAP, MOST_COLUMNS] = [20, 26, 1.5, 3]; // columns, in em as in the style sheet
const LARGER = 1.2; // at most, of what the style sheet says

const wall = document.querySelector("[data-wall]");
const content = wall.querySelector("[data-wall-content]");
const keys = wall.querySelector("[data-wall-keys]");
const pauseKey = wall.querySelector('[data-wall-key="pause"]');
let tag = wall.dataset.wallTag;
let heard = Date.now(); // when the server last said that this is so
let lost = false;
let paused = false;
let pages = []; // { section, from, to }
let current = 0;
let asking = 0;
let turning = 0;

// Pages ------------------------------------------------------------------------------------

function layOut(section) {
  const list = section.querySelector(".wall-list");
  const rows = [...list.children];
  for (const row of rows) {
    row.hidden = false;
  }
  list.style.setProperty("--scale", 1);
  const style = window.getComputedStyle(list);
  const em = Number.parseFloat(style.fontSize);
  const wide = list.classList.contains("wide-rows") ? WIDE : NARROW;
  const room = Math.floor((list.clientWidth / em + GAP) / (wide + GAP));
  const columns = Math.max(1, Math.min(MOST_COLUMNS, room));
  const height = rows[0].getBoundingClientRect().height;
  const fit = Math.max(1, Math.floor((list.clientHeight + 0.5) / height));
  // The last page is as full as the others: nobody likes a screen with one name.
  const count = Math.ceil(rows.length / (fit * columns));
  const perPage = Math.ceil(rows.length / count);
  list.style.setProperty("--columns", columns);
  const used = Math.min(fit, Math.ceil(perPage / columns));
  list.style.setProperty("--rows", used);
  // Fewer rows than there is room for are written larger; two names in a row have no room for it.
  list.style.setProperty("--scale", wide === WIDE ? 1 : Math.min(LARGER, fit / used));
  return Array.from({ length: count }, (_, page) => ({
    section,
    rows,
    from: page * perPage,
    to: (page + 1) * perPage,
  }));
}

function measure() {
  const before = pages[current];
  const sections = [...content.querySelectorAll("[data-screen]")];
  pages = [];
  for (const section of sections) {
    for (const other of sections) {
      other.hidden = other !== section;
    }
    pages.push(...layOut(section));
  }
  // Stay where the eye was: at the same rows of the same screen.
  const same = pages.findIndex(
    (page) =>
      before &&
      page.section.dataset.screen === before.section.dataset.screen &&
      page.from <= before.from &&
      before.from < page.to,
  );
  turnTo(Math.max(0, same));
}

function turnTo(number) {
  if (!pages.length) {
    say("[data-wall-page]", "");
    return;
  }
  current = (number + pages.length) % pages.length;
  const { section, rows, from, to } = pages[current];
  for (const other of content.querySelectorAll("[data-screen]")) {
    other.hidden = other !== section;
  }
  rows.forEach((row, index) => {
    row.hidden = index < from || index >= to;
  });
  const text = wall.dataset.page.replace("{n}", current + 1).replace("{all}", pages.length);
  say("[data-wall-page]", paused ? `${text} · ${wall.dataset.paused}` : pages.length > 1 ? text : "");
}

function keepTurning() {
  window.clearInterval(turning);
  if (!paused && !document.hidden) {
    turning = window.setInterval(() => turnTo(current + 1), STAY);
  }
}

// News -------------------------------------------------------------------------------------

async function ask() {
  window.clearTimeout(asking);
  if (document.hidden) {
    return;
  }
  try {
    const answer = await fetch(wall.dataset.wall, {
      headers: { "If-None-Match": tag },
      cache: "no-store",
      signal: AbortSignal.timeout?.(PATIENCE), // older browsers wait
    });
    const date = answer.headers.get("Date");
    document.dispatchEvent(new CustomEvent("shinpan:heard", { detail: date }));
    if (answer.status === 200) {
      const text = await answer.text();
      tag = answer.headers.get("ETag") ?? "";
      content.innerHTML = text;
      measure();
    } else if (answer.status !== 304) {
      throw new Error(answer.statusText);
    }
    heard = Date.now();
    lost = false;
  } catch {
    lost = true;
  }
  tellAge();
  asking = window.setTimeout(ask, EVERY);
}

function tellAge() {
  const age = Math.max(0, Math.round((Date.now() - heard) / 1000));
  const place = wall.querySelector("[data-wall-age]");
  const stale = lost || age > STALE;
  place.classList.toggle("stale", stale);
  const words = !stale ? wall.dataset.fresh : age < 2 * MINUTE ? wall.dataset.stale : wall.dataset.older;
  place.textContent = words.replace("{n}", age < 2 * MINUTE ? age : Math.floor(age / MINUTE));
}

function say(place, text) {
  wall.querySelector(place).textContent = text;
}

// Keys -------------------------------------------------------------------------------------

function press(key) {
  if (key === "pause") {
    paused = !paused;
    pauseKey.setAttribute("aria-pressed", paused);
    turnTo(current);
  } else {
    turnTo(current + (key === "next" ? 1 : -1));
  }
  keepTurning();
}

let used = 0;
function showKeys() {
  document.body.classList.add("used");
  window.clearTimeout(used);
  used = window.setTimeout(() => document.body.classList.remove("used"), 4000);
}

keys.addEventListener("click", (event) => {
  const key = event.target.closest("[data-wall-key]");
  if (key) {
    press(key.dataset.wallKey);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) {
    return; // the browser's own: printing, going back
  }
  const key = { ArrowLeft: "previous", ArrowRight: "next", p: "pause", " ": "pause" }[event.key];
  showKeys();
  // The space bar on a button presses that button.
  if (key && !(event.key === " " && event.target.closest("button, a"))) {
    event.preventDefault();
    press(key);
  }
});
document.addEventListener("pointermove", showKeys);

document.body.classList.add("paged");
keys.hidden = false;
tellAge();
keepTurning();
// Its size is that of the screen and not of what it shows: this measures at the start as well.
new ResizeObserver(measure).observe(content);
asking = window.setTimeout(ask, EVERY);
window.setInterval(tellAge, 1000);
window.addEventListener("online", ask);
document.addEventListener("visibilitychange", () => {
  keepTurning();
  ask();
});
