import type { IsoDate } from "../../../contract/dates";
import { TENOR_SERIES } from "../../../contract/series";
import type { RateAverage } from "../../records/macro";
import type { RecordRow } from "../../records/record";
import { createPublisher, type Feed, type Schedule } from "../publisher";
import { layoutFeed } from "../reading/layout-feed";
import { headOf } from "../reading/read-json";
import { rowsOf } from "../reading/rows-of";
import { readTextTable } from "../reading/table";
import { decodedText, readIsoDate, refuseFile, notEmpty } from "../reading/text";
import { monthsFrom } from "../../time/calendar";
import { downloadPackage, h15Excerpt } from "./download-package";

const OUTPUT = "https://www.federalreserve.gov/datadownload/Output.aspx";

interface Release {
  /** The release's name in addresses and in identifiers. */
  readonly rel: string;
  readonly title: string;
  /** Opaque ids of prepared packages, by content. Only the live site can show whether an id is still valid. */
  readonly packages: Readonly<Record<string, string>>;
  readonly schedule: Schedule;
  /** True if the release revises past years. It is small, so it is fetched whole. */
  readonly revised?: boolean;
}

const WASHINGTON = "America/New_York";

const RELEASES: readonly Release[] = [
  {
    rel: "H15",
    title: "the Board's H.15 package",
    packages: { "constant maturities": "bf17364827e38702b42a58cf8eaa3f78" },
    schedule: { timeZone: WASHINGTON, on: "business", at: "16:30" },
  },
  {
    rel: "PRATES",
    title: "the Board's package of policy rates",
    packages: { "policy rates": "c27939ee810cb2e929a920a6bd77d9f6" },
    schedule: { timeZone: WASHINGTON, on: "business", at: "16:45" },
  },
  {
    rel: "H41",
    title: "the Board's H.4.1 package",
    packages: { "table 1, week averages": "f52e72511be65e16f71d4f5858951312", "table 5, statement of condition": "ccfdc0c8cb86be87af324da79a6f8826" },
    schedule: { timeZone: WASHINGTON, on: { weekday: 4 }, at: "16:45" },
  },
  {
    rel: "H6",
    title: "the Board's H.6 package",
    packages: { "money stock": "798e2796917702a5f8423426ba7e6b42" },
    // The fourth Tuesday is never after the 28th.
    schedule: { timeZone: WASHINGTON, on: { dayOfMonth: 28 }, at: "13:30" },
    revised: true,
  },
  {
    rel: "H10",
    title: "the Board's H.10 package",
    packages: { "dollar indices": "122e3bcb627e8e53f1bf72a1a09cfb81" },
    schedule: { timeZone: WASHINGTON, on: { weekday: 1 }, at: "16:30" },
    revised: true,
  },
  {
    rel: "CP",
    title: "the Board's commercial paper package",
    packages: { rates: "593ce926936cbd64b3c79b960a792b85" },
    schedule: { timeZone: WASHINGTON, on: "business", at: "13:30" },
  },
];

const usDate = (day: IsoDate): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

const address = (rel: string, series: string, from: IsoDate | undefined): string =>
  `${OUTPUT}?rel=${rel}&series=${series}&lastobs=&from=${from === undefined ? "" : encodeURIComponent(usDate(from))}&to=&filetype=csv&label=include&layout=seriescolumn&type=package`;

/** The release of a package, from its row of identifiers near the beginning. */
const releaseIn = (bytes: Uint8Array): string | undefined => /^"?Unique Identifier:?\s*"?,\s*"?([A-Z0-9]+)\//m.exec(headOf(bytes, 200_000))?.[1];

function feedOf({ rel, title, packages, schedule, revised = false }: Release): Feed {
  const fetching = {
    schedule,
    requests: ({ newest }: { readonly newest: IsoDate | undefined }) =>
      Object.entries(packages).map(([part, series]) => ({ part, url: address(rel, series, revised ? undefined : newest) })),
  };
  const feed = layoutFeed(`board.${rel.toLowerCase()}`, { ...downloadPackage, title }, fetching);
  // A package without a row of identifiers is read as H.15.
  return { ...feed, recognises: (document) => feed.recognises(document) && (releaseIn(document.bytes) ?? "H15") === rel };
}

/** The Board's releases, one feed each. They share a layout; their schedules differ. */
const packageFeeds: readonly Feed[] = RELEASES.map(feedOf);

const TITLE = "monthly averages of the 10-year Treasury yield";

function readFirstOfMonth(text: string, line: number): IsoDate {
  const date = readIsoDate(text, line);
  if (date.endsWith("-01")) return date;
  refuseFile(`expected the first of a month, got ${date}: these are not monthly averages; check that it is the right file`, line);
}

/**
 * Monthly averages of the Board's 10-year constant maturity, `Date,Rate`: months dated by their first day, percent a year. Stored apart from the daily series,
 * because an average is not the value of the month's first day. A month without a rate has no row.
 * Source: Board of Governors of the Federal Reserve System, H.15, as arranged by datasets/bond-yields-us-10y.
 */
const tenYearMonthly: Feed = {
  id: "board.ten-year-monthly",
  title: TITLE,
  looksLike: "Date,Rate",
  recognises: ({ bytes }) => /^\s*"?Date"?\s*,\s*"?Rate"?\s*\r?\n/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const table = readTextTable(decodedText(bytes));
    const columns = [{ name: "Rate", series: TENOR_SERIES["10Y"] }];
    const rows = rowsOf(table.lines.slice(1), table, { source: "board", columns, readDate: readFirstOfMonth, missing: ["ND"] });
    const records = rows.flatMap(({ date, value: rate }): RecordRow[] => {
      if (rate === null) return [];
      const body: RateAverage = { rate };
      // An average is known when its month is over.
      return [{ dataset: "rate_average", entity: "10Y", date, key: "", known: monthsFrom(date, 1), body, source: "board" }];
    });
    return { records: notEmpty(records, "there is no value under the header; download the file again") };
  },
};

/** Board of Governors of the Federal Reserve System: packages of the Data Download Program. */
export const board = createPublisher({
  id: "board",
  name: "Board of Governors of the Federal Reserve System",
  feeds: [...packageFeeds, layoutFeed("board.h15-excerpt", h15Excerpt), tenYearMonthly],
  // The Data Download Program refuses clients that do not look like a browser.
  msBetween: 2_000,
  headers: { "User-Agent": "Mozilla/5.0 (compatible; market data service)" },
});
