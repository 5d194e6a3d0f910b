// The point of a board that the arrow keys stand on: where they lead, and the frame around it.

const SVG = "http://www.w3.org/2000/svg";
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// Where a key leads from a point; null for a key that leads nowhere.
export function moved(point, key, size) {
  const move = MOVES[key];
  if (!move) {
    return null;
  }
  const kept = (place) => Math.max(0, Math.min(size - 1, place));
  return kept(Math.floor(point / size) + move[0]) * size + kept((point % size) + move[1]);
}

// The middle of a point in the units of a board's drawing.
export function centre(svg, point) {
  const { cell, margin, size } = svg.dataset;
  return [point % size, Math.floor(point / size)].map((place) => Number(margin) + place * cell);
}

// Draw the frame around a point, and no other; none without a point.
export function frame(svg, point) {
  svg.querySelector(".cursor")?.remove();
  if (point === null) {
    return;
  }
  const [x, y] = centre(svg, point);
  const half = svg.dataset.cell / 2;
  const drawn = document.createElementNS(SVG, "rect");
  const place = { class: "cursor", x: x - half, y: y - half, width: 2 * half, height: 2 * half };
  Object.entries(place).forEach(([name, value]) => drawn.setAttribute(name, value));
  svg.append(drawn);
}
