// The result line: every Enter sends what was typed and empties the field at once, so that the next
// result can be typed while the last is on its way. Lines go out one after the other, in the order
// of typing; what could not be done comes back into the field.

const form = document.querySelector("form[data-line]");
const field = form?.querySelector('input[name="line"]');
const place = document.querySelector("[data-line-answer]");
const PATIENCE = 15000; // milliseconds: the lines typed since wait for this one
let queue = Promise.resolve();

async function send(text) {
  const body = new FormData(form);
  body.set("line", text);
  let answer;
  try {
    answer = await fetch(form.action, {
      method: "POST",
      body,
      headers: { "X-Shinpan-Part": "1" },
      redirect: "error",
      signal: AbortSignal.timeout?.(PATIENCE), // older browsers wait
    });
  } catch {
    answer = null;
  }
  if (!answer || answer.status >= 500) {
    refuse(text, form.dataset.lineLost);
    return;
  }
  if (!answer.ok) {
    // The session is over or the link revoked: the whole page says so.
    field.value = text;
    form.submit();
    return;
  }
  place.innerHTML = await answer.text();
  const kept = place.querySelector("[data-kept]")?.dataset.kept ?? "";
  putBack(kept);
  document.querySelector("[data-live]")?.dispatchEvent(new CustomEvent("shinpan:stale"));
}

function refuse(text, why) {
  const said = document.createElement("p");
  said.className = "error";
  said.textContent = why;
  place.replaceChildren(said);
  putBack(text);
}

// What is to be mended stands before what has been typed since.
function putBack(text) {
  field.toggleAttribute("aria-invalid", false);
  if (text) {
    field.setAttribute("aria-invalid", "true");
    field.value = field.value.trim() ? `${text}; ${field.value}` : text;
  }
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = field.value.trim();
  field.focus();
  if (text) {
    field.value = "";
    queue = queue.then(() => send(text));
  }
});
