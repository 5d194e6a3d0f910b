// Shows where a value of the standings comes from over the table instead of on a page of its own:
// a link with data-why leads to a page and, by its fragment, to one section of it.

const PATIENCE = 8000; // milliseconds; then the link leads there as without this module
const dialog = document.createElement("dialog");
dialog.className = "why";
document.body.append(dialog);

async function show(link) {
  const signal = AbortSignal.timeout?.(PATIENCE); // older browsers wait
  const answer = await fetch(link.href, { signal });
  if (!answer.ok) {
    throw new Error(answer.statusText);
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const section = page.getElementById(decodeURIComponent(link.hash.slice(1)));
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = document.querySelector("[data-why-close]").dataset.whyClose;
  close.addEventListener("click", () => dialog.close());
  section.classList.remove("card");
  dialog.setAttribute("aria-labelledby", section.getAttribute("aria-labelledby"));
  dialog.replaceChildren(document.adoptNode(section), close);
  if (!dialog.open) {
    dialog.showModal(); // a second press has not opened it yet
  }
  close.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-why]");
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (link && plain) {
    event.preventDefault();
    show(link).catch(() => window.location.assign(link.href));
  }
});

// A press beside it closes it.
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) {
    dialog.close();
  }
});
