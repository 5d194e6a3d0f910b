// Playing through a proof without loading whole pages: a link of the part that shows the line asks
// for its address, and only that part is taken over. Without this module they are links like any.

const HOME = "[data-play]";
const KEYS = { ArrowLeft: "#step-previous", ArrowRight: "#step-next", Home: "#step-first",
  End: "#step-last" };
let asked = 0;

function parse(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

async function go(address, pushed) {
  asked += 1;
  const mine = asked;
  const home = document.querySelector(HOME);
  let fresh = null;
  try {
    const answer = await fetch(address);
    fresh = parse(await answer.text()).querySelector(HOME);
  } catch {
    fresh = null;
  }
  if (mine !== asked) {
    return; // another step was asked for since
  }
  if (!fresh) {
    window.location.assign(address); // the whole page says why
    return;
  }
  const focused = home.contains(document.activeElement) ? document.activeElement.id : null;
  const open = [...home.querySelectorAll("details[open][id]")].map(({ id }) => id);
  home.replaceWith(document.adoptNode(fresh));
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
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) {
    return;
  }
  event.preventDefault();
  go(new URL(link.getAttribute("href"), window.location.href).href, true);
});

document.addEventListener("keydown", (event) => {
  const link = KEYS[event.key] && document.querySelector(KEYS[event.key]);
  const within = document.activeElement?.closest?.(HOME);
  if (link && within && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    link.click();
  }
});

window.addEventListener("popstate", () => go(window.location.href, false));
