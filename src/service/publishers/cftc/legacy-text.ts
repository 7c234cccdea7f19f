import { isIsoDate } from "../../../contract/dates";
import { readNumber } from "../reading/cells";
import type { PositionBasis } from "../../records/positions";
import type { Feed } from "../publisher";
import { headOf } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { readTable, type Line } from "../reading/table";
import { textOf } from "../reading/text-of";
import { positionRow } from "./position";

const TITLE = "the CFTC's legacy commitments of traders";
const COLUMNS = 129;
/** The code is repeated in this column near the end. If it matches, the columns between have not shifted. */
const CODE_AGAIN = 126;

const BASIS_OF_NAME: readonly (readonly [RegExp, PositionBasis])[] = [
  [/^(deafut|fut)/i, "futures-only"],
  [/^(deacom|com)/i, "combined"],
];

function rowOf({ cells, number }: Line, basis: PositionBasis) {
  if (cells.length !== COLUMNS)
    throw new RefusedFile(
      `expected ${COLUMNS} cells, got ${cells.length}: the line seems to be cut, or the report has another layout; download it again`,
      number,
    );
  const cell = (i: number): string => cells[i] ?? "";
  const at = (i: number, what: string): number => readNumber(cell(i), what, number);
  // A market has no changes in its first week.
  const maybe = (i: number, what: string): number | null => (cell(i) === "" || cell(i) === "." ? null : at(i, what));
  const date = cell(2);
  const m = /^(\d{2})(\d{2})(\d{2})$/.exec(cell(1));
  if (!isIsoDate(date) || !m || date.slice(2) !== `${m[1]}-${m[2]}-${m[3]}`)
    throw new RefusedFile(`expected the report's date twice, as YYMMDD and as YYYY-MM-DD, got ${cell(1)} and ${date}; download the file again`, number);
  const code = cell(3);
  if (code === "" || code !== cell(CODE_AGAIN))
    throw new RefusedFile("the market's code is not repeated in its column: the columns have shifted; download the file again", number);
  return positionRow(
    {
      code,
      date,
      basis,
      market: cell(0),
      open_interest: at(7, "open interest"),
      noncomm_long: at(8, "noncommercial long"),
      noncomm_short: at(9, "noncommercial short"),
      noncomm_spread: at(10, "noncommercial spread"),
      comm_long: at(11, "commercial long"),
      comm_short: at(12, "commercial short"),
      total_reported_long: at(13, "total reportable long"),
      total_reported_short: at(14, "total reportable short"),
      nonrept_long: at(15, "nonreportable long"),
      nonrept_short: at(16, "nonreportable short"),
      change_open_interest: maybe(37, "change in open interest"),
      change_noncomm_long: maybe(38, "change in noncommercial long"),
      change_noncomm_short: maybe(39, "change in noncommercial short"),
      change_noncomm_spread: maybe(40, "change in noncommercial spread"),
      change_comm_long: maybe(41, "change in commercial long"),
      change_comm_short: maybe(42, "change in commercial short"),
      traders_total: maybe(77, "traders"),
    },
    number,
  );
}

/**
 * The weekly report as text without a header, one market per line: values padded with blanks, market names quoted because they contain commas, codes with a
 * leading zero or a plus sign. The file's name says whether options are included: `deafut…` futures only, `deacom…` with options. Source: CFTC,
 * cftc.gov/dea/newcot.
 */
export const legacyText: Feed = {
  id: "cftc.legacy-text",
  title: TITLE,
  looksLike: '"WHEAT-SRW - CHICAGO BOARD OF TRADE",YYMMDD,YYYY-MM-DD,…',
  recognises: ({ bytes }) => /^\s*"[^"]+",\d{6},\d{4}-\d{2}-\d{2},/.test(headOf(bytes)),
  parse: ({ bytes, name }) => {
    const basis = BASIS_OF_NAME.find(([pattern]) => pattern.test(name))?.[1];
    if (basis === undefined)
      throw new RefusedFile(
        "the file's name does not say whether options are included; name it deafut.txt (futures only) or deacom.txt (with options), as the CFTC does",
      );
    return { title: TITLE, rows: [], records: readTable(textOf(bytes)).lines.map((line) => rowOf(line, basis)) };
  },
  fetching: {
    schedule: { timeZone: "America/New_York", on: { weekday: 5 }, at: "15:45" },
    requests: () => [{ part: "deafut.txt", url: "https://www.cftc.gov/dea/newcot/deafut.txt" }],
  },
};
