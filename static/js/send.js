// Sending without a connection would end on the browser's own page for errors, and the way back
// from there forgets the record and its marks. So before a form leaves, the server is asked whether
// it is there; if not, the page stays as it is and says so. Without this module it just leaves, and
// so it does in browsers that cannot ask with an end or send by a script.

const form = document.querySelector("form[data-there]");
const lost = form?.querySelector("[data-lost]");
const sending = form?.querySelector("[data-sending]");
const able = Boolean(AbortSignal.timeout && form?.requestSubmit);
const PATIENCE = 8000; // milliseconds
let asking = false;
let sure = false;

// Whatever it answers, it is there.
async function there() {
  try {
    await fetch(form.dataset.there, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return true;
  } catch {
    return false;
  }
}

// Marking stones exchanges a part of the form: the button that was pressed may be a new one now.
function standing(button) {
  const same = ({ name, value }) => name === button.name && value === button.value;
  return !button || button.isConnected ? button : [...form.elements].find(same);
}

function tell(button, busy) {
  sending.hidden = !busy;
  if (busy) {
    button?.setAttribute("aria-busy", "true");
  } else {
    form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
  }
}

form?.addEventListener("submit", async (event) => {
  if (sure || !able) {
    return;
  }
  event.preventDefault();
  if (asking) {
    return; // a double tap
  }
  asking = true;
  lost.hidden = true;
  tell(event.submitter, true);
  try {
    sure = await there();
    if (sure) {
      form.requestSubmit(standing(event.submitter));
    }
  } finally {
    asking = false;
    if (!sure) {
      tell(event.submitter, false);
      lost.hidden = false;
      lost.scrollIntoView({ block: "nearest" });
    }
  }
});

// Whoever comes back to this page sends anew.
window.addEventListener("pageshow", () => {
  sure = false;
  if (form) {
    tell(null, false);
  }
});
