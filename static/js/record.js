// A game record dropped anywhere on the page, or chosen, is added at once: the form goes to the
// server, which shows what it makes of it. Without this module the button below does the same.

const input = document.querySelector("input[type=file][data-drop]");
const LIMIT = 5;
// Reloading and going back bring a chosen file back: adding that would lead forward again.
const NEW = performance.getEntriesByType("navigation")[0]?.type === "navigate";

function add() {
  if (input.files.length > 0 && input.files.length <= LIMIT) {
    input.form.querySelector('[name="step"]:is([value="attach"], [value="review"])').click();
  }
}

function carriesFiles(event) {
  return [...(event.dataTransfer?.types ?? [])].includes("Files");
}

if (input) {
  input.addEventListener("change", add);
  if (NEW) {
    add(); // what was chosen while this module was still on its way
  }
  document.addEventListener("dragover", (event) => {
    if (carriesFiles(event)) {
      event.preventDefault();
      document.body.classList.add("dropping");
    }
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) {
      document.body.classList.remove("dropping");
    }
  });
  document.addEventListener("drop", (event) => {
    if (carriesFiles(event)) {
      event.preventDefault();
      document.body.classList.remove("dropping");
      input.files = event.dataTransfer.files;
      add();
    }
  });
}
