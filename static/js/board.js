// Steps through a game on a board that the server drew. It knows no rules of Go: the page carries,
// for every move, what the rules core put on the board and took off it (a JSON data block).
// Without this module the same steps are links (?move=N) that the server answers.

const SVG = "http://www.w3.org/2000/svg";
const CLASS = ["none", "b", "w"];
const SWIPE = 40; // pixels that a finger goes sideways for a step
const TAP = 8; // pixels that a finger may slip in a tap
const BACK = 0.25; // of the board's width: a tap there goes back, anywhere else on
const SETTLED = 150; // milliseconds without a step, until the address follows
const DIGITS = 100; // from here on a number is written smaller

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  return element;
}

// Fill {named} places of a sentence.
function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

class Board {
  constructor(figure, data) {
    this.figure = figure;
    this.data = data;
    this.svg = figure.querySelector("svg");
    this.stones = this.svg.querySelector('[data-layer="stones"]');
    this.marks = this.svg.querySelector('[data-layer="marks"]');
    this.caption = figure.querySelector("[data-caption]");
    this.rows = figure.querySelector("[data-words]");
    this.frame = figure.querySelector("[data-frame]");
    this.links = [...figure.querySelectorAll("a[data-step]")];
    this.go = figure.querySelector("[data-go]");
    this.number = this.go.querySelector("[type=number]");
    this.slider = this.go.querySelector("[data-slider]");
    this.noted = figure.querySelector(".noted");
    this.numbers = this.go.querySelector("[data-numbers]");
    this.larger = this.go.querySelector("[data-larger]");
    this.parameter = figure.dataset.parameter;
    this.current = data.at;
    this.last = data.moves.length;
    this.settling = 0;
    this.slipped = false;
    figure.tabIndex = 0;
    figure.addEventListener("keydown", (event) => this.onKey(event));
    figure.addEventListener("click", (event) => this.onClick(event));
    this.svg.addEventListener("click", (event) => this.onTap(event));
    this.go.addEventListener("submit", (event) => this.onGo(event));
    this.go.addEventListener("input", (event) => this.onInput(event));
    this.go.querySelector("[data-submit]").remove(); // fields act at once
    this.unfolds(this.go.querySelector("[data-more]"));
    this.go.noValidate = true; // a number beyond the end is the end
    this.slider.hidden = false;
    this.copies(this.go.querySelector("[data-link]"));
    this.svg.addEventListener("touchstart", (event) => this.onTouch(event), { passive: true });
    this.svg.addEventListener("touchend", (event) => this.onLift(event), { passive: true });
    this.updateLinks();
    this.updateFields();
  }

  // The position after a number of moves: a list of 0, 1 (black) and 2 (white).
  positionAfter(number) {
    const position = new Array(this.data.size ** 2).fill(0);
    this.data.black.forEach((point) => (position[point] = 1));
    this.data.white.forEach((point) => (position[point] = 2));
    this.data.moves.slice(0, number).forEach(([colour, point, placed, removed], index) => {
      if (placed) {
        position[point] = colour;
      }
      removed.forEach((gone) => (position[gone] = 0));
      (this.data.edits[index + 1] ?? []).forEach(([spot, state]) => (position[spot] = state));
    });
    return position;
  }

  // The numbers of the moves whose stones stand after a number of moves.
  numbersAfter(number) {
    const numbers = new Map();
    this.data.moves.slice(0, number).forEach(([, point, placed, removed], index) => {
      if (placed) {
        numbers.set(point, index + 1);
      }
      removed.forEach((gone) => numbers.delete(gone));
      (this.data.edits[index + 1] ?? []).forEach(([spot]) => numbers.delete(spot));
    });
    return numbers;
  }

  centre(point) {
    const { cell, margin } = this.svg.dataset;
    const row = Math.floor(point / this.data.size);
    const column = point % this.data.size;
    return [Number(margin) + column * cell, Number(margin) + row * cell];
  }

  name(point) {
    const row = this.data.size - Math.floor(point / this.data.size);
    return this.data.columns[point % this.data.size] + row;
  }

