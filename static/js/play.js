// Playing through a proof without loading whole pages: a link of the part that shows the line asks
// for its address, and only that part is taken over. Without this module they are links like any.

const HOME = "[data-play]";
const KEYS = { ArrowLeft: "#step-previous", ArrowRight: "#step-next", Home: "#step-first",
  End: "#step-last" };
const MOST_WAITING = 3; // steps, while a key is held down; no tap is left out
let work = Promise.resolve();
let waiting = 0;

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
  if (focused !== null) {
    const again = document.getElementById(focused) ?? document.getElementById("step-next");
    again?.focus({ preventScroll: true });
  }
  const said = ["[role=alert]", "[data-play-caption]", ".notice.good"];
  document.querySelector("[data-play-status]").textContent = said
    .map((one) => fresh.querySelector(one)?.textContent.trim())
    .filter(Boolean)
    .join(" ");
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

document.addEventListener("keydown", (event) => {
  const within = document.activeElement?.closest(HOME);
  const to = KEYS[event.key] && document.querySelector(KEYS[event.key]);
  if (to && within && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (waiting <= MOST_WAITING) {
      step(() => document.querySelector(KEYS[event.key]).href, true);
    }
  }
});

window.addEventListener("popstate", () => step(() => window.location.href, false));
