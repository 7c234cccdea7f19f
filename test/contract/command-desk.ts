import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { closing } from "../../src/commands/data/data-io";
import type { Io } from "../../src/commands/io";
import { openStore, type Store } from "../../src/service/store/store";

/** A new folder, and what commands in it print. */
export interface CommandDesk {
  cwd: string;
  out: string[];
  err: string[];
  /** Lines of both, in order. */
  said: string[];
  /** The database of the data folder. */
  readonly database: string;
  /** The clock of `io`, and its variables. */
  now: number;
  env: Io["env"];
  readonly io: Io;
  /** Full name of a file in the folder. */
  at(...names: readonly string[]): string;
  put(name: string, content: string | Uint8Array): void;
  folder(name: string): void;
  read(name: string): Uint8Array;
  text(...names: readonly string[]): string;
  /** The names of all files and folders in the folder, or in one of its folders. */
  names(folder?: string): string[];
  /** Forgets what was printed. */
  clear(): void;
  /** Closes something at the end of the test, the last first, before the folder is removed. */
  atEnd(close: () => unknown): void;
  /** Reads the database of a data folder in the folder. */
  inStore<T>(read: (store: Store) => T, folder?: string): T;
}

interface DeskOptions {
  readonly now?: number;
  readonly env?: Io["env"];
  /** The data folder of `inStore`. */
  readonly data?: string;
  /** One folder for all tests of the file, instead of one for each. */
  readonly forAll?: boolean;
}

/** Sets up a folder for each test of the file. */
export function commandDesk({ now = Date.UTC(2026, 10, 20, 12), env = {}, data = "d", forAll = false }: DeskOptions = {}): CommandDesk {
  const ends: (() => unknown)[] = [];
  const desk: CommandDesk = {
    cwd: "",
    out: [],
    err: [],
    said: [],
    now,
    env,
    get database() {
      return desk.at(data, "service.db");
    },
    io: {
      out: (line) => void (desk.out.push(line), desk.said.push(line)),
      err: (line) => void (desk.err.push(line), desk.said.push(line)),
      get cwd() {
        return desk.cwd;
      },
      get env() {
        return desk.env;
      },
      now: () => desk.now,
    },
    at: (...names) => path.join(desk.cwd, ...names),
    put: (name, content) => writeFileSync(desk.at(name), content),
    folder: (name) => void mkdirSync(desk.at(name)),
    read: (name) => new Uint8Array(readFileSync(desk.at(name))),
    text: (...names) => readFileSync(desk.at(...names), "utf8"),
    names: (folder = ".") => readdirSync(desk.at(folder)).sort(),
    clear: () => void ([desk.out, desk.err, desk.said] = [[], [], []]),
    atEnd: (close) => void ends.push(close),
    inStore: (read, folder = data) => closing(openStore({ path: desk.at(folder, "service.db") }), read),
  };
  (forAll ? beforeAll : beforeEach)(() => {
    desk.cwd = mkdtempSync(path.join(tmpdir(), "service-desk-"));
    Object.assign(desk, { now, env });
    desk.clear();
  });
  (forAll ? afterAll : afterEach)(async () => {
    for (const close of ends.splice(0).reverse()) await close();
    rmSync(desk.cwd, { recursive: true, force: true });
  });
  return desk;
}

/** Values of a series by day, as an operator's own file has them. */
export const seriesCsv = (days: Readonly<Record<string, number>>): string =>
  ["date,value", ...Object.entries(days).map(([day, value]) => `${day},${value}`), ""].join("\n");

/** Uses the address of a service that answers with this. */
export async function serving<T>(answer: RequestListener, use: (url: string) => T | Promise<T>): Promise<T> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}

/** A service that allows nothing. */
export const refusing: RequestListener = (_request, response) => void response.writeHead(403, { "content-type": "application/json" }).end("{}");
