// The row of a tournament's pages is wider than a phone: it shows the one where somebody is.

function show([{ target: row }]) {
  const here = row.querySelector("[aria-current]")?.getBoundingClientRect();
  const seen = row.getBoundingClientRect();
  row.scrollLeft += here ? (here.left + here.right - seen.left - seen.right) / 2 : 0;
}

for (const row of document.querySelectorAll(".doors")) {
  new ResizeObserver(show).observe(row); // at once, and when the phone is turned
}
