import { shown } from "../../../contract/arguments";
import { isIsoDate, type IsoDate } from "../../../contract/dates";
import { own } from "../../../contract/json";
import { seriesOf, TENOR_SERIES } from "../../../contract/series";
import type { Layout } from "../publisher";
import { type Column, columnsOf, refuseOtherFrequency, rowsOf } from "../reading/rows-of";
import type { TableLine } from "../reading/table";
import { readIsoDate, refuseFile } from "../reading/text";

/** The measure that a column must state. Dollars have a multiplier and are converted to the series' own unit. */
type Measure = "percent a year" | "percent" | "dollars" | "index of January 2006";

/** A series of the Board that this service stores. */
interface KeptSeries {
  readonly series: string;
  readonly measure: Measure;
}

const of = (measure: Measure, ids: Readonly<Record<string, string>>): [string, KeptSeries][] =>
  Object.entries(ids).map(([id, series]) => [id, { series, measure }]);

/** The Board's short names of the constant maturities: M01 of RIFLGFCM01_N.B, Y10 of RIFLGFCY10_N.B. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(TENOR_SERIES).map(([tenor, series]) => [`${tenor.slice(-1)}${tenor.slice(0, -1).padStart(2, "0")}`, series]),
);

/**
 * Series by the Board's identifiers. The ending is the frequency: `.B` business days, `.D` all days, `.WW` weeks that end on Wednesday, `.M` months. RIFLGFC…
 * are nominal constant maturities, …_XII the inflation-indexed one, RIFSGFS… Treasury bills in the secondary market on discount basis, RIFSPFF the effective
 * federal funds rate, RIFSRP_F02 the primary credit rate, RIFSPP… commercial paper.
 * _XAW is a weekly average. The same identifier without it is the Wednesday level; do not mix them.
 */
const IDENTIFIERS: ReadonlyMap<string, KeptSeries> = new Map([
  ...of("percent a year", {
    ...Object.fromEntries([...SHORT_NAMES].map(([short, series]) => [`RIFLGFC${short}_N.B`, series])),
    "RIFLGFCY10_XII_N.B": "DFII10",
    "RIFSGFSW04_N.B": "DTB4WK",
    "RIFSGFSM03_N.B": "DTB3",
    "RIFSGFSM06_N.B": "DTB6",
    "RIFSGFSY01_N.B": "DTB1YR",
    "RIFSPFF_N.B": "EFFR",
    "RIFSPFF_N.M": "FEDFUNDS",
    "RIFSRP_F02_N.B": "DPCREDIT",
  }),
  ...of("percent", {
    "RESBM_N.D": "IORB",
    "RIFSPPNAAD30_N.B": "DCPN30",
    "RIFSPPNAAD90_N.B": "RIFSPPNAAD90NB",
    "RIFSPPFAAD90_N.B": "RIFSPPFAAD90NB",
  }),
  ...of("dollars", {
    "RESPPMA_N.WW": "WALCL",
    "RESPPLLDT_XAW_N.WW": "WTREGEN",
    "RESH4R_XAW_N.WW": "WRESBAL",
    "M2.M": "M2SL",
  }),
  ...of("index of January 2006", { "JRXWTFB_N.B": "DTWEXBGS" }),
]);

/** Says what to do about an identifier that is not stored. */
function adviceOn(identifier: string): string {
  const daily = identifier.replace(/\.[A-Z]+$/, ".B");
  if (daily !== identifier && IDENTIFIERS.has(daily)) return `it is not the business-day series; choose the frequency Business day, which names it ${daily}`;
  return "leave it out of the package and download it again";
}

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

/** Normalizes a row's name: "Unique Identifier: " becomes "unique identifier". */
const describedName = (line: TableLine): string => (line.cells[0] ?? "").replace(/:\s*$/, "").trim().toLowerCase();

/** The rows above the row of series names. */
const DESCRIBING: ReadonlySet<string> = new Set(["series description", "unit", "multiplier", "currency", "unique identifier"]);

