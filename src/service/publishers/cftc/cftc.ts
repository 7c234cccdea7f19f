import { shown } from "../../../contract/arguments";
import { addDays, isIsoDate, type IsoDate } from "../../../contract/dates";
import { own } from "../../../contract/json";
import type { FuturesPositions, PositionBasis } from "../../records/macro";
import type { RecordRow } from "../../records/record";
import { createPublisher, type Feed } from "../publisher";
import { dayIn, headOf, type JsonObject, listOf, numberIn, requiredNumber, textIn } from "../reading/read-json";
import { readTextTable, type TableLine } from "../reading/table";
import { decodedText, readNumber, refuseFile } from "../reading/text";

/** The figures of a market: in a line of text their place and their name in messages, and their member in JSON. */
const FIGURES = {
  open_interest: [7, "open interest", "open_interest_all"],
  noncomm_long: [8, "noncommercial long", "noncomm_positions_long_all"],
  noncomm_short: [9, "noncommercial short", "noncomm_positions_short_all"],
  // The publisher's spelling, here and below.
  noncomm_spread: [10, "noncommercial spread", "noncomm_postions_spread_all"],
  comm_long: [11, "commercial long", "comm_positions_long_all"],
  comm_short: [12, "commercial short", "comm_positions_short_all"],
  total_reported_long: [13, "total reportable long", "tot_rept_positions_long_all"],
  total_reported_short: [14, "total reportable short", "tot_rept_positions_short"],
  nonrept_long: [15, "nonreportable long", "nonrept_positions_long_all"],
  nonrept_short: [16, "nonreportable short", "nonrept_positions_short_all"],
} as const;

/** Figures that may be missing: a market has no changes in its first week. */
const OPTIONAL = {
  change_open_interest: [37, "change in open interest", "change_in_open_interest_all"],
  change_noncomm_long: [38, "change in noncommercial long", "change_in_noncomm_long_all"],
  change_noncomm_short: [39, "change in noncommercial short", "change_in_noncomm_short_all"],
  change_noncomm_spread: [40, "change in noncommercial spread", "change_in_noncomm_spead_all"],
  change_comm_long: [41, "change in commercial long", "change_in_comm_long_all"],
  change_comm_short: [42, "change in commercial short", "change_in_comm_short_all"],
  traders_total: [77, "traders", "traders_tot_all"],
} as const;

type Figure = readonly [place: number, what: string, member: string];

const figuresBy = <K extends string, V>(figures: Readonly<Record<K, Figure>>, read: (figure: Figure) => V) =>
  Object.fromEntries(Object.entries<Figure>(figures).map(([name, figure]) => [name, read(figure)])) as Record<K, V>;

/** The stated figures of a market, before net positions are computed. */
interface Stated extends Record<keyof typeof FIGURES, number>, Record<keyof typeof OPTIONAL, number | null>, Pick<FuturesPositions, "market" | "basis"> {
  readonly code: string;
  readonly date: IsoDate;
}

/** Tolerance in contracts: each figure of a consolidated market is rounded separately. */
const ROUNDING = 5;
/** Tuesday's positions are published on Friday. */
const PUBLISHED_AFTER_DAYS = 3;

/**
 * Creates one market's row. The code keeps its leading zero and plus sign.
 *
 * @throws RefusedFile if the groups do not add up to the totals, which means that the columns have shifted.
 */
function positionRow({ code, date, total_reported_long, total_reported_short, ...stated }: Stated, line?: number): RecordRow {
  const { open_interest, noncomm_long, noncomm_short, noncomm_spread, comm_long, comm_short, nonrept_long, nonrept_short } = stated;
  const gaps = [
    noncomm_long + noncomm_spread + comm_long - total_reported_long,
    noncomm_short + noncomm_spread + comm_short - total_reported_short,
    total_reported_long + nonrept_long - open_interest,
    total_reported_short + nonrept_short - open_interest,
  ];
  if (gaps.some((gap) => Math.abs(gap) > ROUNDING))
    refuseFile(`the positions of ${stated.market} do not add up to its open interest: the columns may have shifted; download it again`, line);
  const body: FuturesPositions = { ...stated, noncomm_net: noncomm_long - noncomm_short, comm_net: comm_long - comm_short };
  return { dataset: "positions", entity: code, date, key: stated.basis, known: addDays(date, PUBLISHED_AFTER_DAYS), body, source: "cftc" };
}

