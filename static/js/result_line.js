// The result line: every Enter sends what was typed and empties the field at once, so that the next
// result can be typed while the last is on its way. Lines go out one after the other, in the order
// of typing; what could not be done comes back into the field. What is asked back stands under the
// field until it is answered, whatever is typed meanwhile; the server keeps it.

const form = document.querySelector("form[data-line]");
const field = form?.querySelector('input[name="line"]');
const place = document.querySelector("[role=status][data-line-answer]");
const questions = document.querySelector("section > [data-line-questions]");
const PATIENCE = 15000; // milliseconds: the lines typed since wait for this one
let queue = Promise.resolve();

// `typed` is what comes back into the field where the server does not answer.
async function send(body, typed = "") {
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
    refuse(typed, typed ? form.dataset.lineLost : questions.dataset.lost);
    return;
  }
  if (!answer.ok) {
    // The session is over or the link revoked: the whole page says so.
    field.value = body.get("line") ?? "";
    form.submit();
    return;
  }
  const part = document.createElement("template");
  part.innerHTML = await answer.text();
  say(part.content.querySelector("[data-line-answer]"));
  ask(part.content.querySelector("[data-line-questions]"));
  putBack(place.querySelector("[data-kept]")?.dataset.kept ?? "");
  document.querySelector("[data-live]")?.dispatchEvent(new CustomEvent("shinpan:stale"));
}

// Why something stands in the field again is said for as long as it stands there.
function say(answer) {
  const mended = !field.hasAttribute("aria-invalid");
  const before = mended ? [] : [...place.querySelectorAll(".error")];
  place.replaceChildren(...before, ...answer.childNodes);
}

// Whoever has reached a button stays on it.
function ask(answer) {
  const focused = questions.contains(document.activeElement) ? document.activeElement.id : "";
  questions.replaceChildren(...answer.childNodes);
  if (focused) {
    (document.getElementById(focused) ?? field).focus({ preventScroll: true });
  }
}

function refuse(typed, why) {
  const said = document.createElement("p");
  said.className = "error";
  said.textContent = why;
  place.replaceChildren(said);
  putBack(typed);
  questions.querySelectorAll("[aria-busy]").forEach((one) => one.removeAttribute("aria-busy"));
}

// What is to be mended stands before what has been typed since.
function putBack(text) {
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
    const body = new FormData(form);
    body.set("line", text);
    field.value = "";
    field.removeAttribute("aria-invalid");
    queue = queue.then(() => send(body, text));
  }
});

questions?.addEventListener("submit", (event) => {
  if (event.submitter.hasAttribute("formaction")) {
    return; // settling a report leads to a page of its own
  }
  event.preventDefault();
  const asked = event.target;
  if (!asked.hasAttribute("aria-busy")) {
    const body = new FormData(asked);
    body.set(event.submitter.name, event.submitter.value);
    asked.setAttribute("aria-busy", "true");
    field.focus({ preventScroll: true });
    queue = queue.then(() => send(body));
  }
});
