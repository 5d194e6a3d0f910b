// The list at the door: a tap is sent without leaving the page, the list is fetched again every
// few seconds, so that two tablets show the same, and the search finds while one types.

const PACE = 4000;
const TYPED = 200;
const PATIENCE = 8000; // for an answer: nothing else is asked meanwhile

const region = document.querySelector("[data-door]");
const finder = document.querySelector("[data-door-find]");
const lost = document.querySelector("[data-door-lost]");
let tag = "";
let held = false; // a finger is down: what is under it may not be exchanged
let queue = Promise.resolve(); // one question after the other, so that no old answer comes last
let waiting = 0;

// A button that stays is never exchanged, nor what a finger may be on in it.
function show(html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const now = [...region.querySelectorAll(".door button")];
  const next = [...fresh.content.querySelectorAll(".door button")];
  const same = now.length === next.length && now.every((button, at) => button.id === next[at].id);
  if (!same || fresh.content.querySelector("[role=alert]")) {
    exchange(fresh.content);
    return;
  }
  now.forEach((button, at) => {
    if (button.outerHTML !== next[at].outerHTML) {
      button.value = next[at].value;
      button.setAttribute("aria-pressed", next[at].getAttribute("aria-pressed"));
      button.querySelector(".mark").textContent = next[at].querySelector(".mark").textContent;
    }
  });
  region.querySelector("[data-door-count]").replaceWith(
    fresh.content.querySelector("[data-door-count]"),
  );
}

function exchange(content) {
  const focused = region.contains(document.activeElement) ? document.activeElement.id : "";
  region.replaceChildren(content);
  if (focused) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

function ask(address, options = {}) {
  waiting += 1;
  queue = queue.then(async () => {
    try {
      const headers = tag && !options.method ? { "If-None-Match": tag } : {};
      const signal = AbortSignal.timeout?.(PATIENCE); // older browsers wait
      const answer = await fetch(address, { cache: "no-store", headers, signal, ...options });
      if (answer.status !== 304) {
        if (!answer.ok) {
          throw new Error(String(answer.status));
        }
        const html = await answer.text();
        tag = answer.headers.get("ETag") ?? "";
        // Of several taps in a row the last answer shows them all.
        if (waiting === 1) {
          show(html);
        } else {
          tag = "";
        }
      }
      if (answer.status === 304) {
        tag = answer.headers.get("ETag") ?? tag; // made again, and the same
      }
      lost.hidden = true;
    } catch {
      tag = "";
      lost.hidden = false;
    }
    waiting -= 1;
  });
  return queue;
}

function refresh() {
  const wanted = new URLSearchParams({ q: finder.elements.q.value });
  return ask(`${region.dataset.door}?${wanted}`);
}

region.addEventListener("submit", (event) => {
  event.preventDefault();
  const pressed = event.submitter;
  const body = new FormData(event.target, pressed);
  body.set("q", finder.elements.q.value);
  body.set("part", "1");
  pressed.setAttribute("aria-pressed", String(pressed.value.endsWith("-1")));
  ask(event.target.action, { method: "POST", body });
});

let typing = 0;
finder.addEventListener("input", () => {
  window.clearTimeout(typing);
  typing = window.setTimeout(refresh, TYPED);
});
finder.addEventListener("submit", (event) => {
  event.preventDefault();
  refresh();
});

region.addEventListener("pointerdown", () => {
  held = true;
});
for (const over of ["pointerup", "pointercancel"]) {
  window.addEventListener(over, () => {
    held = false;
  });
}
window.setInterval(() => {
  if (!document.hidden && !held && !waiting) {
    refresh();
  }
}, PACE);
document.addEventListener("visibilitychange", () => document.hidden || refresh());