  // What happened at a move, in a sentence made by the server's translations.
  describe(number) {
    const words = this.data.words;
    if (number === 0) {
      return words.start;
    }
    const [colour, point, , removed, note] = this.data.moves[number - 1];
    const values = { number, colour: words.colours[colour], total: this.last };
    let text = fill(words.pass, values);
    if (point >= 0) {
      text = fill(words.play, { ...values, point: this.name(point) });
    } else if (point < -1) {
      text = fill(words.off, values);
    }
    if (removed.length) {
      const form = removed.length === 1 ? words.takesOne : words.takesMany;
      text += fill(form, { count: removed.length });
    }
    return note ? `${text} ${note}` : text;
  }

  show(number) {
    const target = Math.max(0, Math.min(this.last, number));
    if (target === this.current) {
      return;
    }
    this.current = target;
    const text = this.describe(target);
    this.drawStones(target);
    this.caption.textContent = text;
    this.svg.setAttribute("aria-label", text);
    this.tellRows(target);
    this.tellNotes(target);
    this.keepInSight(target);
    this.settle();
  }

  // What is shown stands in links, fields and, once nothing more follows, in the page's address.
  settle() {
    this.updateLinks();
    this.updateFields();
    window.clearTimeout(this.settling);
    this.settling = window.setTimeout(() => {
      window.history.replaceState(null, "", this.address());
    }, SETTLED);
  }

  address() {
    const address = new URL(window.location.href);
    address.searchParams.set(this.parameter, this.current);
    address.searchParams.delete("numbers");
    if (this.numbers.checked) {
      address.searchParams.set("numbers", "1");
    }
    return address;
  }

  // A link that others get names this board alone.
  link() {
    const address = this.address();
    for (const { dataset } of document.querySelectorAll("figure[data-board]")) {
      if (dataset.parameter !== this.parameter) {
        address.searchParams.delete(dataset.parameter);
      }
    }
    address.hash = this.figure.id;
    return address;
  }

  // On a larger board the move is looked for.
  keepInSight(number) {
    const point = number > 0 ? this.data.moves[number - 1][1] : -1;
    if (!this.larger.checked || point < 0) {
      return;
    }
    const { width, height } = this.svg.getBoundingClientRect();
    const [x, y] = this.centre(point).map((place) => place / this.svg.viewBox.baseVal.width);
    const { clientWidth, clientHeight } = this.frame;
    this.frame.scrollTo({ left: x * width - clientWidth / 2, top: y * height - clientHeight / 2 });
  }

  drawStones(number) {
    const position = this.positionAfter(number);
    const end = number === this.last;
    const dead = new Set(end ? this.data.dead : []);
    const numbers = this.numbers.checked ? this.numbersAfter(number) : new Map();
    const stones = [];
    const marks = [];
    position.forEach((colour, point) => {
      if (colour) {
        const [cx, cy] = this.centre(point);
        const name = CLASS[colour] + (dead.has(point) ? " dead" : "");
        stones.push(shape("circle", { class: name, cx, cy, r: this.svg.dataset.stone }));
      }
    });
    if (end) {
      this.data.territory.forEach(([point, owner]) => {
        const [x, y] = this.centre(point);
        const place = { x: x - 3, y: y - 3, width: 6, height: 6 };
        marks.push(shape("rect", { class: CLASS[owner], ...place }));
      });
    }
    if (number > 0) {
      const [, point, , , , faulty] = this.data.moves[number - 1];
      if (point >= 0) {
        const [cx, cy] = this.centre(point);
        if (faulty) {
          marks.push(...this.cross(cx, cy));
        } else {
          const name = `last on-${CLASS[position[point]]}`;
          marks.push(shape("circle", { class: name, cx, cy, r: numbers.has(point) ? 8.2 : 4.6 }));
        }
      }
    }
    numbers.forEach((told, point) => {
      const [x, y] = this.centre(point);
      const long = told >= DIGITS ? " long" : "";
      const text = shape("text", { class: `number-on on-${CLASS[position[point]]}${long}`, x, y });
      text.setAttribute("aria-hidden", "true");
      text.textContent = told;
      marks.push(text);
    });
    marks.push(...this.signs(number, position));
    this.stones.replaceChildren(...stones);
    this.marks.replaceChildren(...marks);
  }

