// Shows only the rows of a table that have every word typed: [data-find-input] and rows with
// data-find. Letters are compared without accents and case, as the server folded them.

const input = document.querySelector("[data-find-input]");

const LETTERS = { ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ı: "i", æ: "ae", œ: "oe", þ: "th", ß: "ss" };

function folded(text) {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[łøđðħıæœþß]/g, (letter) => LETTERS[letter])
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function filter() {
  const wanted = folded(input.value).split(" ");
  let shown = 0;
  for (const row of document.querySelectorAll("tr[data-find]")) {
    row.hidden = !wanted.every((word) => row.dataset.find.includes(word));
    shown += row.hidden ? 0 : 1;
  }
  document.querySelector("[data-find-nobody]")?.toggleAttribute("hidden", shown > 0);
}

if (input) {
  input.closest("[data-find-box]")?.removeAttribute("hidden");
  input.form?.querySelector("button").setAttribute("hidden", ""); // Enter still asks the server
  input.addEventListener("input", filter);
  document.addEventListener("shinpan:refreshed", filter);
  filter();
}
