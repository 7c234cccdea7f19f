import { readIsoDate } from "../reading/text";
import { columnsOf, rowsOf } from "../reading/rows-of";
import type { Layout } from "../publisher";
import { SHORT_NAMES } from "./identifiers";

const TITLE = "an H.15 excerpt";

/**
 * H.15 rows retyped under short names, `date,M01,M03,…,Y30`: Treasury constant maturities in percent a year, ISO dates, ND for a day without an observation.
 * Source of the numbers: Board of Governors of the Federal Reserve System, H.15.
 */
export const h15Excerpt: Layout = {
  title: TITLE,
  header: "date,M01,M03,…,Y30",
  recognises: ({ cells }) => cells[0] === "date" && cells.slice(1).some((name) => SHORT_NAMES.has(name)),
  read({ lines: [header, ...lines], ended }) {
    const columns = columnsOf(
      header,
      TITLE,
      (name) => SHORT_NAMES.get(name),
      () => "its columns are M01, M03, M06, Y01, Y02, Y03, Y05, Y07, Y10, Y20 and Y30",
    );
    return rowsOf(lines, { ended }, { source: "board", columns, readDate: readIsoDate, missing: ["ND"], exactDecimals: true });
  },
};
