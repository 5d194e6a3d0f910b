// A double click is one press: what the first click draws anew takes no second one, and what ends a
// game (data-read-first) takes none before its page could be read.

const QUICK = 500; // milliseconds
const READING = 1500;
const NEAR = 12; // pixels
let last = null;

function pressed(event) {
  const found = event.target.closest?.("a[href], button, input, summary, label");
  const control = found?.control ?? found; // a label presses its field
  const { x, y } = control?.querySelector("rect.tap")?.attributes ?? {}; // a point, drawn anew
  return { control, id: control?.id || (x && x.value + "," + y.value), value: control?.value, x: event.clientX, y: event.clientY, at: event.timeStamp };
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
