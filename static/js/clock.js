// Counts round clocks down: [data-clock] says when it ends (data-clock-ends) and what time the
// server had when it said so (data-clock-now), both in milliseconds. The visitor's own clock may be
// wrong: what counts is the server's time, carried on by the browser's steady one. That one stands
// still while a phone sleeps, which shows in the visitor's clock; every answer of the server says
// the time anew (shinpan:heard).

const LATE = 5 * 60 * 1000;
const JUMP = 2000; // of the visitor's clock against the steady one
let slept = 0; // what the steady clock has missed
let apart = Date.now() - performance.now();
let lead = -Infinity; // the server's time less the steady one, as well as it is known
let unsure = false; // somebody may have set the visitor's clock: what the server says next counts
const heard = new Map();
let first = true;

function steady() {
  return performance.now() + slept;
}

function wake() {
  const now = Date.now() - performance.now();
  if (now - apart > JUMP) {
    slept += now - apart;
    unsure = true;
  }
  apart = now;
}

function learn(said, at) {
  lead = unsure ? said - at : Math.max(lead, said - at);
  unsure = false;
}

// An answer takes its time to arrive, so of all guesses the largest is the best.
function listen(clock) {
  const said = Number(clock.dataset.clockNow);
  if (heard.get(clock) === said) {
    return;
  }
  heard.set(clock, said);
  const page = performance.getEntriesByType("navigation")[0];
  const at = first && page ? page.responseStart : steady();
  learn(said, at);
}

function digits(milliseconds) {
  const all = Math.ceil(milliseconds / 1000);
  const pair = (number) => String(number).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours ? `${hours}:${pair(minutes)}:${pair(seconds)}` : `${minutes}:${pair(seconds)}`;
}

function show(clock) {
  const time = clock.querySelector("[data-clock-time]");
  if (time && !time.dataset.clockTime) {
    // The same moment in the time zone of whoever looks.
    const when = new Date(time.dateTime);
    time.textContent = `${String(when.getHours()).padStart(2, "0")}:${String(when.getMinutes()).padStart(2, "0")}`;
    time.dataset.clockTime = "local";
  }
  if (!clock.dataset.clockEnds) {
    return;
  }
  const left = Math.max(0, Number(clock.dataset.clockEnds) - lead - steady());
  const text = digits(left);
  const place = clock.querySelector("[data-clock-digits]");
  if (place && place.textContent !== text) {
    place.textContent = text;
  }
  clock.classList.toggle("late", left > 0 && left <= LATE);
  clock.classList.toggle("over", left === 0);
  clock.querySelector("[data-clock-before]")?.toggleAttribute("hidden", left === 0);
  clock.querySelector("[data-clock-after]")?.toggleAttribute("hidden", left > 0);
}

function tick() {
  wake();
  const clocks = document.querySelectorAll("[data-clock]");
  for (const known of heard.keys()) {
    if (!known.isConnected) {
      heard.delete(known);
    }
  }
  clocks.forEach(listen);
  first = false;
  clocks.forEach(show);
}

tick();
window.setInterval(tick, 250);
document.addEventListener("visibilitychange", tick);
document.addEventListener("shinpan:heard", (event) => {
  const said = Date.parse(event.detail ?? "");
  if (!Number.isNaN(said)) {
    wake();
    learn(said, steady());
  }
});
