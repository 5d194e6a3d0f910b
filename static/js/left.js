// Says below a long text how many characters are left once there are few, and how many are too
// many. Nothing is cut, and the server refuses what is too long. It is said when typing pauses, so
// that a screen reader does not read out every number.

const PAUSE = 500; // milliseconds
const NEAR = 0.1; // of the limit
const number = new Intl.NumberFormat(document.documentElement.lang);
const waiting = new WeakMap();

// As the server counts: by code points, without the spaces around.
function tell(field) {
  const most = Number(field.dataset.most);
  const line = field.nextElementSibling;
  const left = most - [...field.value.trim()].length;
  const words = left < 0 ? line.dataset.over : line.dataset.left;
  line.classList.toggle("error", left < 0);
  line.textContent = left < most * NEAR ? `${words} ${number.format(Math.abs(left))}` : "";
}

function tellSoon(event) {
  const field = event.target;
  if (field.matches("[data-most]")) {
    clearTimeout(waiting.get(field));
    waiting.set(field, setTimeout(tell, PAUSE, field));
  }
}

document.addEventListener("input", tellSoon);
document.querySelectorAll("[data-most]").forEach(tell);
