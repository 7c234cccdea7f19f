import { shown } from "../../../contract/arguments";
import { TENOR_SERIES } from "../../../contract/series";
import type { PublishedRow } from "../../records/record";
import { downloadPackage, h15Excerpt } from "../board/download-package";
import { createPublisher, type Document, type Feed, type Layout, type RequestContext } from "../publisher";
import { layoutFeed, nearestLayout } from "../reading/layout-feed";
import { headOf } from "../reading/read-json";
import { columnsOf, rowsOf } from "../reading/rows-of";
import { readTextTable } from "../reading/table";
import { decodedText, readIsoDate, readNumber, readUsDate, refuseFile, refuseImplausible } from "../reading/text";
import { elementsWithin, readXmlDocument, textAt, type XmlElement } from "../reading/xml";

type Columns = ReadonlyMap<string, string | null>;

const unserved = (...names: readonly string[]): [string, null][] => names.map((name) => [name, null]);

/** Column names of the nominal curve, exactly as written: "1 Mo", "10 Yr". Null: no such series is served. */
const NOMINAL: Columns = new Map([
  ...Object.entries(TENOR_SERIES).map(([tenor, series]) => [`${tenor.slice(0, -1)} ${tenor.endsWith("M") ? "Mo" : "Yr"}`, series] as const),
  ...unserved("1.5 Month", "2 Mo", "4 Mo"),
]);

/** Column names of the real curve. They are in capitals; nothing else distinguishes the two tables. */
const REAL: Columns = new Map([["10 YR", "DFII10"], ...unserved("5 YR", "7 YR", "20 YR", "30 YR")]);

/**
 * Creates the layout of a daily Treasury table of yields as CSV: percent a year, one line per business day, dates MM/DD/YYYY, blank or N/A for an unpublished
 * value.
 *
 * @param columns the columns after the date, exactly as written; null for a known one without a series
 */
const dailyTable = (title: string, header: string, columns: ReadonlyMap<string, string | null>): Layout => ({
  title,
  header,
  recognises: ({ cells }) => cells[0] === "Date" && cells.slice(1).some((name) => columns.has(name)),
  read({ lines: [first, ...lines], ended }) {
    const read = columnsOf(
      first,
      title,
      (name) => columns.get(name),
      () => "remove the column, or update the service if the Treasury has added a tenor",
    );
    return rowsOf(lines, { ended }, { source: "treasury", columns: read, readDate: readUsDate, missing: ["N/A"], exactDecimals: true });
  },
});

/**
 * Daily Treasury Par Yield Curve Rates, the CSV of any year: percent a year, bond-equivalent, one line per business day, dates MM/DD/YYYY. The tenors differ by
 * year; a blank or N/A is a tenor that was not published on the day.
 * Source: U.S. Department of the Treasury, home.treasury.gov, Daily Treasury Par Yield Curve Rates.
 */
export const parYieldCurve = dailyTable("the Treasury's daily par yield curve", 'Date,"1 Mo","3 Mo",…,"30 Yr"', NOMINAL);

/**
 * Daily Treasury Par Real Yield Curve Rates (inflation-indexed securities), the CSV of any year from 2003: percent a year, one line per business day, newest
 * first, dates MM/DD/YYYY. Real yields can be negative.
 * Source: U.S. Department of the Treasury, home.treasury.gov, Daily Treasury Par Real Yield Curve Rates.
 */
const realYieldCurve = dailyTable("the Treasury's daily par real yield curve", 'Date,"5 YR","7 YR","10 YR",…', REAL);

const TITLE = "the Treasury's daily yield curve as XML";

/** The elements of a curve's columns: `BC_1_5MONTH` of "1.5 Month", `TC_10YEAR` of "10 YR". */
const elementsOf = (prefix: string, columns: Columns): [string, string | null][] =>
  [...columns].map(([name, series]) => [
    `${prefix}_${name
      .toUpperCase()
      .replace(".", "_")
      .replace(/ (M|Y).*/, (_, unit) => (unit === "M" ? "MONTH" : "YEAR"))}`,
    series,
  ]);

/**
 * Series by element name; BC is the nominal curve, TC the real one. Null is left out. BC_30YEARDISPLAY is not a rate: it is 0 on every day, which looks like a
 * rate on days without a 30-year bond.
 */
const ELEMENTS: Columns = new Map([...elementsOf("BC", NOMINAL), ...elementsOf("TC", REAL), ...unserved("BC_30YEARDISPLAY")]);

/** The rows of one day. A tenor without an element was not published and has no row; an empty or N/A one is missing. */
function yieldsOf(day: XmlElement): PublishedRow[] {
  const { line } = day;
  const date = readIsoDate((textAt(day, "NEW_DATE") ?? "").replace(/T00:00:00(\.0+)?Z?$/, ""), line);
  return day.children.flatMap(({ name, text: cell }): PublishedRow[] => {
    const series = ELEMENTS.get(name);
    if (series === undefined && /^[BT]C_/.test(name))
      refuseFile(`${shown(name)} is not a rate of ${TITLE} that this service knows; update the service if the Treasury has added a tenor`, line);
    if (series === undefined || series === null) return [];
    const text = cell.trim();
    const value = text === "" || text === "N/A" ? null : readNumber(text, name, line);
    if (value !== null) refuseImplausible(value, name, line);
    return [{ series, date, value, source: "treasury" }];
  });
}

/** True for the Treasury's own XML, by its start. */
const isYieldXml = (head: string): boolean =>
  /^\s*(<\?xml[^>]*\?>)?\s*<(feed|pre)\b/.test(head) && /Treasury(Real)?YieldCurve|schemas\.microsoft\.com\/ado/i.test(head);

/** @throws RefusedFile for truncated XML, an unknown rate, a day with two values, and a document without days. */
function readYieldXml(text: string): PublishedRow[] {
  const taken = new Map<string, PublishedRow>();
  for (const day of elementsWithin(readXmlDocument(text), "properties"))
    for (const row of yieldsOf(day)) {
      const before = taken.get(`${row.series} ${row.date}`);
      if (before && before.value !== row.value) refuseFile(`${row.series} appears twice on ${row.date} with different values; download it again`, day.line);
      taken.set(`${row.series} ${row.date}`, row);
    }
  if (taken.size === 0) refuseFile("there is no day in the XML: nothing was published for the requested time");
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
  parse: ({ bytes }) => ({ rows: readYieldXml(decodedText(bytes)) }),
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
  refuseFile(sentenceFor(cells), number);
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
    requests: ({ today, newest }: RequestContext) => {
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
export const treasury = createPublisher({
  id: "treasury",
  name: "U.S. Department of the Treasury",
  feeds: [
    yearly("treasury.par-yield-curve", parYieldCurve, "daily_treasury_yield_curve", 1990),
    yearly("treasury.real-yield-curve", realYieldCurve, "daily_treasury_real_yield_curve", 2003),
    yieldXml,
  ],
  importing: { also: boardYieldFeeds, refuseUnknown: refuseOtherTable },
  msBetween: 1_000,
});
