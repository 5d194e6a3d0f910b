// The theme that somebody chose on this device, set before anything is drawn; the footer's choice
// appears where this script runs.

const KEY = "theme";
const root = document.documentElement;

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // where the browser keeps nothing for anybody
  }
}

root.dataset.theme = kept() ?? "system";

addEventListener("load", () => {
  const choice = document.querySelector("[data-theme-choice]");
  if (!choice) {
    return;
  }
  choice.hidden = false;
  const field = choice.querySelector("select");
  field.value = root.dataset.theme;
  field.addEventListener("change", () => {
    root.dataset.theme = field.value;
    try {
      localStorage.setItem(KEY, field.value);
    } catch {
      // It holds for this page.
    }
  });
});
