import { strFromU8, unzipSync } from "fflate";
import { createHash } from "node:crypto";
import { utimesSync } from "node:fs";
import { data } from "../../src/commands/data";
import type { Io } from "../../src/commands/io";
import { key } from "../../src/commands/key";
import type { Machine } from "../../src/commands/refresh/machine";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import type { Stops } from "../../src/commands/until-stopped";
import type { Lock } from "../../src/proof/lock";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import type { BookCell } from "../../src/workbook/book";
import { settingsInExcel, smallFile, type SmallFile } from "../unit/workbook/xlsx/small-file";
import { commandDesk, seriesCsv, type CommandDesk } from "./command-desk";

/** The time of each test's beginning. */
export const FIRST = Date.UTC(2026, 10, 20, 12);
export const DAY = 24 * 60 * 60_000;

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
export const SEVEN = new Date(2026, 10, 20, 7).getTime();

/** A folder with books and a service's data, and `npm run -s refresh` in it. */
interface RefreshDesk extends CommandDesk {
  /** Writes a book with a sheet S of these rows, with settings that the add-in saved in Excel. */
  putBook(name: string, rows: readonly string[], rest?: Rest): void;
  /** Writes a file as a program does that saves it at another second than all others. */
  save(name: string, bytes: Uint8Array): void;
  isSame(name: string, bytes: Uint8Array): boolean;
  sha256(name: string): string;
  lock(name?: string): Lock;
  /** Imports values of a series by day into the data folder d. */
  import(file: string, days: Readonly<Record<string, number>>, series?: string): Promise<void>;
  /** Replaces the key of the data folder d. */
  renewKey(): Promise<void>;
  /** The part of a book, as text. */
  part(book: string, name: string): string;
  /** The content of each row of the first sheet, as stored. */
  rowsOf(name: string): string[];
  cellsOf(name: string): readonly BookCell[];
  /** Runs the command with the embedded service, or in this environment; returns its exit status. */
  run(...argv: readonly string[]): Promise<number>;
  runWith(env: Io["env"], ...argv: readonly string[]): Promise<number>;
  /**
   * Runs the command with `--every` or `--watch` from `SEVEN`, on a clock that only its waits move.
   *
   * @returns its exit status, or that of the second Ctrl+C
   */
  runUntilStopped(argv: readonly string[], events: (controls: Controls) => Events, env?: Io["env"]): Promise<number>;
}

/** Stops for a command on which only a test sends a signal. */
export function signalled(name: "SIGINT" | "SIGTERM"): { readonly stops: Stops; readonly isHeard: () => boolean; readonly send: () => void } {
  const listeners = new Set<() => void>();
  const on: Stops["on"] = (signal, then) => {
    if (signal === name) listeners.add(then);
    return () => listeners.delete(then);
  };
  const stops: Stops = { on, terminal: false, parent: undefined, every: () => () => undefined };
  return { stops, isHeard: () => listeners.size > 0, send: () => listeners.forEach((then) => then()) };
}

/**
 * A new folder for each test of this file.
 *
 * @param folder the data folder
 */
export function refreshDesk({ folder = "d", forAll = false }: { readonly folder?: string; readonly forAll?: boolean } = {}): RefreshDesk {
  const desk = commandDesk({ now: FIRST, env: { SERVICE_DATA: folder }, forAll });
  let saves = 0;
  const runWith: RefreshDesk["runWith"] = async (env, ...argv) => {
    desk.clear();
    return refreshCommand([...argv], { ...desk.io, env });
  };
  const part: RefreshDesk["part"] = (book, name) => strFromU8(unzipSync(desk.read(book))[name] ?? new Uint8Array());
  return Object.assign<CommandDesk, Omit<RefreshDesk, keyof CommandDesk>>(desk, {
    putBook: (name, rows, rest) => desk.put(name, bookOf(rows, rest)),
    save: (name, bytes) => {
      desk.put(name, bytes);
      utimesSync(desk.at(name), 0, ++saves);
    },
    isSame: (name, bytes) => Buffer.compare(desk.read(name), bytes) === 0,
    sha256: (name) => createHash("sha256").update(desk.read(name)).digest("hex"),
    lock: (name = "b.lock.json") => JSON.parse(desk.text(name)) as Lock,
    import: async (file, days, series = "DGS10") => {
      desk.put(file, seriesCsv(days));
      const said: string[] = [];
      const io: Io = { ...desk.io, out: () => undefined, err: (line) => void said.push(line) };
      expect([await data(["import", "series", series, file, "--data", "d"], io), said]).toEqual([0, []]);
    },
    renewKey: async () => expect(await key(["renew", "--data", "d"], { ...desk.io, out: () => undefined, err: () => undefined })).toBe(0),
    part,
    rowsOf: (name) => [...part(name, "xl/worksheets/sheet1.xml").matchAll(/<row[^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, cells = ""]) => cells),
    cellsOf: (name) => readBook(desk.read(name)).sheets[0]!.cells,
    run: (...argv) => runWith({ SERVICE_DATA: folder }, ...argv),
    runWith,
    runUntilStopped: async (argv, eventsOf, env = {}) => {
      desk.clear();
      desk.now = SEVEN;
      let status: number | undefined;
      const { stops, isHeard, send } = signalled("SIGINT");
      const given = Object.entries(eventsOf({ stop: send, pass: (minutes) => (desk.now += minutes * 60_000) }));
      const events = given.sort(([a], [b]) => Number(a) - Number(b));
      const wait: Machine["wait"] = async (ms) => {
        desk.now += ms;
        while (events[0] && SEVEN + Number(events[0][0]) * 60_000 <= desk.now) await events.shift()![1]();
        if (events.length === 0 && isHeard()) send();
      };
      const ended = await refreshCommand([...argv], { ...desk.io, env: { SERVICE_DATA: "d", ...env } }, { stops, exit: (code) => (status ??= code), wait });
      expect(isHeard()).toBe(false);
      return status ?? ended;
    },
  });
}

/** A dynamic array cell with a call, as Excel stores it, with an old value. */
export const call = (reference: string, formula: string, value = "1", fills = reference): string =>
  `<c r="${reference}" cm="1"><f t="array" ref="${fills}">${formula}</f><v>${value}</v></c>`;

export const RATE = call("A1", '_xldudf_SERVICE_FRED("DGS10")');

/** Rows with calls of published data, of an unknown name, and of two days; with dependents, one of which a refresh does not calculate. */
export const ROWS = [
  `${RATE}<c r="B1"><f>A1*2</f><v>2</v></c>`,
  `${call("A2", '_xldudf_SERVICE_FRED("NOSUCH")')}<c r="B2"><f>RANDBETWEEN(1,6)+A1</f><v>3</v></c>`,
  call("A3", '_xldudf_SERVICE_FREDH("DGS10","2026-11-18")-_xldudf_SERVICE_FREDH("DGS10","2026-11-17")'),
];

type Rest = Partial<SmallFile> & { readonly settings?: Readonly<Record<string, string>> };

/** A book with these rows in its sheet S. */
export const bookOf = (rows: readonly string[], { settings, ...rest }: Rest = {}): Uint8Array =>
  smallFile({
    sheets: { S: rows.map((cells, i) => `<row r="${i + 1}">${cells}</row>`).join("") },
    ...(settings ? { parts: settingsInExcel(settings) } : {}),
    ...rest,
  });
