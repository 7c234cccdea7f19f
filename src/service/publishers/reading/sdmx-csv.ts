import { shown } from "../../../contract/arguments";
import { orList } from "../../../contract/nearest";
import type { SourceId } from "../../records/attribution";
import { economyOf, periodEnd } from "../../records/economies";
import type { PublishedRow } from "../../records/record";
import { headOf } from "./read-json";
import { parseCsv } from "./table";
import { decodedText, isComplete, readNumber, refuseTruncated, refuseFile } from "./text";

/** How the lines of a table of economies are read. */
export interface EconomyReading {
  readonly source: SourceId;
  /** The column that names the economy. */
  readonly area: string;
  readonly frequency: "monthly" | "quarterly";
  /** The series of an economy, by this service's code. */
  readonly series: (economy: string) => string;
  /** Bounds in the unit of the values. A value outside means that columns or the decimal point have shifted. */
  readonly from: number;
  readonly to: number;
}

const PERIODS = {
  monthly: { form: /^\d{4}-\d{2}$/, words: "a month as YYYY-MM" },
  quarterly: { form: /^\d{4}-Q[1-4]$/, words: "a quarter as YYYY-Q1" },
};

/**
 * Reads the rows of a table of economies, dated by the last day of each period. Economies that are not served, such as most groups of countries, are left out.
 *
 * @throws RefusedFile for another kind of period, a value out of bounds, two values for one period of one economy, and a table without any served economy.
 */
export function economyRows(lines: readonly SdmxLine[], { source, area, frequency, series, from, to }: EconomyReading): PublishedRow[] {
  const { form, words } = PERIODS[frequency];
  const taken = new Map<string, PublishedRow>();
  for (const { number, period, value, cell } of lines) {
    const date = form.test(period) ? periodEnd(period) : undefined;
    if (date === undefined) refuseFile(`expected ${words} under TIME_PERIOD, got ${shown(period)}; download it again`, number);
    if (value !== null && (value < from || value > to))
      refuseFile(`expected a value from ${from} to ${to} under OBS_VALUE, got ${value}; the decimal point may have shifted: check the file`, number);
    const economy = economyOf(cell(area));
    if (economy === undefined) continue;
    const row: PublishedRow = { series: series(economy), date, value, source };
    const key = `${row.series} ${date}`;
    const before = taken.get(key);
    if (before && before.value !== value)
      refuseFile(`${cell(area)} appears twice for ${period} with different values; download one kind of figure at a time`, number);
    taken.set(key, row);
  }
  if (taken.size === 0) refuseFile("the file has no economy that this service serves; download all areas");
  return [...taken.values()];
}

/** A column and its allowed codes. Without codes any value is allowed. */
export type SdmxColumn = readonly [name: string, ...codes: string[]];

/** One table of SDMX data as CSV, and what its columns must contain. */
export interface Dataflow {
  /** Its name in messages: `the BIS's credit-to-GDP gaps`. */
  readonly title: string;
  /** What to download instead of a refused file: `download the gaps by quarter (key Q.*.P.A.C)`. */
  readonly advice: string;
  /** The prefix in the column KEY, before the dimensions, if there is one (ECB). */
  readonly keyed?: string;
  /** The columns that identify a series. They come first, in this order. */
  readonly dimensions: readonly SdmxColumn[];
  /** Columns that state the unit. One that may be blank may also be missing. */
  readonly units: readonly SdmxColumn[];
  /** Columns that do not change a value. If undefined, every column after OBS_VALUE is one. */
  readonly remarks?: readonly string[];
}

/** One observation. `value` is null if the publisher lists it as missing. */
export interface SdmxLine {
  readonly number: number;
  readonly period: string;
  readonly value: number | null;
  /** The text of a column; blank if there is no such column. */
  cell(name: string): string;
}

/** Statuses of a value: normal, or with a remark (break, estimate, provisional and so on). A forecast is not an observation. */
const PRESENT: ReadonlySet<string> = new Set(["", "A", "B", "D", "E", "G", "I", "N", "P", "U", "V"]);
/** Statuses of a missing value: a holiday, suppressed, included in another category. */
const MISSING: ReadonlySet<string> = new Set(["H", "J", "K", "L", "M", "O", "Q"]);
const ALWAYS = ["TIME_PERIOD", "OBS_VALUE", "OBS_STATUS", "OBS_CONF", "OBS_PRE_BREAK"];

