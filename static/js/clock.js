// Counts round clocks down: [data-clock] says when it ends (data-clock-ends) and what time the
// server had when it said so (data-clock-now), both in milliseconds. The visitor's own clock may be
// wrong: what counts is the server's time, carried on by the browser's steady one.

const LATE = 5 * 60 * 1000;
let lead = -Infinity; // the server's time less performance.now(), as well as it is known
const heard = new Map();
let first = true;

// An answer takes its time to arrive, so of all guesses the largest is the best.
function listen(clock) {
  const said = Number(clock.dataset.clockNow);
  if (heard.get(clock) === said) {
    return;
  }
  heard.set(clock, said);
  const page = performance.getEntriesByType("navigation")[0];
  const at = first && page ? page.responseStart : performance.now();
  lead = Math.max(lead, said - at);
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
  const left = Math.max(0, Number(clock.dataset.clockEnds) - lead - performance.now());
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
