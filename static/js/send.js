// Sending without a connection would end on the browser's own page for errors, and the way back
// from there forgets the record and its marks. So before a form leaves, the server is asked whether
// it is there; if not, the page stays as it is and says so. Without this module it just leaves.

const form = document.querySelector("form[data-there]");
const lost = form?.querySelector("[data-lost]");
const PATIENCE = 8000; // milliseconds
let asking = false;
let sure = false;

async function there() {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    return (await fetch(form.dataset.there, { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}

form?.addEventListener("submit", async (event) => {
  if (sure) {
    return;
  }
  event.preventDefault();
  if (asking) {
    return; // a double tap
  }
  asking = true;
  lost.hidden = true;
  if (await there()) {
    sure = true;
    form.requestSubmit(event.submitter);
  } else {
    lost.hidden = false;
    lost.scrollIntoView({ block: "nearest" });
  }
  asking = false;
});

// Whoever comes back to this page sends anew.
window.addEventListener("pageshow", () => {
  sure = false;
});
