import { unzipSync } from "fflate";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { data } from "../../src/commands/data";
import { evalCommand } from "../../src/commands/eval";
import type { Io } from "../../src/commands/io";
import { createApp } from "../../src/service/app";
import { openStore } from "../../src/service/store/store";
import { createClock } from "../../src/service/time/clock";

/** What a formula must show: a number within the tolerance, a text, or one of these. */
type Wanted = number | string | { readonly starts: string } | { readonly not: number } | { readonly caveat: true } | { readonly number: true };

type Files = readonly (readonly [publisher: string, file: string])[];

/** One case of cases.json. The files are imported in order into an empty data folder. */
interface ValueCase {
  readonly id: string;
  readonly kind: string;
  readonly import?: Files;
  /** Files that must be accepted. */
  readonly import_ok?: Files;
  /** As of a day, a formula, and what it must show. */
  readonly asks?: readonly (readonly [asOf: string, formula: string, wanted: Wanted, tolerance?: number])[];
  /** A path of the API, and members that a row of its reply must have. */
  readonly rest?: readonly [path: string, row: Readonly<Record<string, unknown>>];
  /** Texts that the output of the imports must contain: lines that were left out. */
  readonly says?: readonly string[];
}

export const CASES = path.resolve(__dirname);
export const valueCases = (folder = CASES): readonly ValueCase[] =>
  (JSON.parse(readFileSync(path.join(folder, "cases.json"), "utf8")) as { cases: readonly ValueCase[] }).cases;

const NOW = Date.UTC(2026, 10, 26, 12);
const ioTo = (lines: string[]): Io => ({
  out: (line) => void lines.push(line),
  err: (line) => void lines.push(line),
  cwd: process.cwd(),
  env: {},
  now: () => NOW,
});

interface Shown {
  readonly value?: number | string | null;
  readonly shows?: string;
  readonly caveats?: readonly { readonly id: string }[];
  readonly note?: string;
}

function isShown(wanted: Wanted, tolerance: number, { value, shows = "", caveats = [], note }: Shown): boolean {
  if (typeof wanted === "number") return typeof value === "number" && Math.abs(value - wanted) <= tolerance;
  if (typeof wanted === "string") return value === wanted;
  if ("starts" in wanted) return shows.startsWith(wanted.starts);
  if ("number" in wanted) return typeof value === "number";
  if ("not" in wanted) return value !== wanted.not;
  // The number is served only with the doubt.
  return typeof value !== "number" || (caveats.some(({ id }) => id === "value_in_doubt") && /\d/.test(note ?? ""));
}

/** Stores that schema 16 made of the documents that it accepted, each in a folder named by its case. */
const earlierStores = (): Record<string, Uint8Array> => unzipSync(readFileSync(path.join(CASES, "stores-of-schema-16.zip")));

/** The cases with such a store. */
export const idsOfEarlierStores = (): ReadonlySet<string> => new Set(Object.keys(earlierStores()).map((name) => name.slice(0, name.indexOf("/"))));

/** Runs a case on the store of schema 16 after the rebuild that `status` announces, without importing again. */
export const faultsInEarlierStore = (one: ValueCase): Promise<string[]> =>
  inFolder(async (folder) => {
    for (const [name, bytes] of Object.entries(earlierStores())) {
      if (!name.startsWith(`${one.id}/`)) continue;
      const file = path.join(folder, name.slice(one.id.length + 1));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    const run = async (...words: string[]): Promise<{ status: number; said: string }> => {
      const said: string[] = [];
      return { status: await data(["--data", folder, ...words], ioTo(said)), said: said.join("\n") };
    };
    // Any command that writes upgrades the database.
    const faults = [await run("--upgrade", "enable", "finra", "--accept")].flatMap(({ status, said }) => (status === 0 ? [] : [said]));
    const announced = /rebuild ((?:[a-z]+ ?)+) --data/.exec((await run("status")).said)?.[1]?.split(" ");
    if (!announced) return [...faults, "no rebuild is announced", ...(await answerFaults(one, folder))];
    const { status, said } = await run("rebuild", ...announced);
    if (status !== 0) faults.push(said);
    if ((await run("status")).said.includes("that this version corrects")) faults.push("a rebuild is still announced");
    return [...faults, ...(await answerFaults(one, folder))];
  });

async function inFolder(work: (folder: string) => Promise<string[]>): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "service-case-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a case in a folder of its own. Returns what is wrong, in words; empty if all is right. */
export const faultsOf = (one: ValueCase, files = CASES): Promise<string[]> =>
  inFolder(async (folder) => {
    const faults: string[] = [];
    const said: string[] = [];
    const imported = async (publisher: string, file: string): Promise<boolean> =>
      (await data(["--data", folder, "import", publisher, path.join(files, file)], ioTo(said))) === 0;
    // A file of `import` may be refused: then the answers show whether that is right.
    for (const file of one.import ?? []) await imported(...file);
    for (const file of one.import_ok ?? []) if (!(await imported(...file))) faults.push(said.at(-1) ?? "");
    for (const text of one.says ?? []) if (!said.some((line) => line.includes(text))) faults.push(`no ${JSON.stringify(text)} in ${said.join(" | ")}`);
    return [...faults, ...(await answerFaults(one, folder))];
  });

/** The answers of a data folder that are wrong. */
async function answerFaults({ asks = [], rest }: ValueCase, folder: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [asOf, formula, wanted, tolerance = 0] of asks) {
    const lines: string[] = [];
    await evalCommand(["--json", "--data", folder, "--as-of", asOf, formula], ioTo(lines));
    const shown = JSON.parse(lines.find((line) => line.startsWith("{")) ?? "{}") as Shown;
    if (!isShown(wanted, tolerance, shown)) faults.push(`${formula} as of ${asOf}: ${JSON.stringify(wanted)} expected, got ${lines.join(" ")}`);
  }
  return rest ? [...faults, ...(await restFaults(folder, rest))] : faults;
}

async function restFaults(folder: string, [address, row]: NonNullable<ValueCase["rest"]>): Promise<string[]> {
  const store = openStore({ path: path.join(folder, "service.db") });
  const app = await createApp({ store, clock: createClock(undefined, () => NOW) });
  try {
    const key = "case".padEnd(40, "0");
    await store.ledger.keys.add(key, "developer", "case", "2024-01-01");
    const { payload } = await app.inject({ method: "GET", url: address, headers: { authorization: `Bearer ${key}` } });
    const { data: rows } = JSON.parse(payload) as { data?: unknown };
    const all = Array.isArray(rows) ? rows : [rows];
    const found = all.some((got: Record<string, unknown> | undefined) => Object.entries(row).every(([name, value]) => got?.[name] === value));
    return found ? [] : [`${address}: ${JSON.stringify(row)} expected, got ${payload.slice(0, 400)}`];
  } finally {
    await app.close();
    store.close();
  }
}
