import { addDays, type IsoDate } from "../../../contract/dates";
import type { RateAverage } from "../../records/money-rate";
import type { RecordRow } from "../../records/record";
import type { Feed, Publisher } from "../publisher";
import { decodedText, readIsoDate, readNumber, RefusedFile, refuseImplausible } from "../reading/text";
import { layoutFeed } from "../reading/layout-feed";
import { headOf } from "../reading/read-json";
import { readTextTable } from "../reading/table";
import { h15Excerpt } from "./h15-excerpt";
import { packageFeeds } from "./packages";

const TITLE = "monthly averages of the 10-year Treasury yield";

/** An average is known when its month is over. */
const monthAfter = (first: IsoDate): IsoDate => `${addDays(first, 31).slice(0, 7)}-01`;

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
    const { lines, ended } = readTextTable(decodedText(bytes));
    const seen = new Set<IsoDate>();
    const records = lines.slice(1).flatMap(({ cells, number }, i): RecordRow[] => {
      if (cells.length !== 2) throw new RefusedFile(`expected 2 cells, as in the header, got ${cells.length}; download the file again`, number);
      const [day = "", rate = ""] = cells;
      const date = readIsoDate(day, number);
      if (!date.endsWith("-01"))
        throw new RefusedFile(`expected the first of a month, got ${date}: these are not monthly averages; check that it is the right file`, number);
      if (seen.has(date)) throw new RefusedFile(`${date} appears twice; keep the right one`, number);
      seen.add(date);
      if (rate === "" || rate === "ND") return [];
      if (!ended && i === lines.length - 2 && !/\.\d{2}$/.test(rate))
        throw new RefusedFile(
          `the file stops after "${rate}" without a line end, so the value may be cut short; download it again, or add a line end if it is complete`,
          number,
        );
      const body: RateAverage = { rate: readNumber(rate, "Rate", number) };
      refuseImplausible(body.rate, "Rate", number);
      return [{ dataset: "rate_average", entity: "10Y", date, key: "", known: monthAfter(date), body, source: "board" }];
    });
    if (records.length === 0) throw new RefusedFile("there is no value under the header; download the file again");
    return { title: TITLE, rows: [], records };
  },
};

/** Board of Governors of the Federal Reserve System: packages of the Data Download Program. */
export const board: Publisher = {
  id: "board",
  name: "Board of Governors of the Federal Reserve System",
  attribution: "Board of Governors of the Federal Reserve System",
  terms: {
    licence: "public domain",
    url: "https://www.federalreserve.gov/disclaimer.htm",
    text: "A work of the United States government: it may be stored, used in calculations and redistributed. Name the Board and the release as the source.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [...packageFeeds, layoutFeed("board.h15-excerpt", h15Excerpt), tenYearMonthly],
  // The Data Download Program refuses clients that do not look like a browser.
  politeness: { msBetween: 2_000, headers: { "User-Agent": "Mozilla/5.0 (compatible; market data service)" } },
};