  // What the record marks on the board at a move.
  signs(number, position) {
    const { signs = {}, labels = {} } = this.data;
    const shapes = (signs[number] ?? []).map(([point, sign]) => {
      const [x, y] = this.centre(point);
      const name = `sign ${sign} on-${CLASS[position[point]]}`;
      const drawn = {
        circle: ["circle", { cx: x, cy: y, r: 4.4 }],
        square: ["rect", { x: x - 4, y: y - 4, width: 8, height: 8 }],
        triangle: ["path", { d: `M${x} ${y - 6}L${x + 5} ${y + 3}H${x - 5}Z` }],
        cross: ["path", { d: `M${x - 4} ${y - 4}L${x + 4} ${y + 4}M${x - 4} ${y + 4}L${x + 4} ${y - 4}` }],
      }[sign];
      return shape(drawn[0], { class: name, ...drawn[1] });
    });
    (labels[number] ?? []).forEach(([point, label]) => {
      const [x, y] = this.centre(point);
      if (!position[point]) {
        shapes.push(shape("circle", { class: "wood", cx: x, cy: y, r: 7 }));
      }
      const name = `number-on label on-${CLASS[position[point]]}`;
      const text = shape("text", { class: name, x, y, "aria-hidden": "true" });
      text.textContent = label;
      shapes.push(text);
    });
    return shapes;
  }

  // What the record says at a move: comment, clocks and other lines.
  tellNotes(number) {
    if (!this.noted) {
      return;
    }
    const { comments, clocks, lines, timeLeft } = this.data;
    const comment = comments[number] ?? "";
    this.noted.querySelector("[data-comment]").textContent = comment;
    this.noted.querySelector("[data-commented]").hidden = !comment;
    const last = [];
    for (let move = 0; move <= number; move += 1) {
      (clocks[move] ?? []).forEach(([colour, text]) => (last[colour] = text));
    }
    const times = last.filter(Boolean).join(" · ");
    this.noted.querySelector("[data-clocks]").textContent = times ? fill(timeLeft, { times }) : "";
    const others = this.noted.querySelector("[data-lines]");
    const items = (lines[number] ?? []).map(([text, address]) => {
      const item = document.createElement("li");
      const link = item.appendChild(document.createElement("a"));
      link.href = address;
      link.textContent = text;
      return item;
    });
    others.hidden = !items.length;
    others.querySelector("ul").replaceChildren(...items);
  }

