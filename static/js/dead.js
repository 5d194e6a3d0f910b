// Marks dead groups on a board: a tap, or the arrow keys and Enter. The server counts after every
// mark and answers the board anew, also when it is to propose marks; this module knows no rules.
// Without it the same is a text field and the buttons.

import { frame, moved } from "./cursor.js";

const PATIENCE = 8000; // milliseconds, for an answer
const GONE = [403, 404];

class Marking {
  constructor(region) {
    this.region = region;
    this.status = document.querySelector("[data-dead-status]");
    this.lost = document.querySelector("[data-dead-lost]");
    this.cursor = null;
    this.work = Promise.resolve();
    this.waiting = 0;
    this.held = new Set();
    this.read();
    region.addEventListener("click", (event) => this.onClick(event));
    region.addEventListener("keydown", (event) => this.onKey(event));
    region.addEventListener("focusin", (event) => this.onFocus(event));
    this.bringBack();
  }

  // What carries the marks in the form; a board on which none are removed has none.
  fields() {
    const names = ["dead", "seki", "proposal"];
    return names.map((name) => this.region.querySelector(`input[name=${name}]`)).filter(Boolean);
  }

  // Whoever comes back to a page may get it as it came from the server, before anything was marked:
  // its key finds the marks again. (The state of the history would do, but setting it makes
  // browsers forget that the page was posted.)
  kept(marks) {
    const key = `marks ${this.region.closest("form").elements.key?.value ?? ""}`;
    try {
      if (marks) {
        window.sessionStorage.setItem(key, JSON.stringify(marks));
      }
      return JSON.parse(window.sessionStorage.getItem(key));
    } catch {
      return null; // storing may be forbidden
    }
  }

  bringBack() {
    const marks = this.kept();
    if (marks && this.fields().some(({ name, defaultValue }) => defaultValue !== marks[name])) {
      this.queue(() => this.ask(marks, () => ""));
    }
  }

  // Take in the board that stands in the page now.
  read() {
    this.board = this.region.querySelector("[data-dead-board]");
    this.svg = this.board.querySelector("svg");
    this.region.querySelectorAll(".later").forEach((part) => part.classList.remove("later"));
    this.data = JSON.parse(document.getElementById(this.board.dataset.deadBoard).textContent);
    this.groups = new Map();
    for (const group of this.data.groups) {
      group[2].forEach((point) => this.groups.set(point, group));
    }
    this.draw();
  }

  // The frame around the point that the keys stand on.
  draw() {
    frame(this.svg, this.cursor);
  }

  // "Q16, white, 5 stones, dead"
  describe(point) {
    const { names, words } = this.data;
    const group = this.groups.get(point);
    if (!group) {
      return `${names[point]}, ${words.empty}`;
    }
    const [colour, state, points] = group;
    const stones = points.length === 1 ? words.one : words.many.replace("{count}", points.length);
    const unsure = this.data.unsure?.includes(point) ? words.unsure : "";
    const said = [names[point], words.colours[colour], stones, words.states[state], unsure];
    return said.filter(Boolean).join(", ");
  }

  say(text) {
    this.status.textContent = text;
  }

  onClick(event) {
    const button = event.target.closest("[data-dead-step]");
    if (button) {
      event.preventDefault();
      this.press(button);
      return;
    }
    if (!event.target.closest("[data-dead-board]")) {
      return;
    }
    const { size } = this.data;
    const { cell, margin } = this.svg.dataset;
    const box = this.svg.getBoundingClientRect();
    const scale = this.svg.viewBox.baseVal.width / box.width;
    const column = Math.round(((event.clientX - box.left) * scale - margin) / cell);
    const row = Math.round(((event.clientY - box.top) * scale - margin) / cell);
    if (column >= 0 && column < size && row >= 0 && row < size) {
      this.toggle(row * size + column);
    }
  }

  onFocus(event) {
    if (event.target === this.board && this.cursor === null && event.target.matches(":focus-visible")) {
      this.cursor = this.data.groups[0]?.[2][0] ?? 0;
      this.draw();
      this.say(this.describe(this.cursor));
    }
  }

