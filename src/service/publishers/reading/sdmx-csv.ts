import { CsvError, parse } from "csv-parse/sync";
import { shown } from "../../../contract/arguments";
import { orList } from "../../../contract/nearest";
import { isWhole, readNumber, refuseCut } from "./cells";
import { RefusedFile } from "./refused-file";
import { textOf } from "./text-of";

/** A column and what may stand in it; any code where none is named. */
export type Column = readonly [name: string, ...codes: string[]];

/** One table of SDMX data as CSV: what its columns have to say for the values to be what they are taken for. */
export interface Dataflow {
  /** What a person calls it: `the BIS's credit-to-GDP gaps`. */
  readonly title: string;
  /** What to ask for instead of what is refused: `download the gaps by quarter (key Q.*.P.A.C)`. */
  readonly advice: string;
  /** The name that stands before the dimensions in the column KEY, where there is one: the ECB's. */
  readonly keyed?: string;
  /** The columns that tell one series from another; they stand first, in this order. */
  readonly dimensions: readonly Column[];
  /** Columns that say of what unit a value is. One that may be blank may also be missing. */
  readonly units: readonly Column[];
  /** Columns that change no value. Where left out, every column behind OBS_VALUE is taken for one, as dimensions stand before it. */
  readonly remarks?: readonly string[];
}

/** One observation; `value` is null for one that the publisher lists as missing. */
export interface SdmxLine {
  readonly number: number;
  readonly period: string;
  readonly value: number | null;
  /** What stands in a column; blank for a column that is not there. */
  cell(name: string): string;
}

/** Normal, and those with a remark: break, estimate, provisional and so on. A forecast is no observation. */
const PRESENT: ReadonlySet<string> = new Set(["", "A", "B", "D", "E", "G", "I", "N", "P", "U", "V"]);
/** Missing for one reason or another: a holiday, suppressed, kept with another category. */
const MISSING: ReadonlySet<string> = new Set(["H", "J", "K", "L", "M", "O", "Q"]);
const ALWAYS = ["TIME_PERIOD", "OBS_VALUE", "OBS_STATUS", "OBS_CONF", "OBS_PRE_BREAK"];

interface Raw {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function rawLines(text: string): Raw[] {
  try {
    // Remarks are quoted where they hold commas, and a quoted one may go on over the end of a line.
    return parse(text, { bom: true, trim: true, relax_column_count: true, skip_empty_lines: true, info: true }) as unknown as Raw[];
  } catch (e) {
    if (!(e instanceof CsvError)) throw e;
    const line: unknown = e["lines"];
    const what =
      e.code === "CSV_QUOTE_NOT_CLOSED" ? "a quotation mark is opened and not closed, so the file seems to be cut" : "a quotation mark stands inside a value";
    throw new RefusedFile(`${what}; download the file again`, typeof line === "number" ? line : undefined);
  }
}

function readHeader(header: readonly string[], { title, keyed, dimensions, units, remarks }: Dataflow): void {
  const lead = [...(keyed ? ["KEY"] : []), ...dimensions.map(([name]) => name)];
  lead.forEach((name, i) => {
    if (header[i] !== name)
      throw new RefusedFile(`expected ${name} as column ${i + 1} of ${title}, got ${shown(header[i])}; update the service if it is new`, 1);
  });
  const needed = ["TIME_PERIOD", "OBS_VALUE", ...units.filter(([, ...codes]) => !codes.includes("")).map(([name]) => name)];
  const missing = needed.find((name) => !header.includes(name));
  if (missing !== undefined) throw new RefusedFile(`the column ${missing} of ${title} is missing; download the file whole`, 1);
  const twice = header.find((name, i) => header.indexOf(name) !== i);
  if (twice !== undefined) throw new RefusedFile(`the column ${shown(twice)} stands twice; download the file again`, 1);
  const known = new Set([...lead, ...ALWAYS, ...units.map(([name]) => name), ...(remarks ?? [])]);
  const free = remarks === undefined ? header.indexOf("OBS_VALUE") : header.length;
  const odd = header.slice(0, free).find((name) => !known.has(name));
  if (odd !== undefined) throw new RefusedFile(`${shown(odd)} is not a column of ${title} that this service knows; update the service if it is new`, 1);
}

function readLine({ record, info }: Raw, places: ReadonlyMap<string, number>, { title, advice, keyed, dimensions, units }: Dataflow): SdmxLine {
  const number = info.lines;
  if (record.length !== places.size)
    throw new RefusedFile(`expected ${places.size} cells, as in the header, got ${record.length}: the line seems to be cut; download the file again`, number);
  const cell = (name: string): string => record[places.get(name) ?? -1] ?? "";
  for (const [name, ...codes] of [...dimensions, ...units])
    if (codes.length > 0 && !codes.includes(cell(name)))
      throw new RefusedFile(`expected ${orList(codes.filter(Boolean))} under ${name} of ${title}, got ${shown(cell(name))}; ${advice}`, number);
  const key = [keyed, ...dimensions.map(([name]) => cell(name))].join(".");
  if (keyed && cell("KEY") !== key) throw new RefusedFile(`expected the key ${key} under KEY of ${title}, got ${shown(cell("KEY"))}; ${advice}`, number);
  const status = cell("OBS_STATUS");
  if (!PRESENT.has(status) && !MISSING.has(status))
    throw new RefusedFile(`${shown(status)} is no observation status that this service knows; update the service if it is new`, number);
  const text = cell("OBS_VALUE");
  const value = MISSING.has(status) || text === "" || text === "NaN" ? null : readNumber(text, "OBS_VALUE", number);
  return { number, period: cell("TIME_PERIOD"), value, cell };
}

/**
 * Reads SDMX data as CSV, as the BIS and the ECB give it. Rows of another frequency, unit or kind than the dataflow's are refused, never left out in silence:
 * a table that holds both would be half a table.
 *
 * @throws RefusedFile for another header, an unknown status, a line or a last value that is cut, and a table without a line.
 */
export function readSdmxCsv(bytes: Uint8Array, flow: Dataflow): SdmxLine[] {
  const text = textOf(bytes);
  const [header, ...rest] = rawLines(text);
  if (!header) throw new RefusedFile("the file is empty; download it again");
  readHeader(header.record, flow);
  const last = rest[rest.length - 1];
  if (!last) throw new RefusedFile("there is no line of data under the header; download the file again");
  const places = new Map(header.record.map((name, i) => [name, i]));
  const end = last.record[last.record.length - 1] ?? "";
  if (!text.endsWith("\n") && header.record[header.record.length - 1] === "OBS_VALUE" && !isWhole(end, 0)) refuseCut(end, last.info.lines);
  return rest.map((raw) => readLine(raw, places, flow));
}

/** The beginning of such a table, by which it is told from others. */
export const sdmxHeader = ({ keyed, dimensions }: Dataflow): string => [...(keyed ? ["KEY"] : []), ...dimensions.map(([name]) => name)].join(",");
