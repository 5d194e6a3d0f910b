// htmx asks when something is typed. What was typed before it listened is told to it as soon as it
// does: else what stands beside a field would not be what the field asks for.

function tell() {
  for (const field of document.querySelectorAll("input, textarea")) {
    const box = field.type === "checkbox" || field.type === "radio";
    if (box ? field.checked !== field.defaultChecked : field.value !== field.defaultValue) {
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}

if (document.querySelector("[data-htmx-powered]")) {
  tell();
} else {
  document.addEventListener("htmx:after:process", tell, { once: true });
}
