// Tells moments in the reader's own time zone where it differs from the tournament's: the text is
// the reader's, the title has both. [data-moment] holds the words for the tournament's; where both
// are the same, nobody needs the name of the zone, which [data-zone] has. Hours of a
// programme stay, for they are read there; the reader's stand beside them: [data-own-hours] has words.

const language = document.documentElement.lang;
const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
  weekday: "short",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

const hours = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
});

// How far the time of an ISO text is from UTC, in minutes to the west as Date has it.
function offset(text) {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(text) || [null, "+", "0", "0"];
  return (sign === "-" ? 1 : -1) * (60 * Number(hours) + Number(minutes));
}

function rewrite() {
  for (const shown of document.querySelectorAll("time[data-moment]")) {
    const words = shown.dataset.moment;
    delete shown.dataset.moment;
    const moment = new Date(shown.dateTime);
    if (moment.getTimezoneOffset() === offset(shown.dateTime)) {
      shown.textContent = shown.textContent.replace(` ${shown.dataset.zone}`, "");
      continue;
    }
    const own = format.format(moment);
    shown.title = `${words} ${shown.textContent} · ${own}`;
    shown.textContent = own;
  }
  for (const shown of document.querySelectorAll("time[data-own-hours]")) {
    const words = shown.dataset.ownHours;
    delete shown.dataset.ownHours;
    const moment = new Date(shown.dateTime);
    if (moment.getTimezoneOffset() !== offset(shown.dateTime)) {
      const own = document.createElement("span");
      own.className = "meta";
      own.textContent = words.replace("{time}", hours.format(moment));
      shown.parentElement.append(own);
    }
  }
}

rewrite();
new MutationObserver(rewrite).observe(document.body, { childList: true, subtree: true });
