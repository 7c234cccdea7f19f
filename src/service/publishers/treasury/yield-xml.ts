import { SaxesParser } from "saxes";
import { shown } from "../../../contract/arguments";
import { TENOR_SERIES } from "../../../contract/series";
import { readIsoDate, readNumber, refuseImplausible } from "../reading/cells";
import type { Feed } from "../publisher";
import type { PublishedRow } from "../../records/published-row";
import { headOf } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { decodedText } from "../reading/text-of";

const TITLE = "the Treasury's daily yield curve as XML";

/**
 * Series by element name; BC is the nominal curve, TC the real one. Null is left out. BC_30YEARDISPLAY is not a rate: it is 0 on every day, which looks like a
 * rate on days without a 30-year bond.
 */
const ELEMENTS: ReadonlyMap<string, string | null> = new Map([
  ["BC_1MONTH", TENOR_SERIES["1M"]],
  ["BC_1_5MONTH", null],
  ["BC_2MONTH", null],
  ["BC_3MONTH", TENOR_SERIES["3M"]],
  ["BC_4MONTH", null],
  ["BC_6MONTH", TENOR_SERIES["6M"]],
  ["BC_1YEAR", TENOR_SERIES["1Y"]],
  ["BC_2YEAR", TENOR_SERIES["2Y"]],
  ["BC_3YEAR", TENOR_SERIES["3Y"]],
  ["BC_5YEAR", TENOR_SERIES["5Y"]],
  ["BC_7YEAR", TENOR_SERIES["7Y"]],
  ["BC_10YEAR", TENOR_SERIES["10Y"]],
  ["BC_20YEAR", TENOR_SERIES["20Y"]],
  ["BC_30YEAR", TENOR_SERIES["30Y"]],
  ["BC_30YEARDISPLAY", null],
  ["TC_5YEAR", null],
  ["TC_7YEAR", null],
  ["TC_10YEAR", "DFII10"],
  ["TC_20YEAR", null],
  ["TC_30YEAR", null],
]);

interface Day {
  readonly line: number;
  readonly cells: Map<string, string>;
}

/** Reads the properties of each entry, as written. */
function daysIn(text: string): Day[] {
  const parser = new SaxesParser();
  const days: Day[] = [];
  let day: Day | undefined;
  let element = "";
  parser.on("error", () => {
    throw new RefusedFile("the XML is cut off or not well-formed; download it again", parser.line);
  });
  parser.on("opentag", ({ name }) => {
    element = name.replace(/^\w+:/, "");
    if (element === "properties") day = { line: parser.line, cells: new Map() };
    else day?.cells.set(element, "");
  });
  parser.on("text", (words) => {
    if (day && element !== "") day.cells.set(element, (day.cells.get(element) ?? "") + words);
  });
  parser.on("closetag", ({ name }) => {
    element = "";
    if (!day || !/(^|:)properties$/.test(name)) return;
    days.push(day);
    day = undefined;
  });
  parser.write(text).close();
  return days;
}

/** The rows of one day. A tenor without an element was not published and has no row; an empty or N/A one is missing. */
function rowsOf({ cells, line }: Day): PublishedRow[] {
  const date = readIsoDate((cells.get("NEW_DATE") ?? "").trim().replace(/T00:00:00(\.0+)?Z?$/, ""), line);
  return [...cells].flatMap(([name, cell]): PublishedRow[] => {
    const series = ELEMENTS.get(name);
    if (series === undefined && /^[BT]C_/.test(name))
      throw new RefusedFile(`${shown(name)} is not a rate of ${TITLE} that this service knows; update the service if the Treasury has added a tenor`, line);
    if (series === undefined || series === null) return [];
    const text = cell.trim();
    if (text === "" || text === "N/A") return [{ series, date, value: null, source: "treasury" }];
    const value = readNumber(text, name, line);
    refuseImplausible(value, name, line);
    return [{ series, date, value, source: "treasury" }];
  });
}

/** True for the Treasury's own XML, by its start. */
const isYieldXml = (head: string): boolean =>
  /^\s*(<\?xml[^>]*\?>)?\s*<(feed|pre)\b/.test(head) && /Treasury(Real)?YieldCurve|schemas\.microsoft\.com\/ado/i.test(head);

/** @throws RefusedFile for truncated XML, an unknown rate, a day with two values, and a document without days. */
function readYieldXml(text: string): PublishedRow[] {
  const taken = new Map<string, PublishedRow>();
  for (const day of daysIn(text.replace(/^\uFEFF/, "").trimStart()))
    for (const row of rowsOf(day)) {
      const before = taken.get(`${row.series} ${row.date}`);
      if (before && before.value !== row.value)
        throw new RefusedFile(`${row.series} appears twice on ${row.date} with different values; download it again`, day.line);
      taken.set(`${row.series} ${row.date}`, row);
    }
  if (taken.size === 0) throw new RefusedFile("there is no day in the XML: nothing was published for the requested time");
  return [...taken.values()].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/**
 * The nominal or the real yield curve as the Treasury's XML, which a person downloads: the same numbers as the CSV, percent a year.
 * Source: U.S. Department of the Treasury, home.treasury.gov.
 */
export const yieldXml: Feed = {
  id: "treasury.yield-xml",
  title: TITLE,
  looksLike: "<feed …><title>DailyTreasuryYieldCurveRateData</title>…",
  recognises: ({ bytes }) => isYieldXml(headOf(bytes, 1_000)),
  parse: ({ bytes }) => ({ title: TITLE, rows: readYieldXml(decodedText(bytes)), records: [] }),
};
