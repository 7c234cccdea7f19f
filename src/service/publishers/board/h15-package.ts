import { shown } from "../../../contract/arguments";
import { readIsoDate } from "../cells";
import { columnsOf } from "../columns-of";
import type { Layout } from "../publisher";
import { RefusedFile } from "../refused-file";
import { rowsOf } from "../rows-of";
import type { Line } from "../table";
import { adviceOn, IDENTIFIERS } from "./identifiers";

const TITLE = "the Board's H.15 package";
const SERIES_ROW = "time period";

/** "Unique Identifier: " and "unit:" lose what the package adds to them. */
const nameOf = (line: Line): string => (line.cells[0] ?? "").replace(/:\s*$/, "").trim().toLowerCase();

/** What each row above the series' names must say of every column, where it is there. */
const ABOVE: ReadonlyMap<string, { readonly fits: (cell: string, identifier: string) => boolean; readonly expected: string } | undefined> = new Map([
  ["series description", undefined],
  ["currency", undefined],
  ["unit", { fits: (cell: string) => /^percent[:_\s]*per[_\s]*year$/i.test(cell), expected: "Percent:_Per_Year" }],
  ["multiplier", { fits: (cell: string) => /^1(\.0*)?$/.test(cell), expected: "1" }],
  [
    "unique identifier",
    { fits: (cell: string, identifier: string) => cell === identifier || cell.endsWith(`/${identifier}`), expected: "the identifier that stands under it" },
  ],
]);

function checkAbove(line: Line, header: Line): void {
  const name = nameOf(line);
  const rule = ABOVE.get(name);
  if (!rule && !ABOVE.has(name))
    throw new RefusedFile(
      `expected a row of ${TITLE} (Series Description, Unit, Multiplier, Currency, Unique Identifier, Time Period), got ${shown(line.cells[0])}; download the package again`,
      line.number,
    );
  if (line.cells.length !== header.cells.length)
    throw new RefusedFile(
      `expected ${header.cells.length} cells, as in the row Time Period, got ${line.cells.length}; download the package again`,
      line.number,
    );
  if (!rule) return;
  header.cells.slice(1).forEach((identifier, i) => {
    const cell = line.cells[i + 1] ?? "";
    if (cell !== "" && !rule.fits(cell, identifier))
      throw new RefusedFile(
        `expected ${rule.expected} as ${name} of ${identifier}, got ${shown(cell)}; choose a package of daily yields in percent`,
        line.number,
      );
  });
}

/**
 * H.15 Selected Interest Rates as the Board's Data Download Program writes it: rows that describe each series (unit, multiplier, currency, identifier), then
 * `Time Period` with the identifiers, then a line a business day in percent per year. ND is a day without an observation.
 * Source: Board of Governors of the Federal Reserve System, H.15.
 */
export const h15Package: Layout = {
  publisher: "board",
  title: TITLE,
  header: "Series Description,… then Time Period,RIFLGFCM01_N.B,…",
  recognises: (first) => ABOVE.has(nameOf(first)) || nameOf(first) === SERIES_ROW,
  read({ lines, ended }) {
    const at = lines.findIndex((line) => nameOf(line) === SERIES_ROW);
    const header = lines[at];
    if (!header)
      throw new RefusedFile(
        "the row Time Period with the series' identifiers is missing, so the file is cut or has the series in rows; download it again with the series in columns",
      );
    lines.slice(0, at).forEach((line) => checkAbove(line, header));
    const columns = columnsOf(header, TITLE, (name) => IDENTIFIERS.get(name), adviceOn);
    return rowsOf(lines.slice(at + 1), { ended }, { source: "board", columns, readDate: readIsoDate, missing: ["ND"] });
  },
};