const TEXT_TITLE = "the CFTC's legacy commitments of traders";
const COLUMNS = 129;
/** The code is repeated in this column near the end. If it matches, the columns between have not shifted. */
const CODE_AGAIN = 126;

/** The CFTC's names of files with options, weekly and yearly, and the words by which people name them. */
const WITH_OPTIONS = /annualof|deahistfo|deacom|combined|(?:and|with)[ _-]?options|futopt/i;
/** The CFTC's names of files of futures only. */
const FUTURES_ONLY = /^(?:deafut|fut|annual|deacot)/i;

const TWO_FILES = "download the legacy report: deacotYYYY.zip (futures only) or deahistfoYYYY.zip (with options)";
/** The CFTC's other reports, by a name in their header or by their number of columns. */
const OTHER_REPORTS: readonly (readonly [column: RegExp, cells: number, report: string])[] = [
  [/prodmerc|producermerchant|moneymanager|managedmoney|mmoney/, 191, "the disaggregated report"],
  [/dealer|assetmgr|levmoney/, 87, "the report on traders in financial futures"],
  [/nocit|positionscit/, 0, "the supplemental report on index traders"],
];

/** The columns that are read, by their place, as the header names them. */
const NAMED: readonly (readonly [place: number, name: string])[] = [
  [1, "As of Date in Form YYMMDD"],
  [2, "As of Date in Form YYYY-MM-DD"],
  [3, "CFTC Contract Market Code"],
  [7, "Open Interest (All)"],
  [8, "Noncommercial Positions-Long (All)"],
  [12, "Commercial Positions-Short (All)"],
  [16, "Nonreportable Positions-Short (All)"],
  [37, "Change in Open Interest (All)"],
  [77, "Traders-Total (All)"],
];

const plain = (name = ""): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
const isHeader = ({ cells }: TableLine): boolean => plain(cells[0]) === "marketandexchangenames";

/** @throws RefusedFile for the header of another report of the CFTC, or of other columns. */
function checkHeader({ cells, number }: TableLine): void {
  const other = OTHER_REPORTS.find(([column]) => cells.slice(7).some((name) => column.test(plain(name))));
  if (other) refuseFile(`this is ${other[2]} of the CFTC, which this service does not read; ${TWO_FILES}`);
  for (const [place, name] of NAMED)
    if (plain(cells[place]) !== plain(name))
      refuseFile(`expected the column ${shown(name)} in place ${place + 1}, got ${shown(cells[place] ?? "")}; ${TWO_FILES}, or update the service`, number);
}

/** A file with a header has any name: it is futures only unless its name says otherwise, and its title says so. @throws RefusedFile for one without header and name. */
function basisOf(name: string, hasHeader: boolean): PositionBasis {
  if (WITH_OPTIONS.test(name)) return "combined";
  if (hasHeader || FUTURES_ONLY.test(name)) return "futures-only";
  if (/^com/i.test(name)) return "combined";
  refuseFile("the file's name does not say whether options are included; name it deafut.txt (futures only) or deacom.txt (with options), as the CFTC does");
}

function rowOfText({ cells, number }: TableLine, basis: PositionBasis) {
  const other = OTHER_REPORTS.find(([, count]) => count === cells.length);
  if (other) refuseFile(`this looks like ${other[2]} of the CFTC, which this service does not read; ${TWO_FILES}`);
  if (cells.length !== COLUMNS)
    refuseFile(`expected ${COLUMNS} cells, got ${cells.length}: the line seems to be cut, or the report has another layout; download it again`, number);
  const cell = (i: number): string => (cells[i] ?? "").trim();
  const at = ([place, what]: Figure): number => readNumber(cell(place), what, number);
  const maybe = (figure: Figure): number | null => (["", "."].includes(cell(figure[0])) ? null : at(figure));
  const date = cell(2);
  const m = /^(\d{2})(\d{2})(\d{2})$/.exec(cell(1));
  if (!isIsoDate(date) || !m || date.slice(2) !== `${m[1]}-${m[2]}-${m[3]}`)
    refuseFile(`expected the report's date twice, as YYMMDD and as YYYY-MM-DD, got ${cell(1)} and ${date}; download the file again`, number);
  const code = cell(3);
  if (code === "" || code !== cell(CODE_AGAIN))
    refuseFile("the market's code is not repeated in its column: the columns have shifted; download the file again", number);
  return positionRow({ code, date, basis, market: cell(0), ...figuresBy(FIGURES, at), ...figuresBy(OPTIONAL, maybe) }, number);
}

