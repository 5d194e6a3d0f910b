// A double click is one press. Where the first click redraws what is under the pointer, the second
// must not press what has come there instead: the next question's button, or the way back. What ends
// a game (data-read-first) takes no press before its page could be read.

const QUICK = 500; // milliseconds
const READING = 1500;
const NEAR = 12; // pixels
let last = null;

function pressed(event) {
  const found = event.target.closest?.("a[href], button, input, summary, label");
  const control = found?.control ?? found; // a label presses its field
  const tap = control?.querySelector("rect.tap"); // a point of a board is the same when redrawn
  const id = control?.id || (tap && `${tap.getAttribute("x")} ${tap.getAttribute("y")}`);
  return { control, id, value: control?.value, x: event.clientX, y: event.clientY, at: event.timeStamp };
}

function same(one, other) {
  const redrawn = one.id && one.id === other.id && one.value === other.value;
  return one.control === other.control || redrawn;
}

for (const button of document.querySelectorAll("[data-read-first]")) {
  button.disabled = true;
  window.setTimeout(() => { button.disabled = false; }, READING);
}

document.addEventListener("click", (event) => {
  if (!event.detail) {
    return; // by a key or a script
  }
  const press = pressed(event);
  const soon = last && press.at - last.at < QUICK;
  if (soon && Math.hypot(press.x - last.x, press.y - last.y) < NEAR && press.control && !same(press, last)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    last.at = press.at;
    return;
  }
  last = press;
}, true);
