// Arrow keys move between the buttons of a table: <table data-grid>.

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  const cell = event.target.closest?.("table[data-grid] td.part");
  if (!step || !cell || event.altKey || event.ctrlKey || event.metaKey) {
    return;
  }
  event.preventDefault();
  const rows = [...cell.closest("tbody").rows];
  let row = rows.indexOf(cell.parentElement);
  let column = cell.cellIndex;
  // What is paired has no button: go on to the next one that has.
  do {
    row += step[0];
    column += step[1];
    const button = rows[row]?.cells[column]?.matches(".part") && rows[row].cells[column].querySelector("button");
    if (button) {
      button.focus();
      return;
    }
  } while (rows[row]?.cells[column]);
});
