// Tells moments in the reader's own time zone where it differs from the tournament's: the text is
// the reader's, the title has both. [data-moment] holds the words for the tournament's; where both
// are the same, nobody needs the name of the zone, which [data-zone] has. Hours of a
// programme stay, for they are read there; the reader's stand beside them: [data-own-hours] has words.

const language = document.documentElement.lang;
const region = language === "en" ? "en-GB" : language;
const FULL = {
  weekday: "short",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
};
const HOURS = { weekday: "short", hour: "2-digit", minute: "2-digit" };
const formats = new Map();

// A phone takes a tenth of a second for a format, which few readers need.
function told(moment, how) {
  if (!formats.has(how)) {
    formats.set(how, new Intl.DateTimeFormat(region, how));
  }
  return formats.get(how).format(moment);
}

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
    const own = told(moment, FULL);
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
      own.textContent = words.replace("{time}", told(moment, HOURS));
      shown.parentElement.append(own);
    }
  }
}

rewrite();
new MutationObserver(rewrite).observe(document.body, { childList: true, subtree: true });
