import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Io } from "../../src/commands/io";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import { sha256Of } from "../../src/service/store/archive";
import { isError, type CellValue } from "../../src/workbook/cell";
import { addressOf } from "../../src/workbook/cell-address";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { smallFile } from "../unit/workbook/xlsx/small-file";

/** A cell: a formula as the file stores it with the stored value, or a value alone. A value is a number, a text, a truth or an error such as `#N/A`. */
interface CaseCell {
  readonly f?: string;
  readonly v?: number | string | boolean;
  /** Attributes of the formula's element, such as `t="array" ref="A1:A3"`. */
  readonly attributes?: string;
  /** Attributes of the cell's element, such as `s="1" cm="1"`. */
  readonly cell?: string;
}

/** A book that is written in the case itself, by sheets and addresses. */
interface CaseFile {
  readonly sheets: Readonly<Record<string, Readonly<Record<string, CaseCell>>>>;
  /** XML before and after the list of sheets in the workbook's part. */
  readonly properties?: string;
  readonly workbook?: string;
  /** XML after the first sheet's cells. */
  readonly after?: string;
  readonly parts?: Readonly<Record<string, string>>;
  readonly related?: Readonly<Record<string, string>>;
}

/** One case of a file of this folder. Addresses without a sheet are on the first one. */
interface BookCase {
  readonly id: string;
  readonly kind: string;
  /** A file of this folder; missing if `file` is given. */
  readonly book?: string;
  readonly file?: CaseFile;
  /** The lock that answers; false for the sample data of the embedded service. */
  readonly replay?: string | false;
  /** The lock beside the book. `book.after` may be "of the book" for the SHA-256 of the file. */
  readonly lock?: { readonly book: { readonly before: string; readonly after: string } };
  readonly options?: readonly string[];
  /** What cells must show after the refresh, as their file stores it. An error is its text. */
  readonly cells?: Readonly<Record<string, number | string | boolean | null>>;
  /** Cells that must keep their value and be listed, each with a part of the reason. */
  readonly kept?: Readonly<Record<string, string>>;
  /** Texts that the report must contain. */
  readonly says?: readonly string[];
  /** The exit status; missing: 0. */
  readonly status?: number;
}