/** The unit text of each measure. An index names its base date; another base is another series. */
const UNITS: Readonly<Record<Measure, { readonly fits: RegExp; readonly expected: string }>> = {
  "percent a year": { fits: /^percent[:_\s]*per[_\s]*year$/i, expected: "Percent:_Per_Year" },
  percent: { fits: /^percent([:_\s]*per[_\s]*year)?$/i, expected: "Percent" },
  dollars: { fits: /^currency$/i, expected: "Currency" },
  "index of January 2006": { fits: /^index([:_\s]*(2006[_\s]*jan|jan[_\s]*2006)[_\s]*=?100)?$/i, expected: "Index:_2006_Jan_100" },
};

const SCALES: Readonly<Record<string, number>> = { $M: 1e6, $B: 1e9 };
const MULTIPLIERS: readonly number[] = [1, 1e3, 1e6, 1e9];

const refuse = (expected: string, what: string, identifier: string, cell: string, line: number): never => {
  refuseFile(`expected ${expected} as ${what} of ${identifier}, got ${shown(cell)}; download the package again as the release offers it`, line);
};

/** The cell of a column in the named row. Undefined if the package has no such row. */
function cellIn(above: readonly TableLine[], name: string, column: number): { readonly cell: string; readonly line: number } | undefined {
  const row = above.find((line) => describedName(line) === name);
  return row && { cell: row.cells[column] ?? "", line: row.number };
}

/**
 * Returns the factor that converts a column to the series' own unit, from the rows above it. A blank is allowed for percentages and indices, which have only
 * one scale, but not for dollars.
 *
 * @throws RefusedFile for another unit or currency, and for a missing or invalid multiplier.
 */
function factorOf({ series, measure }: KeptSeries, identifier: string, above: readonly TableLine[], column: number): number {
  const unit = cellIn(above, "unit", column);
  const { fits, expected } = UNITS[measure];
  if (unit && unit.cell !== "" && !fits.test(unit.cell)) refuse(expected, "unit", identifier, unit.cell, unit.line);
  const multiplier = cellIn(above, "multiplier", column);
  if (measure !== "dollars") {
    if (multiplier && multiplier.cell !== "" && !/^1(\.0*)?$/.test(multiplier.cell)) refuse("1", "multiplier", identifier, multiplier.cell, multiplier.line);
    return 1;
  }
  const currency = cellIn(above, "currency", column);
  if (currency && currency.cell !== "" && currency.cell !== "USD") refuse("USD", "currency", identifier, currency.cell, currency.line);
  if (!multiplier || multiplier.cell === "")
    refuseFile(
      `the row Multiplier is blank or missing for ${identifier}, so the scale of its dollars is unknown; download the package with the labels included`,
    );
  const times = /^\d+(\.\d+)?(e\+?\d{1,2})?$/i.test(multiplier.cell) ? Number(multiplier.cell) : Number.NaN;
  if (!MULTIPLIERS.includes(times)) refuse("1, 1000, 1000000 or 1000000000", "multiplier", identifier, multiplier.cell, multiplier.line);
  return times / (SCALES[seriesOf(series)?.unit ?? ""] ?? 1);
}

const SERIES_ROW = "time period";
/** A person composes this release from single series, so an unknown column is a wrong choice. Columns of other releases are not chosen. */
const CHOSEN = "H.15";

/** Releases as written in addresses and identifiers, and as people write them. */
const NAMES: Readonly<Record<string, string>> = { H6: "H.6", H10: "H.10", H15: CHOSEN, H41: "H.4.1" };

/** Reads the release from an identifier such as "H41/H41/RESPPMA_N.WW". H.15 if there is no such row. */
function releaseOf(above: readonly TableLine[]): string {
  const identifier = above.find((line) => describedName(line) === "unique identifier")?.cells.find((cell) => cell.includes("/"));
  const release = identifier?.split("/")[0] ?? "H15";
  return own(NAMES, release) ?? release;
}

function checkAbove(line: TableLine, header: TableLine, title: string): void {
  const name = describedName(line);
  if (!DESCRIBING.has(name))
    refuseFile(
      `expected a row of ${title} (Series Description, Unit, Multiplier, Currency, Unique Identifier, Time Period), got ${shown(line.cells[0])}; download the package again`,
      line.number,
    );
  if (line.cells.length !== header.cells.length)
    refuseFile(`expected ${header.cells.length} cells, as in the row Time Period, got ${line.cells.length}; download the package again`, line.number);
  if (name !== "unique identifier") return;
  header.cells.slice(1).forEach((identifier, i) => {
    const cell = line.cells[i + 1] ?? "";
    if (cell !== "" && cell !== identifier && !cell.endsWith(`/${identifier}`))
      refuseFile(`expected the column's own identifier as unique identifier of ${identifier}, got ${shown(cell)}; download the package again`, line.number);
  });
}

