// Builds docs/releases.md: every release rule with what it applies to, when that is public, and the source that confirms it.
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/** Names of the working days, explained below the tables. */
const CALENDARS = {
  government: "federal working day",
  offices: "office day",
  board: "Board day",
  "reserve banks": "Reserve Bank day",
  bonds: "bond market day",
  exchange: "session",
};

const ordinal = (n) => `${n}${{ 1: "st", 2: "nd", 3: "rd" }[n] ?? "th"}`;
const later = (n, unit) => (n === 0 ? `the same ${unit}` : n === 1 ? `the next ${unit}` : `${n} ${unit}s later`);
const ofMonth = (months) => (months === 1 ? "of the next month" : `of the ${ordinal(months)} month after`);

/** The day or moment of a rule, in words. */
function dayText(when) {
  switch (when.kind) {
    case "days":
      return later(when.n, "day") + (when.calendar ? `, or the next ${CALENDARS[when.calendar]}` : "");
    case "working days":
      return when.n === 1 ? `the next ${CALENDARS[when.calendar]}` : `the ${ordinal(when.n)} ${CALENDARS[when.calendar]} after`;
    case "weekday":
      return `the next ${WEEKDAYS[when.weekday]}, or the ${when.onHoliday === "before" ? "last" : "next"} ${CALENDARS[when.calendar]} ${when.onHoliday} it`;
    case "weekday of month":
      return `${ordinal(when.nth)} ${WEEKDAYS[when.weekday]} ${ofMonth(when.months)}, or the next ${CALENDARS[when.calendar]}`;
    case "first working day":
      return `the first ${CALENDARS[when.calendar]} ${ofMonth(when.months)}`;
    case "month end":
      return `the last day ${ofMonth(when.months)}`;
    case "year end":
      return `31 December of the ${when.years === 1 ? "next year" : `${ordinal(when.years)} year after`}`;
    case "on":
      return when.day;
    case "listed": {
      const days = Object.entries(when.days);
      return days.length <= 3 ? days.map(([date, day]) => `${day} for ${date}`).join(", ") : "the days listed below";
    }
    case "known":
      return "the day of the record";
    case "moment":
      return `the moment \`${when.member}\`${when.plusHours ? ` and ${when.plusHours} hours` : ""}`;
    case "day":
      return `the day \`${when.member}\``;
    case "latest":
      return `the latest of: ${when.of.map(dayText).join("; ")}`;
    case "series":
      return "as its series";
  }
  throw new Error(`no words for the release rule kind ${when.kind}`);
}

const cell = (text) => text.replaceAll("|", "\\|");
const code = (list) => list.map((id) => `\`${id}\``).join(" ");
const span = ({ from, until }) => (from && until ? `${from} to ${until}` : from ? `since ${from}` : until ? `until ${until}` : "");

function row(rule) {
  const { what, series = [], datasets = [], sources, having, when, at } = rule;
  const applies = [code([...series, ...datasets]), sources ? `from ${sources.join(", ")}` : "", having ? `with \`${having}\`` : "", span(rule)];
  const time = at ? ` at ${at}` : "";
  return `| ${[`\`${rule.id}\``, what, applies.filter((part) => part !== "").join("; "), dayText(when) + time, rule.basis, rule.confirmedBy].map(cell).join(" | ")} |`;
}

const table = (rules) => `| rule | what | applies to | public | basis | source |\n|---|---|---|---|---|---|\n${rules.map(row).join("\n")}`;

function listed({ id, when, what }) {
  const days = Object.entries(when.days);
  return `### ${id}\n\n${what}. By date of the observation:\n\n| observation | public |\n|---|---|\n${days.map(([date, day]) => `| ${date} | ${day} |`).join("\n")}`;
}

export function releasesDoc(rules) {
  const long = rules.filter(({ when }) => when.kind === "listed" && Object.keys(when.days).length > 3);
  return `# When does a figure become public?

\`\`\`
npm run -s eval -- --as-of 2025-10-23 '=SERVICE.FREDH("CPIAUCSL","2025-09-01")'
\`\`\`

asks for the consumer price index of September 2025 as of the day before its release.

An observation is dated by the day or period that it describes, and becomes public later. If the publisher does not state the moment, the rules on this page give it. They are one table in \`src/service/releases\`, and \`npm run generate\` writes this page from it.

- **The first rule that applies counts.** The last rules of a group have no limits, so every date has one.
- **Times are New York times.** A rule without a time means the end of the day in New York, 23:59:59.
- **The basis says how the moment is known.** \`stated\`: the publisher or the document states it. \`rule\`: it follows from the publisher's calendar, which the source confirms. \`late bound\`: the rule is not confirmed, so a later moment counts, at which the figure was public in any case.
- **Dates of validity are observation dates**, the first and the last that a rule applies to.
- **The same series can have several sources.** The Treasury publishes its yields on the same day, the Board publishes them in the H.15 on the next Board day.
- **A rule gives the first publication.** It says nothing about revisions.

## Series

${table(rules.filter((r) => r.series))}

## Records

${table(rules.filter((r) => r.datasets))}

## Working days

None of them is a Saturday or a Sunday.

- **Federal working day**: not a federal holiday. A holiday on a Saturday moves to Friday, one on a Sunday to Monday. Juneteenth counts since 2021.
- **Office day**: a federal working day on which the President did not close federal offices, as beside Christmas or for mourning.
- **Board day**: an office day other than Inauguration Day. The Board did not close on every day on which other offices were closed. A release that may have been a day earlier for that reason counts as a late bound.
- **Reserve Bank day**: not a federal holiday. A holiday on a Saturday does not move. Good Friday is a Reserve Bank day.
- **Bond market day**: as SIFMA recommends. Good Friday counts only in years in which the Treasury published a curve on it.
- **Session**: a day on which the New York exchanges open.

## Listed days

${long.map(listed).join("\n\n")}
`;
}