const FOLDER = path.resolve(__dirname);
/** The cases of all files of this folder. */
export const bookCases = (): readonly BookCase[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json") && !name.endsWith(".lock.json"))
    .flatMap((name) => (JSON.parse(readFileSync(path.join(FOLDER, name), "utf8")) as { readonly cases: readonly BookCase[] }).cases);

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function cellXml(reference: string, { f, v, attributes = "", cell = "" }: CaseCell): string {
  const formula = f === undefined ? "" : `<f ${attributes}>${escaped(f)}</f>`;
  const open = (type: string): string => `<c r="${reference}" ${cell} ${type}>`;
  if (v === undefined) return `${open("")}${formula}</c>`;
  if (typeof v === "number") return `${open("")}${formula}<v>${v}</v></c>`;
  if (typeof v === "boolean") return `${open('t="b"')}${formula}<v>${v ? 1 : 0}</v></c>`;
  if (/^#[A-Z]/.test(v)) return `${open('t="e"')}${formula}<v>${v}</v></c>`;
  return f === undefined
    ? `${open('t="inlineStr"')}<is><t xml:space="preserve">${escaped(v)}</t></is></c>`
    : `${open('t="str"')}${formula}<v>${escaped(v)}</v></c>`;
}

const columnOf = (reference: string): number => [...reference.replace(/\d/g, "")].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0);

function fileOf({ sheets, ...rest }: CaseFile): Uint8Array {
  const rows = (cells: CaseFile["sheets"][string]): string => {
    const byRow = new Map<number, string[]>();
    for (const reference of Object.keys(cells)) {
      const row = Number(reference.replace(/\D/g, ""));
      byRow.set(row, [...(byRow.get(row) ?? []), reference]);
    }
    return [...byRow]
      .sort(([a], [b]) => a - b)
      .map(
        ([row, references]) =>
          `<row r="${row}">${references
            .sort((a, b) => columnOf(a) - columnOf(b))
            .map((reference) => cellXml(reference, cells[reference]!))
            .join("")}</row>`,
      )
      .join("");
  };
  return smallFile({ sheets: Object.fromEntries(Object.entries(sheets).map(([name, cells]) => [name, rows(cells)])), ...rest });
}

/** What each cell of a file shows, by address. */
function valuesOf(bytes: Uint8Array): ReadonlyMap<string, CellValue> {
  const values = new Map<string, CellValue>();
  for (const { name, cells } of readBook(bytes).sheets)
    for (const { row, column, value, spill } of cells) {
      values.set(addressOf({ sheet: name, row, column }), value);
      for (const [r, line] of (spill ?? []).entries())
        for (const [c, one] of line.entries()) values.set(addressOf({ sheet: name, row: row + r, column: column + c }), one);
    }
  return values;
}

const shownOf = (value: CellValue | undefined): number | string | boolean | null => (value == null ? null : isError(value) ? value.error : value);
const isSame = (wanted: number | string | boolean | null, shown: number | string | boolean | null): boolean =>
  typeof wanted === "number" && typeof shown === "number"
    ? Math.abs(wanted - shown) <= 1e-12 * Math.max(1, Math.abs(wanted))
    : wanted === shown || (wanted === "" && shown === null);

interface Report {
  readonly kept?: readonly { readonly cell: string; readonly why: string }[];
}

/** Refreshes the book of a case with the command, and lists what is not as the case wants it; nothing if all is. */
export async function faultsOf(one: BookCase): Promise<readonly string[]> {
  const cwd = mkdtempSync(path.join(tmpdir(), "service-book-case-"));
  try {
    const bytes = one.file ? fileOf(one.file) : new Uint8Array(readFileSync(path.join(FOLDER, one.book!)));
    writeFileSync(path.join(cwd, "book.xlsx"), bytes);
    if (one.lock) {
      const after = one.lock.book.after === "of the book" ? sha256Of(bytes) : one.lock.book.after;
      writeFileSync(path.join(cwd, "book.lock.json"), JSON.stringify({ ...one.lock, book: { ...one.lock.book, after } }));
    }
    const lines: string[] = [];
    const io: Io = {
      out: (line) => void lines.push(line),
      err: (line) => void lines.push(line),
      cwd,
      env: { SERVICE_DATA: path.join(cwd, "d") },
      now: () => Date.UTC(2026, 10, 20, 12),
    };
    const replay = one.replay === false ? [] : ["--replay", path.join(FOLDER, one.replay ?? "replay.lock.json")];
    const status = await refreshCommand([...replay, "--report", "json", ...(one.options ?? []), "book.xlsx"], io);
    const said = lines.join("\n");
    const report = lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Report] : []))[0];
    const why = new Map((report?.kept ?? []).map(({ cell, why: reason }) => [cell, reason]));
    const [before, after] = [valuesOf(bytes), valuesOf(new Uint8Array(readFileSync(path.join(cwd, "book.xlsx"))))];
    const firstSheet = readBook(bytes).sheets[0]!.name;
    const full = (address: string): string => (address.includes("!") ? address : `${/^\w+$/.test(firstSheet) ? firstSheet : `'${firstSheet}'`}!${address}`);
    const faults: string[] = [];
    if (status !== (one.status ?? 0)) faults.push(`status ${status}: ${said}`);
    if (/\n\s+at /.test(said)) faults.push(`a stack trace: ${said}`);
    for (const [address, wanted] of Object.entries(one.cells ?? {})) {
      const shown = shownOf(after.get(full(address)));
      if (!isSame(wanted, shown))
        faults.push(`${address}: expected ${String(wanted)}, got ${String(shown)}${why.has(full(address)) ? `; kept: ${why.get(full(address))}` : ""}`);
    }
    for (const [address, reason] of Object.entries(one.kept ?? {})) {
      const [was, is] = [shownOf(before.get(full(address))), shownOf(after.get(full(address)))];
      if (!isSame(was, is)) faults.push(`${address}: expected to keep ${String(was)}, got ${String(is)}`);
      if (!why.get(full(address))?.includes(reason)) faults.push(`${address}: expected a reason with "${reason}", got ${why.get(full(address)) ?? "none"}`);
    }
    for (const text of one.says ?? []) if (!said.includes(text)) faults.push(`expected "${text}" in: ${said}`);
    return faults;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** The formulas of a case's book that the case says nothing about. */
export function leftOutOf(one: BookCase): readonly string[] {
  if (!one.cells && !one.kept) return [];
  const bytes = one.file ? fileOf(one.file) : new Uint8Array(readFileSync(path.join(FOLDER, one.book!)));
  const { sheets } = readBook(bytes);
  const known = new Set([...Object.keys(one.cells ?? {}), ...Object.keys(one.kept ?? {})]);
  return sheets.flatMap(({ name, cells }, i) =>
    cells
      .filter(({ formula, lostFormula }) => formula !== undefined || lostFormula !== undefined)
      .map(({ row, column }) => addressOf({ sheet: name, row, column }))
      .filter((address) => !known.has(address) && !(i === 0 && known.has(address.slice(address.lastIndexOf("!") + 1)))),
  );
}
