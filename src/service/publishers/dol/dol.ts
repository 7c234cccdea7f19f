import { type IsoDate, weekdayOf } from "../../../contract/dates";
import type { PublishedRow } from "../../records/record";
import { createPublisher, type Feed } from "../publisher";
import { decodedText, readNumber, readUsDate, refuseFile, notEmpty } from "../reading/text";
import { refuseOtherFrequency } from "../reading/rows-of";
import { headOf } from "../reading/read-json";
import { descendantAt, elementsIn, readXmlDocument, textAt, type XmlElement } from "../reading/xml";

const TITLE = "the Department of Labor's national weekly claims";
const REPORT = "https://oui.doleta.gov/unemploy/wkclaims/report.asp";
const SERIES = "ICSA";
const FIRST_YEAR = 1967;
/** Years whose seasonal adjustment is recalculated each spring. */
const REVISED_YEARS = 5;
const SATURDAY = 6;

function saturdayOf(week: XmlElement): IsoDate {
  const { line } = week;
  const date = readUsDate(textAt(week, "weekEnded") ?? "", line);
  if (weekdayOf(date) !== SATURDAY) refuseFile(`expected weeks that end on a Saturday, got ${date}; check that it is the national weekly report`, line);
  return date;
}

/** Initial claims, seasonally adjusted. Continued claims have the same element; a future week has a blank. */
function claimsOf(week: XmlElement): number | null {
  const adjusted = textAt(week, "InitialClaims", "SA");
  if (adjusted === undefined) return null;
  if (!/^\d{1,3}(,\d{3})*$|^\d+$/.test(adjusted)) return readNumber(adjusted, "InitialClaims/SA", week.line);
  return Number(adjusted.replaceAll(",", ""));
}

/**
 * The national report of weekly claims as XML: one week each, ending on a Saturday, claims as persons with thousands separators. ICSA is the seasonally
 * adjusted number of initial claims. Weeks of a future year have only seasonal factors and get no row.
 * Source: U.S. Department of Labor, Employment and Training Administration, oui.doleta.gov.
 */
const weeklyClaims: Feed = {
  id: "dol.weekly-claims",
  title: TITLE,
  looksLike: '<r539cyNational rundate="…"><week><weekEnded>…',
  recognises: ({ bytes }) => /^\s*(<\?xml[^>]*\?>)?\s*<r539cyNational\b/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const weeks = notEmpty(elementsIn(readXmlDocument(decodedText(bytes)), "week"), "there is no week in the report; download it again");
    if (weeks.every((w) => !descendantAt(w, "InitialClaims", "SA")))
      refuseFile("no week has InitialClaims with SA, the adjusted count; update the service if the Department has changed the report");
    const rows = new Map<IsoDate, PublishedRow>();
    for (const week of weeks) {
      const date = saturdayOf(week);
      const value = claimsOf(week);
      const before = rows.get(date);
      if (before && before.value !== value) refuseFile(`the week to ${date} appears twice with different values; download it again`, week.line);
      rows.set(date, { series: SERIES, date, value, source: "dol" });
    }
    const sorted = [...rows.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
    const newest = sorted.filter((r) => r.value !== null).at(-1)?.date;
    if (newest === undefined) refuseFile("no week of the report has a count yet: nothing was published for the requested years");
    const published = sorted.filter((r) => r.date <= newest);
    refuseOtherFrequency(published);
    return { rows: published };
  },
  fetching: {
    schedule: { timeZone: "America/New_York", on: { weekday: 4 }, at: "08:45" },
    requests: ({ today, newest }) => [
      {
        part: "national",
        url: REPORT,
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: `level=us&strtdate=${newest === undefined ? FIRST_YEAR : Number(newest.slice(0, 4)) - REVISED_YEARS}&enddate=${today.slice(0, 4)}&filetype=xml&submit=Submit`,
      },
    ],
  },
};

/** U.S. Department of Labor, Employment and Training Administration: weekly claims. */
export const dol = createPublisher({ id: "dol", name: "U.S. Department of Labor", feeds: [weeklyClaims], msBetween: 2_000 });
