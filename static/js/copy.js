// Copies what stands in a field: <button type="button" hidden data-copy="id of the field">.
// Without a script there is no button; where the browser keeps its clipboard to itself (no https),
// the text is selected, ready to be copied by hand.

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const told = document.querySelector("[data-copied]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.focus();
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      told.textContent = told.dataset.copied;
    } catch {
      told.textContent = told.dataset.selected;
    }
  });
}