/**
 * The report as text, one market per line, of a week without a header or of a year, mostly with one: values padded with blanks, market names quoted because they contain
 * commas, codes with a leading zero or a plus sign. The file's name says whether options are included: `deafut…` and `annual.txt` futures only, `deacom…` and
 * `annualof.txt` with options. Source: CFTC, cftc.gov/dea/newcot and cftc.gov/files/dea/history.
 */
const legacyText: Feed = {
  id: "cftc.legacy-text",
  title: TEXT_TITLE,
  looksLike: '"WHEAT-SRW - CHICAGO BOARD OF TRADE",YYMMDD,YYYY-MM-DD,…',
  recognises: ({ bytes }) => /^\s*(?:"[^"]+"|[^",\n]+),"?\d{6}"?,"?\d{4}-\d{2}-\d{2}"?,|^\s*"?Market[ _]and[ _]Exchange[ _]Names"?,/i.test(headOf(bytes)),
  parse: ({ bytes, name }) => {
    const { lines } = readTextTable(decodedText(bytes));
    const hasHeader = isHeader(lines[0]);
    if (hasHeader) checkHeader(lines[0]);
    const basis = basisOf(name, hasHeader);
    const title = `${TEXT_TITLE}, ${basis === "combined" ? "with options" : "futures only"}`;
    return { title, records: lines.slice(hasHeader ? 1 : 0).map((line) => rowOfText(line, basis)) };
  },
  fetching: {
    schedule: { timeZone: "America/New_York", on: { weekday: 5 }, at: "15:45" },
    requests: () => [{ part: "deafut.txt", url: "https://www.cftc.gov/dea/newcot/deafut.txt" }],
  },
};

const TITLE = "the CFTC's legacy commitments of traders as JSON";
const BASES: Readonly<Record<string, PositionBasis>> = { FutOnly: "futures-only", Combined: "combined" };

function rowOf(row: JsonObject) {
  const asked = textIn(row, "futonly_or_combined", TITLE);
  const basis = own(BASES, asked) ?? refuseFile(`expected FutOnly or Combined as futonly_or_combined, got ${shown(asked)}; update the service if it is new`);
  return positionRow({
    code: textIn(row, "cftc_contract_market_code", TITLE),
    date: dayIn(row, "report_date_as_yyyy_mm_dd", TITLE),
    basis,
    market: textIn(row, "market_and_exchange_names", TITLE),
    ...figuresBy(FIGURES, ([, , member]) => requiredNumber(row, member, TITLE)),
    ...figuresBy(OPTIONAL, ([, , member]) => numberIn(row, member, TITLE) ?? null),
  });
}

/** The same report from the CFTC's public reporting environment (6dca-aqww futures only, jun7-fc8e with options): a list of objects, numbers as text. */
const legacyJson: Feed = {
  id: "cftc.legacy-json",
  title: TITLE,
  looksLike: '[{"id":"…","market_and_exchange_names":…',
  recognises: ({ bytes }) => /^\s*\[\s*\{[^}]*"market_and_exchange_names"/.test(headOf(bytes, 2_000)),
  parse: ({ bytes }) => ({ records: listOf(bytes, "rows", TITLE).map(rowOf) }),
};

/** U.S. Commodity Futures Trading Commission: the weekly commitments of traders. */
export const cftc = createPublisher({ id: "cftc", name: "U.S. Commodity Futures Trading Commission", feeds: [legacyText, legacyJson], msBetween: 1_000 });
