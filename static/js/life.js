// Choosing groups on the board of the form about life and death: a tap does what the radio buttons
// above the board say. The list of groups and the text field, which it fills in, work without it.

const SVG = "http://www.w3.org/2000/svg";
const NONE = "none";

function start(region) {
  const chains = JSON.parse(document.getElementById(region.dataset.life).textContent);
  const form = region.closest("form");
  const svg = region.querySelector("svg");
  const choice = region.querySelector("[data-life-tap]");
  const dead = form.elements.agreed_dead;
  const { size, cell, margin } = svg.dataset;
  const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const chainAt = new Map(chains.flatMap((chain) => chain.map((point) => [point, chain])));

  const name = (point) => columns[point % size] + (size - Math.floor(point / size));
  const centre = (point) => [
    Number(margin) + (point % size) * cell,
    Number(margin) + Math.floor(point / size) * cell,
  ];

  function pointOf(text) {
    const column = columns.indexOf(text[0].toUpperCase());
    const row = size - Number(text.slice(1));
    return column >= 0 && column < size && row >= 0 && row < size ? row * size + column : -1;
  }

  const words = () => dead.value.split(/[\s,;]+/).filter(Boolean);
  const deadChains = () => words().map((word) => chainAt.get(pointOf(word))).filter(Boolean);

  // What is chosen, drawn on the board as the server would.
  function draw() {
    const chosen = form.querySelector("[name=points]:checked")?.value;
    const disputed = chosen ? chainAt.get(pointOf(chosen)) ?? [] : [];
    const gone = new Set(deadChains().filter((chain) => chain !== disputed).flat());
    for (const stone of svg.querySelectorAll('[data-layer="stones"] circle')) {
      const column = Math.round((stone.getAttribute("cx") - margin) / cell);
      const row = Math.round((stone.getAttribute("cy") - margin) / cell);
      stone.classList.toggle("dead", gone.has(row * size + column));
    }
    svg.querySelectorAll(".sign").forEach((sign) => sign.remove());
    for (const point of disputed) {
      const [x, y] = centre(point);
      const sign = document.createElementNS(SVG, "path");
      sign.setAttribute("class", "sign triangle");
      sign.setAttribute("d", `M${x} ${y - 6}L${x + 5} ${y + 3}H${x - 5}Z`);
      svg.querySelector('[data-layer="marks"]').append(sign);
    }
  }

  function mark(chain) {
    const kept = words().filter((word) => word !== NONE && chainAt.get(pointOf(word)) !== chain);
    const was = words().length !== kept.length && deadChains().includes(chain);
    dead.value = (was ? kept : [...kept, name(chain[0])]).join(" ") || NONE;
  }

  function tap(event) {
    const box = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal.width / box.width;
    const column = Math.round(((event.clientX - box.left) * scale - margin) / cell);
    const row = Math.round(((event.clientY - box.top) * scale - margin) / cell);
    const chain = chainAt.get(row * size + column);
    if (!chain || column < 0 || column >= size) {
      return;
    }
    if (form.elements.tap.value === "dead") {
      mark(chain);
    } else {
      const radio = form.querySelector(`[name=points][value="${name(chain[0])}"]`);
      radio.checked = true;
      // Into sight in its list, without moving the page away from the board.
      const list = radio.closest(".pick-list");
      list.scrollTop += radio.getBoundingClientRect().top - list.getBoundingClientRect().top - 40;
    }
    draw();
  }

  choice.hidden = false;
  region.classList.add("tappable");
  svg.addEventListener("click", tap);
  form.addEventListener("input", draw);
  draw();
}

document.querySelectorAll("[data-life]").forEach(start);
