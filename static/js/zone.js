// Proposes the time zone of the device where nobody has chosen one: in a list with [data-own-zone].

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const list of document.querySelectorAll("select[data-own-zone]")) {
  const option = [...list.options].find((one) => one.value === own);
  if (option) {
    option.selected = true;
  }
}
