import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { data } from "../../src/commands/data";
import type { Io } from "../../src/commands/io";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import type { Lock } from "../../src/proof/lock";
import { settingsInExcel, smallFile, type SmallFile } from "../unit/workbook/xlsx/small-file";

/** The time of each test's beginning. */
export const FIRST = Date.parse("2026-11-20T12:00:00Z");
export const DAY = 24 * 60 * 60_000;

/** A folder with books and the data of an embedded service in `d`, for one test after the other. */
interface BookFolder {
  /** What the last command printed. */
  out: string[];
  err: string[];
  /** The clock of the commands. */
  now: number;
  at(name: string): string;
  sha256(name: string): string;
  lock(name?: string): Lock;
  /** Runs the refresh command with these words. */
  run(...argv: string[]): Promise<number>;
  /** Refreshes, from `d`. */
  refresh(...argv: string[]): Promise<number>;
  /** Imports values of DGS10 by day. */
  import(file: string, days: Readonly<Record<string, number>>): Promise<void>;
  /** Writes a book with a sheet S of these rows, and settings that the add-in saved in Excel. */
  put(name: string, rows: readonly string[], settings?: Readonly<Record<string, string>>, rest?: Partial<SmallFile>): void;
}

/** A cell with a call, as Excel stores it, with an old value of 1. */
export const call = (reference: string, formula: string): string => `<c r="${reference}" cm="1"><f t="array" ref="${reference}">${formula}</f><v>1</v></c>`;

/** Rows with calls of published data, of an unknown name, and of two days; with dependents, one of which a refresh does not calculate. */
export const ROWS = [
  `${call("A1", '_xldudf_SERVICE_FRED("DGS10")')}<c r="B1"><f>A1*2</f><v>2</v></c>`,
  `${call("A2", '_xldudf_SERVICE_FRED("NOSUCH")')}<c r="B2"><f>RANDBETWEEN(1,6)+A1</f><v>3</v></c>`,
  call("A3", '_xldudf_SERVICE_FREDH("DGS10","2026-11-18")-_xldudf_SERVICE_FREDH("DGS10","2026-11-17")'),
];

export function bookFolder(): BookFolder {
  let cwd = "";
  const folder: BookFolder = {
    out: [],
    err: [],
    now: FIRST,
    at: (name) => path.join(cwd, name),
    sha256: (name) =>
      createHash("sha256")
        .update(readFileSync(folder.at(name)))
        .digest("hex"),
    lock: (name = "b.lock.json") => JSON.parse(readFileSync(folder.at(name), "utf8")) as Lock,
    run: async (...argv) => {
      [folder.out, folder.err] = [[], []];
      return refreshCommand(argv, io());
    },
    refresh: (...argv) => folder.run(...argv),
    import: async (file, days) => {
      writeFileSync(folder.at(file), ["date,value", ...Object.entries(days).map(([day, value]) => `${day},${value}`), ""].join("\n"));
      [folder.out, folder.err] = [[], []];
      expect([await data(["import", "series", "DGS10", file, "--data", "d"], io()), folder.err]).toEqual([0, []]);
    },
    put: (name, rows, settings, rest) =>
      writeFileSync(
        folder.at(name),
        smallFile({
          sheets: { S: rows.map((cells, i) => `<row r="${i + 1}">${cells}</row>`).join("") },
          ...(settings ? { parts: settingsInExcel(settings) } : {}),
          ...rest,
        }),
      ),
  };
  const io = (): Io => ({
    out: (line) => void folder.out.push(line),
    err: (line) => void folder.err.push(line),
    cwd,
    env: { SERVICE_DATA: "d" },
    now: () => folder.now,
  });
  beforeEach(() => {
    cwd = mkdtempSync(path.join(tmpdir(), "service-books-"));
    folder.now = FIRST;
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));
  return folder;
}
