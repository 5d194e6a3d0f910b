// Playing through a proof without loading whole pages: a link of the part that shows the line asks
// for its address, and only that part is taken over. On a board that is tapped the arrow keys stand
// on a point and Enter taps it. Without this module there are links like any, and lists.

import { centre, frame, moved } from "./cursor.js";

const HOME = "[data-play]";
const KEYS = { ArrowLeft: "#step-previous", ArrowRight: "#step-next", Home: "#step-first",
  End: "#step-last" };
const MOST_WAITING = 3; // steps, while a key is held down; no tap is left out
const SIGN = 4; // half the width of a square on a stone
let work = Promise.resolve();
let waiting = 0;
let cursor = null; // the point of the board that the keys stand on

// The board of the part, where it can be tapped.
function board() {
  return document.querySelector(`${HOME} [data-layer=links]`)?.closest("svg") ?? null;
}

// Let the keys reach the board that stands in the page now.
function offer() {
  const keys = document.querySelector("[data-board-keys]");
  const svg = board();
  if (!svg || !keys) {
    return;
  }
  keys.hidden = false;
  svg.setAttribute("role", "application");
  svg.setAttribute("tabindex", "0");
  svg.setAttribute("aria-describedby", keys.id);
}

// "Q16, white, dead"
function described(svg) {
  const [x, y] = centre(svg, cursor);
  const words = document.querySelector("[data-board-keys]").dataset;
  const size = Number(svg.dataset.size);
  const name = `${svg.dataset.columns[cursor % size]}${size - Math.floor(cursor / size)}`;
  const stone = svg.querySelector(`[data-layer=stones] [cx="${x}"][cy="${y}"]`)?.classList;
  const colour = stone?.contains("b") ? words.black : words.white;
  const square = svg.querySelector(`.sign.square[x="${x - SIGN}"][y="${y - SIGN}"]`);
  const state = stone?.contains("dead") ? words.dead : square ? words.seki : "";
  const said = [name, stone ? colour : words.empty, state];
  return said.filter(Boolean).join(", ");
}

function say(text) {
  document.querySelector("[data-play-status]").textContent = text;
}

function stand(svg, point) {
  cursor = point;
  frame(svg, cursor);
  say(described(svg));
}

// The link under the point that the keys stand on.
function under(svg) {
  const half = svg.dataset.cell / 2;
  const [x, y] = centre(svg, cursor);
  return svg.querySelector(`rect.tap[x="${x - half}"][y="${y - half}"]`)?.closest("a") ?? null;
}

// Whether a key on the board was for it.
function onBoard(svg, event) {
  const to = moved(cursor, event.key, Number(svg.dataset.size));
  if (to !== null) {
    stand(svg, to);
  } else if (event.key === "Enter" || event.key === " ") {
    const link = under(svg);
    if (link) {
      step(() => now(link), true);
    }
  } else {
    return false;
  }
  event.preventDefault();
  return true;
}

// One step after the other: each goes on from what the one before it led to.
function step(address, pushed) {
  waiting += 1;
  work = work.then(() => go(address(), pushed)).finally(() => {
    waiting -= 1;
  });
}

function parse(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

// Where a link that was tapped leads now: the steps before it may have drawn it anew, with another
// address. A link that is gone, or a point that takes no tap any more, leads nowhere.
function now(link) {
  if (link.id) {
    return document.getElementById(link.id)?.href ?? null;
  }
  const tap = link.querySelector("rect.tap");
  if (!tap) {
    return link.href;
  }
  const place = `rect.tap[x="${tap.getAttribute("x")}"][y="${tap.getAttribute("y")}"]`;
  return document.querySelector(`${HOME} ${place}`)?.closest("a").href.baseVal ?? null;
}

async function go(wanted, pushed) {
  if (wanted === null) {
    return;
  }
  const address = new URL(wanted, window.location.href).href;
  const home = document.querySelector(HOME);
  let fresh = null;
  try {
    const answer = await fetch(address);
    fresh = parse(await answer.text()).querySelector(HOME);
  } catch {
    fresh = null;
  }
  if (!fresh) {
    window.location.assign(address); // the whole page says why
    return;
  }
  const onBoardNow = document.activeElement !== null && document.activeElement === board();
  const focused = home.contains(document.activeElement) ? document.activeElement.id : null;
  const open = [...home.querySelectorAll("details[open][id]")].map(({ id }) => id);
  const larger = home.querySelector("[data-larger]")?.checked;
  const { scrollLeft, scrollTop } = home.querySelector("[data-frame]") ?? home;
  home.replaceWith(document.adoptNode(fresh));
  if (larger) {
    fresh.querySelector("[data-larger]")?.click();
    fresh.querySelector("[data-frame]").scrollTo(scrollLeft, scrollTop);
  }
  open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  offer();
  const svg = board();
  if (onBoardNow && svg) {
    frame(svg, cursor);
    svg.focus({ preventScroll: true });
  } else if (focused !== null) {
    const again = document.getElementById(focused) ?? document.getElementById("step-next");
    again?.focus({ preventScroll: true });
  }
  const said = ["[role=alert]", "[data-play-caption]", ".notice.good"];
  say(said.map((one) => fresh.querySelector(one)?.textContent.trim()).filter(Boolean).join(" "));
  if (pushed) {
    window.history.pushState(null, "", address.replace(/#.*/, ""));
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(`${HOME} a[href]`);
  if (!link || "leaves" in link.dataset || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) {
    return;
  }
  event.preventDefault();
  step(() => now(link), true);
});

document.addEventListener("focusin", (event) => {
  if (event.target === board() && event.target.matches(":focus-visible")) {
    const middle = Math.floor(event.target.dataset.size / 2);
    stand(event.target, cursor ?? middle * event.target.dataset.size + middle);
  }
});

document.addEventListener("keydown", (event) => {
  const svg = board();
  const plain = !event.altKey && !event.ctrlKey && !event.metaKey;
  if (svg && plain && document.activeElement === svg && cursor !== null && onBoard(svg, event)) {
    return;
  }
  const within = document.activeElement?.closest(HOME);
  const to = KEYS[event.key] && document.querySelector(KEYS[event.key]);
  if (to && within && plain) {
    event.preventDefault();
    if (waiting <= MOST_WAITING) {
      step(() => document.querySelector(KEYS[event.key]).href, true);
    }
  }
});

offer();
window.addEventListener("popstate", () => step(() => window.location.href, false));