  // The position in words, a line for every row with stones: for who cannot see the drawing.
  tellRows(number) {
    const { size, columns, words } = this.data;
    const position = this.positionAfter(number);
    const lines = [];
    for (let row = 0; row < size; row += 1) {
      const sides = [1, 2].flatMap((colour) => {
        const found = [...columns].filter((_, column) => position[row * size + column] === colour);
        const values = { colour: words.colours[colour], columns: found.join(", ") };
        return found.length ? [fill(words.side, values)] : [];
      });
      if (sides.length) {
        lines.push(fill(words.row, { row: size - row, stones: sides.join("; ") }));
      }
    }
    const items = (lines.length ? lines : [words.empty]).map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    });
    this.rows.replaceChildren(...items);
  }

  cross(x, y) {
    const d = `M${x - 6} ${y - 6}L${x + 6} ${y + 6}M${x - 6} ${y + 6}L${x + 6} ${y - 6}`;
    return [
      shape("path", { class: "halo", d }),
      shape("path", { class: "fault", d }),
      shape("circle", { class: "fault", cx: x, cy: y, r: this.svg.dataset.stone }),
    ];
  }

  // Where a step leads: first, last, or a number of moves forward or back.
  target(step) {
    if (step === "first") {
      return 0;
    }
    if (step === "last") {
      return this.last;
    }
    const number = Number(step);
    return step.startsWith("=") ? Number(step.slice(1)) : this.current + number;
  }

  updateLinks() {
    for (const link of this.links) {
      const wanted = this.target(link.dataset.step);
      const number = Math.max(0, Math.min(this.last, wanted));
      const more = this.numbers.checked ? "&numbers=1" : "";
      link.setAttribute("href", `?${this.parameter}=${number}${more}`);
      if (number === this.current) {
        link.setAttribute("aria-disabled", "true");
      } else {
        link.removeAttribute("aria-disabled");
      }
    }
  }

  updateFields() {
    const trying = this.go.querySelector("[data-try]");
    trying?.setAttribute("href", `${trying.pathname}?move=${this.current}`);
    this.slider.value = this.current;
    this.slider.setAttribute("aria-valuetext", this.caption.textContent);
    if (document.activeElement !== this.number) {
      this.number.value = this.current;
    }
  }

  onGo(event) {
    event.preventDefault();
    this.show(Number(this.number.value));
    this.number.value = this.current;
  }

  onInput({ target }) {
    if (target === this.slider) {
      this.show(Number(target.value));
    } else if (target === this.number && target.value !== "" && target.validity.valid) {
      this.show(Number(target.value));
    } else if (target === this.numbers) {
      this.drawStones(this.current);
      this.settle();
    } else if (target === this.larger) {
      this.keepInSight(this.current);
    }
  }

  // Of several boards on a phone each shows its steps and its slider first.
  unfolds(button) {
    button.addEventListener("click", () => {
      const open = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", String(!open));
    });
  }

  // Where the browser keeps its clipboard to itself (no https) there is no button.
  copies(button) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      const told = this.go.querySelector("[data-told]");
      await navigator.clipboard.writeText(this.link().href);
      told.textContent = told.dataset.copied;
      window.setTimeout(() => (told.textContent = ""), 4000);
    });
  }

  // A tap on the board goes on, one near its left edge back.
  onTap(event) {
    const { left, width } = this.svg.getBoundingClientRect();
    if (event.button === 0 && !this.slipped) {
      this.show(this.current + (event.clientX - left < width * BACK ? -1 : 1));
    }
  }

  onClick(event) {
    const link = event.target.closest("a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) {
      return;
    }
    event.preventDefault();
    this.show(this.target(link.dataset.step));
  }

  onTouch(event) {
    const [touch] = event.touches;
    const alone = event.touches.length === 1 && !this.larger.checked; // else it moves the board
    this.slipped = false;
    this.touched = alone ? [touch.clientX, touch.clientY] : null;
  }

  // A finger drawn to the left turns the page to the next move, to the right to the one before.
  onLift(event) {
    if (!this.touched) {
      return;
    }
    const [{ clientX, clientY }] = event.changedTouches;
    const [across, down] = [clientX - this.touched[0], clientY - this.touched[1]];
    this.touched = null;
    this.slipped = Math.hypot(across, down) > TAP;
    if (Math.abs(across) >= SWIPE && Math.abs(across) > 2 * Math.abs(down)) {
      this.show(this.current + (across < 0 ? 1 : -1));
    }
  }

  onKey(event) {
    // Fields have these keys for themselves.
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input")) {
      return;
    }
    const steps = {
      ArrowLeft: "-1",
      ArrowRight: "+1",
      Home: "first",
      End: "last",
      PageUp: "-10",
      PageDown: "+10",
    };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      this.show(this.target(step));
    }
  }
}

// A finding leads to its move: <a data-jump="board" data-step="=34">.
const boards = new Map();

function jump(event) {
  const link = event.target.closest("a[data-jump]");
  const board = link && boards.get(link.dataset.jump);
  if (!board || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) {
    return;
  }
  event.preventDefault();
  board.show(board.target(link.dataset.step));
  board.figure.scrollIntoView({ block: "nearest" });
  board.figure.focus({ preventScroll: true });
}

// Make every board under an element live; boards that came in a fragment too.
export function startBoards(root) {
  const all = document.querySelectorAll("figure[data-board]");
  all.forEach((figure) => {
    figure.querySelector("[data-more]")?.toggleAttribute("hidden", all.length < 2);
  });
  for (const figure of root.querySelectorAll("figure[data-board]")) {
    const source = document.getElementById(figure.dataset.board);
    if (source && !figure.hasAttribute("data-started")) {
      figure.setAttribute("data-started", "");
      boards.set(figure.dataset.board, new Board(figure, JSON.parse(source.textContent)));
    }
  }
}

// Where a page has one board, the arrow keys step through it before anything has the focus.
function stepped(event) {
  if (boards.size === 1 && event.target === document.body && event.key.startsWith("Arrow")) {
    boards.values().next().value.onKey(event);
  }
}

startBoards(document);
document.addEventListener("click", jump);
document.addEventListener("keydown", stepped);
document.addEventListener("shinpan:refreshed", (event) => startBoards(event.target));
