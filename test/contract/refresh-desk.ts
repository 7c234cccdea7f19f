import { strFromU8, unzipSync } from "fflate";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { data } from "../../src/commands/data";
import type { Io } from "../../src/commands/io";
import { key } from "../../src/commands/key";
import type { Machine } from "../../src/commands/refresh/machine";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import type { Stops } from "../../src/commands/until-stopped";
import { smallFile, type SmallFile } from "../unit/workbook/xlsx/small-file";

/** What happens in a test of many rounds, by the minutes since its start. After the last one comes Ctrl+C. */
export type Events = Readonly<Record<number, () => void | Promise<void>>>;

export interface Controls {
  /** Sends Ctrl+C. */
  stop(): void;
  /** Moves the clock. */
  pass(minutes: number): void;
}

/** What a refresh says of a book with formulas that no Excel saved. */
export const notCompared = (name: string): string =>
  `${name}: Its formulas were not compared with their stored values before writing, because the book does not say that Excel saved it.`;

/** 07:00 in the time zone of this machine. */
const SEVEN = new Date(2026, 10, 20, 7).getTime();

/** A folder with books, and `npm run -s refresh` in it. */
interface RefreshDesk {
  /** Full name of a file in the folder. */
  at(name: string): string;
  put(name: string, bytes: Uint8Array): void;
  /** Writes a file as a program does that saves it at another second than all others. */
  save(name: string, bytes: Uint8Array): void;
  folder(name: string): void;
  read(name: string): Uint8Array;
  /** The names of all files and folders in the folder, or in one of its folders. */
  names(folder?: string): string[];
  /** Imports values of a series by day into the data folder d. */
  importSeries(id: string, days: Readonly<Record<string, number>>): Promise<void>;
  /** Replaces the key of the data folder d. */
  renewKey(): Promise<void>;
  /** The part of a book, as text. */
  part(book: string, name: string): string;
  /** The content of each row of the first sheet, as stored. */
  rowsOf(name: string): string[];
  /** Runs the command with the embedded service; returns its exit status. */
  run(...argv: readonly string[]): Promise<number>;
  /**
   * Runs the command with `--every` or `--watch` on a clock that only its waits move.
   *
   * @returns its exit status, or that of the second Ctrl+C
   */
  runUntilStopped(argv: readonly string[], events: (controls: Controls) => Events, env?: Io["env"]): Promise<number>;
  /** What the last run printed. */
  out(): readonly string[];
  err(): readonly string[];
}

/**
 * A new folder for each test of this file.
 *
 * @param folder the data folder of `run`
 */
export function refreshDesk(folder = (): string => "d"): RefreshDesk {
  let cwd = "";
  let saves = 0;
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
    save: (name, bytes) => {
      writeFileSync(at(name), bytes);
      utimesSync(at(name), 0, ++saves);
    },
    folder: (name) => void mkdirSync(at(name)),
    names: (folder = ".") => readdirSync(at(folder)).sort(),
    importSeries: async (id, days) => {
      writeFileSync(at("series.csv"), ["date,value", ...Object.entries(days).map(([day, value]) => `${day},${value}`), ""].join("\n"));
      const said: string[] = [];
      const io: Io = { out: () => undefined, err: (line) => void said.push(line), cwd, env: {}, now: () => SEVEN };
      expect([await data(["import", "series", id, "series.csv", "--data", "d"], io), said]).toEqual([0, []]);
    },
    part,
    rowsOf: (name) => [...part(name, "xl/worksheets/sheet1.xml").matchAll(/<row[^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, cells = ""]) => cells),
    run: async (...argv) => {
      [out, err] = [[], []];
      const io: Io = {
        out: (line) => void out.push(line),
        err: (line) => void err.push(line),
        cwd,
        env: { SERVICE_DATA: folder() },
        now: () => Date.UTC(2026, 10, 20, 12),
      };
      return refreshCommand([...argv], io);
    },
    renewKey: async () => {
      const io: Io = { out: () => undefined, err: () => undefined, cwd, env: {}, now: () => SEVEN };
      expect(await key(["renew", "--data", "d"], io)).toBe(0);
    },
    runUntilStopped: async (argv, eventsOf, env = {}) => {
      [out, err] = [[], []];
      let now = SEVEN;
      let status: number | undefined;
      const listeners = new Set<() => void>();
      const stops: Stops = {
        on: (signal, then) => {
          if (signal === "SIGINT") listeners.add(then);
          return () => listeners.delete(then);
        },
        terminal: false,
        parent: undefined,
        every: () => () => undefined,
      };
      const given = Object.entries(eventsOf({ stop: () => listeners.forEach((then) => then()), pass: (minutes) => (now += minutes * 60_000) }));
      const events = given.sort(([a], [b]) => Number(a) - Number(b));
      const wait: Machine["wait"] = async (ms) => {
        now += ms;
        while (events[0] && SEVEN + Number(events[0][0]) * 60_000 <= now) await events.shift()![1]();
        if (events.length === 0 && listeners.size > 0) listeners.forEach((then) => then());
      };
      const io: Io = { out: (line) => void out.push(line), err: (line) => void err.push(line), cwd, env: { SERVICE_DATA: "d", ...env }, now: () => now };
      const ended = await refreshCommand([...argv], io, { stops, exit: (code) => (status ??= code), wait });
      expect(listeners.size).toBe(0);
      return status ?? ended;
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
