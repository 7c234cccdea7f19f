import { strFromU8, unzipSync } from "fflate";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Io } from "../../src/commands/io";
import { refresh } from "../../src/commands/refresh/refresh";
import { smallFile, type SmallFile } from "../unit/workbook/xlsx/small-file";

/** A folder with books, and `npm run -s refresh` in it. */
interface RefreshDesk {
  /** Full name of a file in the folder. */
  at(name: string): string;
  put(name: string, bytes: Uint8Array): void;
  read(name: string): Uint8Array;
  /** The names of all files and folders in the folder. */
  names(): string[];
  /** The part of a book, as text. */
  part(book: string, name: string): string;
  /** The content of each row of the first sheet, as stored. */
  rowsOf(name: string): string[];
  /** Runs the command with the embedded service; returns its exit status. */
  run(...argv: readonly string[]): Promise<number>;
  /** What the last run printed. */
  out(): readonly string[];
  err(): readonly string[];
}

/** A new folder for each test of this file. */
export function refreshDesk(): RefreshDesk {
  let cwd = "";
  let out: string[] = [];
  let err: string[] = [];
  beforeEach(() => {
    cwd = mkdtempSync(path.join(tmpdir(), "service-refresh-"));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));
  const at = (name: string): string => path.join(cwd, name);
  const read = (name: string): Uint8Array => new Uint8Array(readFileSync(at(name)));
  const part = (book: string, name: string): string => strFromU8(unzipSync(read(book))[name] ?? new Uint8Array());
  return {
    at,
    put: (name, bytes) => writeFileSync(at(name), bytes),
    read,
    names: () => readdirSync(cwd).sort(),
    part,
    rowsOf: (name) => [...part(name, "xl/worksheets/sheet1.xml").matchAll(/<row[^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, cells = ""]) => cells),
    run: async (...argv) => {
      [out, err] = [[], []];
      const io: Io = { out: (line) => void out.push(line), err: (line) => void err.push(line), cwd, env: {}, now: () => Date.UTC(2026, 10, 20, 12) };
      return refresh(["--data", "d", ...argv], io);
    },
    out: () => out,
    err: () => err,
  };
}

/** A dynamic array cell with a stored value. */
export const dynamicCell = (reference: string, formula: string, value: string, fills = reference): string =>
  `<c r="${reference}" cm="1"><f t="array" ref="${fills}">${formula}</f><v>${value}</v></c>`;

/** A book with these rows in its sheet S. */
export const bookOf = (rows: readonly string[], rest: Partial<SmallFile> = {}): Uint8Array =>
  smallFile({ sheets: { S: rows.map((cells, i) => `<row r="${i + 1}">${cells}</row>`).join("") }, ...rest });
