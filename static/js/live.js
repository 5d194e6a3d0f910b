// Keeps a part of a page fresh: <div data-live="/address/"> asks its address again and again and
// takes over what comes back, until the answer says that nothing more will come (data-live-done).
// An unchanged part costs the server next to nothing: it answers 304 to the ETag.

const FAST = 1000; // while something is being worked on
const SLOW = 5000; // later on: somebody else may act
const HIDDEN = 30000;
const FAST_FOR = 30; // answers, before the pace drops

function start(region) {
  let tag = region.dataset.liveTag ?? "";
  let asked = 0;
  let timer = 0;

  async function ask() {
    asked += 1;
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(region.dataset.live, { headers, cache: "no-store" });
      if (answer.status === 200) {
        tag = answer.headers.get("ETag") ?? "";
        takeOver(region, await answer.text());
      } else if (answer.status !== 304 && answer.status < 500) {
        return; // no longer ours to see: the page as it stands stays
      }
    } catch {
      // No network for a moment: ask again later, the page stays as it is.
    }
    plan();
  }

  function plan() {
    window.clearTimeout(timer);
    if (region.querySelector("[data-live-done]")) {
      return;
    }
    const busy = region.querySelector("[data-live-busy]") && asked < FAST_FOR;
    const pace = document.hidden ? HIDDEN : busy ? FAST : SLOW;
    timer = window.setTimeout(ask, pace);
  }

  document.addEventListener("visibilitychange", plan);
  plan();
}

// Put the answer in place, and keep the keyboard focus where it was.
function takeOver(region, html) {
  const focused = document.activeElement;
  const id = region.contains(focused) ? focused.id : "";
  region.innerHTML = html;
  const status = document.querySelector("[data-live-status]");
  const news = region.querySelector("[data-live-news]");
  if (status && news && status.textContent !== news.dataset.liveNews) {
    status.textContent = news.dataset.liveNews;
  }
  if (id) {
    document.getElementById(id)?.focus();
  }
  region.dispatchEvent(new CustomEvent("shinpan:refreshed", { bubbles: true }));
}

document.querySelectorAll("[data-live]").forEach(start);
