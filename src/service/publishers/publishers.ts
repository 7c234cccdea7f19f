import { shown } from "../../contract/arguments";
import { orList } from "../../contract/nearest";
import { downloadPackage } from "./board/download-package";
import { h15Excerpt } from "./board/h15-excerpt";
import type { Layout } from "./publisher";
import type { PublishedRow } from "../records/published-row";
import { RefusedFile } from "./refused-file";
import { readTable, type Line } from "./table";
import { parYieldCurve } from "./treasury/par-yield-curve";
import { realYieldCurve } from "./treasury/real-yield-curve";
import { isYieldXml, readYieldXml, yieldXml } from "./treasury/yield-xml";

/** The layouts that `import treasury` takes, told apart by their first line. A new one is added here. */
const YIELD_LAYOUTS: readonly Layout[] = [parYieldCurve, realYieldCurve, downloadPackage, h15Excerpt];

/** Tables that are easily taken for the par yield curve, by a column that only they have. */
const OTHER_TABLES: readonly { readonly column: RegExp; readonly sentence: string }[] = [
  { column: /BANK DISCOUNT|COUPON EQUIVALENT/i, sentence: "this is the table of Treasury bill rates, not the par yield curve" },
  { column: /^LT |LT COMPOSITE|EXTRAPOLATION/i, sentence: "this is the table of long-term rates, not the par yield curve" },
];

function sentenceFor(first: Line): string {
  const [head = "", second = ""] = first.cells;
  const other = OTHER_TABLES.find((t) => first.cells.some((c) => t.column.test(c)));
  if (other) return `${other.sentence}; download Daily Treasury Par Yield Curve Rates`;
  if (/^(date|observation_date)$/i.test(head) && first.cells.length === 2)
    return `this is a table of one series (${shown(second)}); if it is a curated one, type: import series ID FILE`;
  if (/^\d{1,4}[-/]\d/.test(head)) return "the header is missing, so nothing says which column is which tenor; download the file again";
  return `expected a first line such as ${orList(YIELD_LAYOUTS.map((l) => `${l.header} (${l.title})`))}, got ${shown(first.cells.join(","))}; download one of these`;
}

/**
 * Reads a published table of Treasury yields in whichever of the known layouts its first line shows; it never guesses.
 *
 * @throws RefusedFile for any other layout, and for whatever the layout itself refuses.
 */
export function readYields(text: string): { readonly layout: Pick<Layout, "publisher" | "title">; readonly rows: PublishedRow[] } {
  if (isYieldXml(text.slice(0, 1_000))) return { layout: { publisher: "treasury", title: yieldXml.title }, rows: readYieldXml(text) };
  const table = readTable(text);
  const layout = YIELD_LAYOUTS.find((l) => l.recognises(table.lines[0]));
  if (!layout) throw new RefusedFile(sentenceFor(table.lines[0]), table.lines[0].number);
  return { layout, rows: layout.read(table) };
}