interface Raw {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function readHeader(header: readonly string[], { title, keyed, dimensions, units, remarks }: Dataflow): void {
  const lead = [...(keyed ? ["KEY"] : []), ...dimensions.map(([name]) => name)];
  lead.forEach((name, i) => {
    if (header[i] !== name) refuseFile(`expected ${name} as column ${i + 1} of ${title}, got ${shown(header[i])}; update the service if it is new`, 1);
  });
  const needed = ["TIME_PERIOD", "OBS_VALUE", ...units.filter(([, ...codes]) => !codes.includes("")).map(([name]) => name)];
  const missing = needed.find((name) => !header.includes(name));
  if (missing !== undefined) refuseFile(`the column ${missing} of ${title} is missing; download the whole file`, 1);
  const twice = header.find((name, i) => header.indexOf(name) !== i);
  if (twice !== undefined) refuseFile(`the column ${shown(twice)} appears twice; download the file again`, 1);
  const known = new Set([...lead, ...ALWAYS, ...units.map(([name]) => name), ...(remarks ?? [])]);
  const free = remarks === undefined ? header.indexOf("OBS_VALUE") : header.length;
  const odd = header.slice(0, free).find((name) => !known.has(name));
  if (odd !== undefined) refuseFile(`${shown(odd)} is not a column of ${title} that this service knows; update the service if it is new`, 1);
}

function readLine({ record, info }: Raw, places: ReadonlyMap<string, number>, { title, advice, keyed, dimensions, units }: Dataflow): SdmxLine {
  const number = info.lines;
  if (record.length !== places.size)
    refuseFile(`expected ${places.size} cells, as in the header, got ${record.length}: the line seems to be cut; download the file again`, number);
  const cell = (name: string): string => record[places.get(name) ?? -1] ?? "";
  for (const [name, ...codes] of [...dimensions, ...units])
    if (codes.length > 0 && !codes.includes(cell(name)))
      refuseFile(`expected ${orList(codes.filter(Boolean))} under ${name} of ${title}, got ${shown(cell(name))}; ${advice}`, number);
  const key = [keyed, ...dimensions.map(([name]) => cell(name))].join(".");
  if (keyed && cell("KEY") !== key) refuseFile(`expected the key ${key} under KEY of ${title}, got ${shown(cell("KEY"))}; ${advice}`, number);
  const status = cell("OBS_STATUS");
  if (!PRESENT.has(status) && !MISSING.has(status)) refuseFile(`${shown(status)} is not a known observation status; update the service if it is new`, number);
  const text = cell("OBS_VALUE");
  const value = MISSING.has(status) || text === "" || text === "NaN" ? null : readNumber(text, "OBS_VALUE", number);
  return { number, period: cell("TIME_PERIOD"), value, cell };
}

/**
 * Reads SDMX data as CSV, as published by the BIS and the ECB. Rows of another frequency, unit or kind are refused, not skipped: otherwise a mixed table would
 * be imported in part.
 *
 * @throws RefusedFile for another header, an unknown status, a truncated line or last value, and a table without lines.
 */
export function readSdmxCsv(bytes: Uint8Array, flow: Dataflow): SdmxLine[] {
  const text = decodedText(bytes);
  // Remarks with commas are quoted, and a quoted one may span lines.
  const [header, ...rest] = parseCsv(text, { bom: true, skip_empty_lines: true, info: true }) as Raw[];
  if (!header) refuseFile("the file is empty; download it again");
  readHeader(header.record, flow);
  const last = rest[rest.length - 1] ?? refuseFile("there is no line of data under the header; download the file again");
  const places = new Map(header.record.map((name, i) => [name, i]));
  const end = last.record[last.record.length - 1] ?? "";
  if (!text.endsWith("\n") && header.record[header.record.length - 1] === "OBS_VALUE" && !isComplete(end, 0)) refuseTruncated(end, last.info.lines);
  return rest.map((raw) => readLine(raw, places, flow));
}

/** The start of the header, which identifies the table. */
export const sdmxHeader = ({ keyed, dimensions }: Dataflow): string => [...(keyed ? ["KEY"] : []), ...dimensions.map(([name]) => name)].join(",");

/** True for a table of this dataflow, by its header. */
export const isDataflow = (bytes: Uint8Array, flow: Dataflow): boolean =>
  headOf(bytes)
    .trimStart()
    .startsWith(`${sdmxHeader(flow)},`);