function readMonth(text: string, line: number): IsoDate {
  const first = `${text}-01`;
  if (isIsoDate(first)) return first;
  refuseFile(`expected a month as YYYY-MM, got ${shown(text)}; download the package again`, line);
}

/** A date column has either months or days, not both. */
function readDateFor(kept: readonly Column[], title: string): (text: string, line: number) => IsoDate {
  const monthly = kept.filter((c) => c.name.endsWith(".M"));
  if (monthly.length === 0) return readIsoDate;
  if (monthly.length === kept.length) return readMonth;
  refuseFile(`${title} mixes monthly series (${monthly[0]?.name}) with others; download one frequency at a time`);
}

/** Reduces the table to the stored columns, and says whether its last cell is complete. */
function storedColumns(
  lines: readonly TableLine[],
  header: TableLine,
  columns: readonly Column[],
  ended: boolean,
): { lines: readonly TableLine[]; ended: boolean } {
  if (columns.every((c) => c.series !== undefined)) return { lines, ended };
  const short = lines.find((line) => line.cells.length !== header.cells.length);
  if (short) refuseFile(`expected ${header.cells.length} cells, as in the header, got ${short.cells.length}; download the package again`, short.number);
  const kept = columns.flatMap((c, i) => (c.series === undefined ? [] : [i + 1]));
  return {
    lines: lines.map(({ number, cells }) => ({ number, cells: [cells[0] ?? "", ...kept.map((i) => cells[i] ?? "")] })),
    ended: ended || columns.at(-1)?.series === undefined,
  };
}

const times = (value: number | null, factor: number): number | null => (value === null ? null : Number((value * factor).toPrecision(12)));

/**
 * A package of the Board's Data Download Program, series in columns: rows that describe each series (unit, multiplier, currency, identifier), then `Time
 * Period` with the identifiers, then a line per day, week or month. ND, NC and NA are periods without an observation. Dollars are converted to the unit of the
 * series ($M for the balance sheet, $B for M2). Columns of other series are skipped, except in H.15, where they are refused by name.
 * Source: Board of Governors of the Federal Reserve System.
 */
export const downloadPackage: Layout = {
  title: "the Board's H.15 package",
  header: "Series Description,… then Time Period,RIFLGFCM01_N.B,…",
  recognises: (first) => DESCRIBING.has(describedName(first)) || describedName(first) === SERIES_ROW,
  read({ lines, ended }) {
    const at = lines.findIndex((line) => describedName(line) === SERIES_ROW);
    const header = lines[at];
    if (!header) refuseFile("the row Time Period with the series' identifiers is missing; download the whole package, with the series in columns");
    const above = lines.slice(0, at);
    const release = releaseOf(above);
    const title = `the Board's ${release} package`;
    above.forEach((line) => checkAbove(line, header, title));
    const columns = columnsOf(header, title, (name) => IDENTIFIERS.get(name)?.series ?? (release === CHOSEN ? undefined : null), adviceOn);
    const factors = new Map(
      columns.flatMap(({ name, series }, i) => {
        const kept = IDENTIFIERS.get(name);
        return series !== undefined && kept ? [[series, factorOf(kept, name, above, i + 1)] as const] : [];
      }),
    );
    const kept = columns.filter((c) => c.series !== undefined);
    const table = storedColumns(lines.slice(at + 1), header, columns, ended);
    const rows = rowsOf(table.lines, table, { source: "board", columns: kept, readDate: readDateFor(kept, title), missing: ["ND", "NC", "NA"] });
    const scaled = rows.map((row) => ({ ...row, value: times(row.value, factors.get(row.series) ?? 1) }));
    // Percentages are both daily and monthly in one package.
    refuseOtherFrequency(scaled.filter(({ series }) => seriesOf(series)?.unit !== "%"));
    return scaled;
  },
};