  onKey(event) {
    if (event.target !== this.board || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const to = moved(this.cursor ?? 0, event.key, this.data.size);
    if (to !== null) {
      event.preventDefault();
      this.cursor = to;
      this.draw();
      this.say(this.describe(this.cursor));
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor !== null) {
      event.preventDefault();
      this.toggle(this.cursor);
    }
  }

  // One mark after the other: each starts from the marks that the one before left.
  toggle(point) {
    if (this.data.any || this.groups.has(point)) {
      this.queue(() => this.ask({ point: this.data.names[point] }, () => this.describe(point)));
    }
  }

  // A button that asks for a proposal, or takes it back. It says what is being done meanwhile.
  press(button) {
    if (button.hasAttribute("aria-disabled")) {
      return;
    }
    const label = button.textContent;
    button.setAttribute("aria-disabled", "true");
    button.textContent = button.dataset.deadStep || label;
    this.say(button.dataset.deadStep);
    const told = () => [...this.region.querySelectorAll("[data-dead-told]")]
      .map((part) => part.textContent.trim()).join(" ");
    this.queue(async () => {
      await this.ask({ step: button.value }, told);
      button.removeAttribute("aria-disabled");
      button.textContent = label;
    });
  }

  // Marks in their order. Until the last of them is counted the form cannot be sent: it would go
  // without the mark, or with a count that nobody has seen.
  queue(ask) {
    this.waiting += 1;
    this.hold();
    this.work = this.work.then(ask, ask).finally(() => {
      this.waiting -= 1;
      if (!this.waiting) {
        this.held.forEach((button) => { button.disabled = false; });
        this.held.clear();
        this.region.removeAttribute("aria-busy");
      }
    });
  }

  hold() {
    this.region.setAttribute("aria-busy", "true");
    for (const button of this.region.closest("form").elements) {
      if (button.type === "submit" && !("deadStep" in button.dataset) && !button.disabled) {
        button.disabled = true;
        this.held.add(button);
      }
    }
  }

  // Send the form with something changed; `told` gives what is said of the new board.
  async ask(change, told) {
    const form = new FormData(this.region.closest("form"));
    form.delete("record");
    form.set("paste", "");
    Object.entries(change).forEach(([name, value]) => form.set(name, value));
    const signal = AbortSignal.timeout?.(PATIENCE); // older browsers wait
    let answer = null;
    let html = "";
    try {
      answer = await fetch(this.region.dataset.dead, { method: "POST", body: form, signal });
      html = await answer.text();
    } catch {
      answer = null;
    }
    if (GONE.includes(answer?.status)) {
      window.location.replace(window.location.href); // the whole page says why
      return;
    }
    this.lost.hidden = Boolean(answer?.ok);
    if (answer?.ok) {
      this.takeOver(html, told);
    } else {
      // The board stays as it is: another tap asks again.
      this.say("");
      this.lost.scrollIntoView({ block: "nearest" });
    }
  }

  takeOver(html, told) {
    const focused = this.region.contains(document.activeElement) ? document.activeElement : null;
    const onBoard = focused === this.board;
    const open = [...this.region.querySelectorAll("details[open][id]")].map(({ id }) => id);
    const larger = this.region.querySelector("[data-larger]")?.checked;
    const { scrollLeft, scrollTop } = this.board;
    this.region.innerHTML = html;
    this.kept(Object.fromEntries(this.fields().map(({ name, value }) => [name, value])));
    open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
    this.hold();
    this.read();
    const again = this.region.querySelector("[data-larger]");
    if (larger && again) {
      again.checked = true;
      this.board.scrollTo(scrollLeft, scrollTop);
    }
    if (onBoard) {
      this.board.focus({ preventScroll: true });
    } else if (focused?.id) {
      document.getElementById(focused.id)?.focus({ preventScroll: true });
    }
    const count = this.region.querySelector(".sentence")?.textContent ?? "";
    this.say(`${told().replace(/\.$/, "")}. ${count}`.replace(/^\. /, ""));
  }
}

document.querySelectorAll("[data-dead]").forEach((region) => new Marking(region));
