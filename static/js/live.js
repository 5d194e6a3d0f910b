// Keeps a part of a page fresh: <div data-live="/address/"> asks its address again and again and
// takes over what comes back, until the answer says that nothing more will come (data-live-done).
// An unchanged part costs the server next to nothing: it answers 304 to the ETag.
// data-live-pace says how many seconds lie between two questions where nobody waits for the next:
// on the part itself, or on something in it while that stands there.
// What a <template data-live-for="id"> in the part holds belongs elsewhere on the page, there.
// data-live-state in the part: once it is another, what the page was told as it came is out of date.

const FAST = 1000; // while something is being worked on
const SLOW = 5000; // later on: somebody else may act
const HIDDEN = 30000;
const PATIENCE = 8000; // for an answer
const HELD = 3000; // as long as a finger may stay on what is to be exchanged
const FAST_FOR = 30; // answers, before the pace drops
const GONE = [401, 403, 404, 410];
// Going back shows the page as the browser kept it: old.
const BACK = performance.getEntriesByType("navigation")[0]?.type === "back_forward";

function start(region) {
  let tag = region.dataset.liveTag ?? "";
  let asked = 0;
  let timer = 0;
  let last = BACK ? 0 : Date.now(); // when it was asked
  // What this page showed first as the report to answer: the server says when it is another.
  let shown = answerOf(region);
  let told = newsOf(region);
  const came = stateOf(region);
  let alerted = "";
  let held = 0; // since when a finger is down: what is under it is not exchanged

  async function ask(quietly = false) {
    window.clearTimeout(timer);
    asked += 1;
    last = Date.now();
    const mine = asked;
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      // Older browsers know no such signal: they wait.
      const signal = AbortSignal.timeout?.(PATIENCE);
      const answer = await fetch(address(), { headers, cache: "no-store", signal });
      const date = answer.headers.get("Date");
      document.dispatchEvent(new CustomEvent("shinpan:heard", { detail: date }));
      const text = await answer.text();
      await released();
      if (mine !== asked) {
        return; // somebody has asked again since: that answer counts
      }
      if (answer.status === 200) {
        tag = answer.headers.get("ETag") ?? "";
        takeOver(region, text);
        shown ||= answerOf(region);
        told = quietly ? newsOf(region) : told;
        tell();
        warn();
        outdate();
      } else if (answer.status === 304) {
        tag = answer.headers.get("ETag") ?? tag; // made again, and the same
      } else if (GONE.includes(answer.status)) {
        return; // no longer ours to see: the page as it stands stays
      }
    } catch {
      // No network for a moment: ask again later, the page stays as it is.
      if (mine !== asked) {
        return;
      }
    }
    plan();
  }

  async function released() {
    while (held && Date.now() - held < HELD) {
      await new Promise((go) => window.setTimeout(go, 50));
    }
  }

  // The page's own address says at which move each board stands.
  function address() {
    const [path, more = ""] = region.dataset.live.split("?");
    const wanted = new URLSearchParams(`${more}&${window.location.search.slice(1)}`);
    wanted.set("shown", shown);
    return `${path}?${wanted}`;
  }

  function tell() {
    const status = document.querySelector("[data-live-status]");
    const news = newsOf(region);
    if (status && news !== told) {
      told = news;
      status.textContent = news;
    }
  }

  // Another report under the button: nobody may answer it before having read it.
  function warn() {
    const notice = region.querySelector("[data-live-alert]");
    if (notice && notice.dataset.liveAlert !== alerted) {
      alerted = notice.dataset.liveAlert;
      notice.focus();
    }
  }

  // "Your opponent can confirm it now": not any more, once the game is locked.
  function outdate() {
    if (stateOf(region) !== came) {
      document.querySelectorAll("main > .notice[role='status']").forEach((one) => one.remove());
    }
  }

  function pace() {
    const busy = region.querySelector("[data-live-busy]") && asked < FAST_FOR;
    const said = region.querySelector("[data-live-pace]") ?? region;
    const slow = Number(said.dataset.livePace) * 1000 || SLOW;
    return document.hidden ? Math.max(HIDDEN, slow) : busy ? FAST : slow;
  }

  function plan() {
    window.clearTimeout(timer);
    if (!region.querySelector("[data-live-done]")) {
      const rest = last + pace() - Date.now();
      timer = window.setTimeout(() => ask(), Math.max(0, Math.min(pace(), rest)));
    }
  }

  region.addEventListener("pointerdown", () => {
    held = Date.now();
  });
  for (const over of ["pointerup", "pointercancel"]) {
    window.addEventListener(over, () => {
      held = 0;
    });
  }
  // Taken out of a pocket, a phone asks at once if it is time.
  document.addEventListener("visibilitychange", plan);
  window.addEventListener("pageshow", plan);
  window.addEventListener("online", plan);
  // A visitor who changed something here has been told already.
  region.addEventListener("shinpan:stale", () => ask(true));
  plan();
}

function answerOf(region) {
  return region.querySelector("[data-live-answer]")?.dataset.liveAnswer ?? "";
}

function newsOf(region) {
  return region.querySelector("[data-live-news]")?.dataset.liveNews ?? "";
}

function stateOf(region) {
  return region.querySelector("[data-live-state]")?.dataset.liveState ?? "";
}

// A row of a table is known by where its first link leads.
function rowsOf(region) {
  const rows = [...region.querySelectorAll("tbody tr")];
  return new Map(rows.map((row) => [row.querySelector("a[href]")?.getAttribute("href"), row]));
}

// What has become another row since is seen without being looked for.
function flash(region, before) {
  for (const [key, row] of rowsOf(region)) {
    const was = before.get(key);
    if (key && was && was.textContent !== row.textContent) {
      row.classList.add("changed");
    }
  }
}

// Put the answer in place; what was folded out and the keyboard focus stay where they were.
function takeOver(region, html) {
  const before = rowsOf(region);
  const focused = document.activeElement;
  const inside = region.contains(focused);
  const open = [...region.querySelectorAll("details[open][id]")].map((details) => details.id);
  const shown = region.querySelector(".which :checked")?.id;
  region.innerHTML = html;
  for (const news of region.querySelectorAll("template[data-live-for]")) {
    document.getElementById(news.dataset.liveFor)?.replaceChildren(news.content);
  }
  flash(region, before);
  document.getElementById(shown)?.setAttribute("checked", "");
  for (const id of open) {
    document.getElementById(id)?.setAttribute("open", "");
  }
  region.dispatchEvent(new CustomEvent("shinpan:refreshed", { bubbles: true }));
  if (inside) {
    const again = focused.id ? document.getElementById(focused.id) : null;
    (again ?? region.querySelector("[data-live-home]"))?.focus({ preventScroll: true });
  }
}

document.querySelectorAll("[data-live]").forEach(start);
