import fs, { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileFault } from "../../../src/commands/file-fault";
import type { Disk } from "../../../src/commands/replace-file";
import { writeBookFile } from "../../../src/commands/refresh/hold-book";

const [OLD, NEW] = [Buffer.from("the old book"), Buffer.from("the new book, which is longer")];
const CODES = ["ENOSPC", "EROFS", "EACCES", "EIO"] as const;

let folder = "";
let book = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "service-write-"));
  book = path.join(folder, "b.xlsx");
  writeFileSync(book, OLD);
  chmodSync(book, 0o640);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A disk on which one call fails, and from then on all if `forGood`. Writes seven bytes at a time. */
function failing(at: number, code: string, forGood = false): { readonly disk: Disk; readonly calls: string[] } {
  const calls: string[] = [];
  const step =
    <A extends unknown[], R>(name: string, work: (...args: A) => R) =>
    (...args: A): R => {
      calls.push(name);
      if (calls.length - 1 === at || (forGood && calls.length - 1 > at)) throw Object.assign(new Error(`${code}: ${name}`), { code });
      return work(...args);
    };
  const disk = Object.fromEntries(
    (["openSync", "fsyncSync", "closeSync", "statSync", "chownSync", "chmodSync", "renameSync", "rmSync"] as const).map((name) => [
      name,
      step(name, fs[name] as () => unknown),
    ]),
  );
  const writeSync = step("writeSync", (fd: number, bytes: Uint8Array, from: number) => fs.writeSync(fd, bytes, from, Math.min(7, bytes.length - from)));
  return { disk: { ...disk, writeSync } as unknown as Disk, calls };
}

const write = (disk?: Disk): string | undefined => writeBookFile(book, OLD, NEW, { out: undefined, backup: false, dryRun: false }, disk);

test("a book is the old or the new one, and nothing is left, at whatever step its writing fails; the message names the cause", () => {
  const whole = failing(-1, "");
  expect(write(whole.disk)).toBeUndefined();
  expect(whole.calls).toEqual([
    "statSync",
    "openSync",
    ...NEW.toString()
      .match(/.{1,7}/gs)!
      .map(() => "writeSync"),
    "fsyncSync",
    "closeSync",
    "statSync",
    "chmodSync",
    "renameSync",
  ]);
  expect([readFileSync(book), statSync(book).mode & 0o777]).toEqual([NEW, 0o640]);
  for (const [at, name] of whole.calls.entries())
    for (const code of CODES) {
      writeFileSync(book, OLD);
      let thrown: unknown;
      try {
        write(failing(at, code).disk);
      } catch (e) {
        thrown = e;
      }
      expect([name, code, readFileSync(book, "utf8"), readdirSync(folder)]).toEqual([name, code, OLD.toString(), ["b.xlsx"]]);
      const fault = fileFault(thrown);
      expect([name, code, fault?.includes(folder)]).toEqual([name, code, true]);
    }
});

test("what a disk that is gone for good leaves is removed by the next refresh", () => {
  for (let at = 2; at < 9; at++) {
    writeFileSync(book, OLD);
    expect(() => write(failing(at, "EIO", true).disk)).toThrow(/^EIO: (?:write|fsync|close|stat|chmod)Sync$/);
    expect([readFileSync(book, "utf8"), readdirSync(folder).length]).toEqual([OLD.toString(), 2]);
    expect(write()).toBeUndefined();
    expect([readFileSync(book, "utf8"), readdirSync(folder)]).toEqual([NEW.toString(), ["b.xlsx"]]);
  }
});
