import { shown } from "../../../contract/arguments";
import { downloadPackage } from "../board/download-package";
import { h15Excerpt } from "../board/h15-excerpt";
import { nearestLayout } from "../reading/nearest-layout";
import { layoutFeed } from "../reading/layout-feed";
import type { Document, Feed } from "../publisher";
import { RefusedFile } from "../reading/refused-file";
import { readTextTable } from "../reading/table";
import { decodedText } from "../reading/text-of";
import { parYieldCurve } from "./par-yield-curve";
import { realYieldCurve } from "./real-yield-curve";

/** Treasury yields in the Board's files, which people import as the Treasury's. */
export const boardYieldFeeds: readonly Feed[] = [layoutFeed("board.download-package", downloadPackage), layoutFeed("board.h15-excerpt", h15Excerpt)];

/** Tables that look like the par yield curve, by a column that only they have. */
const OTHER_TABLES: readonly { readonly column: RegExp; readonly sentence: string }[] = [
  { column: /BANK DISCOUNT|COUPON EQUIVALENT/i, sentence: "this is the table of Treasury bill rates, not the par yield curve" },
  { column: /^LT |LT COMPOSITE|EXTRAPOLATION/i, sentence: "this is the table of long-term rates, not the par yield curve" },
];

const LAYOUTS = [parYieldCurve, realYieldCurve, downloadPackage, h15Excerpt];

/** @throws RefusedFile that says what the table is instead. */
export function refuseOtherTable({ bytes }: Document): never {
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
