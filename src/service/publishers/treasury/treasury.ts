import { SaxesParser } from "saxes";
import { shown } from "../../../contract/arguments";
import { TENOR_SERIES } from "../../../contract/series";
import { PUBLISHER_SOURCES } from "../../records/attribution";
import type { PublishedRow } from "../../records/record";
import { downloadPackage } from "../board/download-package";
import { h15Excerpt } from "../board/h15-excerpt";
import type { Document, Feed, FetchRequest, Layout, Publisher, RequestContext } from "../publisher";
import { layoutFeed, nearestLayout } from "../reading/layout-feed";
import { headOf } from "../reading/read-json";
import { readTextTable } from "../reading/table";
import { decodedText, readIsoDate, readNumber, RefusedFile, refuseImplausible } from "../reading/text";
import { dailyTable, realYieldCurve } from "./daily-table";

/**
 * Column names of the daily par yield curve, exactly as written. Real yields have "10 YR" instead of "10 Yr"; nothing else distinguishes the two tables. Null:
 * no such series is served.
 */
const COLUMNS: ReadonlyMap<string, string | null> = new Map([
  ["1 Mo", TENOR_SERIES["1M"]],
  ["1.5 Month", null],
  ["2 Mo", null],
  ["3 Mo", TENOR_SERIES["3M"]],
  ["4 Mo", null],
  ["6 Mo", TENOR_SERIES["6M"]],
  ["1 Yr", TENOR_SERIES["1Y"]],
  ["2 Yr", TENOR_SERIES["2Y"]],
  ["3 Yr", TENOR_SERIES["3Y"]],
  ["5 Yr", TENOR_SERIES["5Y"]],
  ["7 Yr", TENOR_SERIES["7Y"]],
  ["10 Yr", TENOR_SERIES["10Y"]],
  ["20 Yr", TENOR_SERIES["20Y"]],
  ["30 Yr", TENOR_SERIES["30Y"]],
]);

/**
 * Daily Treasury Par Yield Curve Rates, the CSV of any year: percent a year, bond-equivalent, one line per business day, dates MM/DD/YYYY. The tenors differ by
 * year; a blank or N/A is a tenor that was not published on the day.
 * Source: U.S. Department of the Treasury, home.treasury.gov, Daily Treasury Par Yield Curve Rates.
 */
export const parYieldCurve = dailyTable("the Treasury's daily par yield curve", 'Date,"1 Mo","3 Mo",…,"30 Yr"', COLUMNS);

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
const yieldXml: Feed = {
  id: "treasury.yield-xml",
  title: TITLE,
  looksLike: "<feed …><title>DailyTreasuryYieldCurveRateData</title>…",
  recognises: ({ bytes }) => isYieldXml(headOf(bytes, 1_000)),
  parse: ({ bytes }) => ({ title: TITLE, rows: readYieldXml(decodedText(bytes)), records: [] }),
};

/** Treasury yields in the Board's files, which people import as the Treasury's. */
const boardYieldFeeds: readonly Feed[] = [layoutFeed("board.download-package", downloadPackage), layoutFeed("board.h15-excerpt", h15Excerpt)];

/** Tables that look like the par yield curve, by a column that only they have. */
const OTHER_TABLES: readonly { readonly column: RegExp; readonly sentence: string }[] = [
  { column: /BANK DISCOUNT|COUPON EQUIVALENT/i, sentence: "this is the table of Treasury bill rates, not the par yield curve" },
  { column: /^LT |LT COMPOSITE|EXTRAPOLATION/i, sentence: "this is the table of long-term rates, not the par yield curve" },
];

const LAYOUTS = [parYieldCurve, realYieldCurve, downloadPackage, h15Excerpt];

/** @throws RefusedFile that says what the table is instead. */
function refuseOtherTable({ bytes }: Document): never {
  const { cells, number } = readTextTable(decodedText(bytes)).lines[0];
  throw new RefusedFile(sentenceFor(cells), number);
}

function sentenceFor(cells: readonly string[]): string {
  const [head = "", second = ""] = cells;
  const other = OTHER_TABLES.find((t) => cells.some((c) => t.column.test(c)));
  if (other) return `${other.sentence}; download Daily Treasury Par Yield Curve Rates`;
  if (/^(date|observation_date)$/i.test(head) && cells.length === 2)
    return `this is a table of one series (${shown(second)}); if it is a curated series, type: import series ID FILE`;
  if (/^\d{1,4}[-/]\d/.test(head)) return "the header with the tenors is missing; download the file again";
  const { header, title } = nearestLayout(LAYOUTS, (l) => l.header, cells.join(",")) ?? parYieldCurve;
  return `expected a first line such as ${header} (${title}), got ${shown(cells.join(","))}; download that file`;
}

const TABLE = "https://home.treasury.gov/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv";

/** Fetches one table per year, again from the newest stored year on. */
function yearly(id: string, layout: Layout, type: string, firstYear: number): Feed {
  return layoutFeed(id, layout, {
    // Published about 18:00 on each business day.
    schedule: { timeZone: "America/New_York", on: "business", at: "18:30" },
    requests: ({ today, newest }: RequestContext): FetchRequest[] => {
      const last = Number(today.slice(0, 4));
      const first = newest === undefined ? firstYear : Math.max(firstYear, Number(newest.slice(0, 4)));
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => ({
        part: String(first + i),
        url: `${TABLE}/${first + i}/all?type=${type}&field_tdr_date_value=${first + i}&page&_format=csv`,
      }));
    },
  });
}

/** U.S. Department of the Treasury: the daily par yield curve, nominal and real, one table per year. */
export const treasury: Publisher = {
  id: "treasury",
  name: "U.S. Department of the Treasury",
  terms: PUBLISHER_SOURCES.treasury,
  feeds: [
    yearly("treasury.par-yield-curve", parYieldCurve, "daily_treasury_yield_curve", 1990),
    yearly("treasury.real-yield-curve", realYieldCurve, "daily_treasury_real_yield_curve", 2003),
    yieldXml,
  ],
  importing: { also: boardYieldFeeds, refuseUnknown: refuseOtherTable },
  politeness: { msBetween: 1_000 },
};
