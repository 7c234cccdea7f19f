import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isIsoDate } from "../../contract/dates";
import { groupedBy } from "../../contract/lists";
import { createApp } from "../../service/app";
import { openStore } from "../../service/store/store";
import { createClock } from "../../service/time/clock";
import { endOfDay } from "../../service/time/time-zone";
import { data } from "../data";
import { evalCommand } from "../eval";
import { databaseOf, type Io, ROOT } from "../io";

/** Result of one question of a truth case. */
export interface Verdict {
  readonly id: string;
  readonly asked: string;
  readonly expected: string;
  readonly got: string;
  readonly right: boolean;
}

const near = (expected: unknown, got: unknown, tolerance: number): boolean =>
  typeof expected === "number" && typeof got === "number" ? Math.abs(expected - got) <= tolerance : JSON.stringify(expected) === JSON.stringify(got);

/** Compares every expected member. Other members are ignored. */
export function agrees(expected: unknown, got: unknown, tolerance: number): boolean {
  if (typeof expected !== "object" || expected === null) return near(expected, got, tolerance);
  if (typeof got !== "object" || got === null) return false;
  return Object.entries(expected).every(([name, value]) => agrees(value, (got as Record<string, unknown>)[name], tolerance));
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing"));

export const verdict = (id: string, asked: string, expected: unknown, got: unknown, tolerance: number): Verdict => ({
  id,
  asked,
  expected: textOf(expected),
  got: textOf(got),
  right: agrees(expected, got, tolerance),
});

/** One question of a case, with its expected answer: exactly one of `expect`, `code` and `error`. */
export interface OwnQuestion {
  /** A formula, or a REST path such as "/v1/rates/fed-liquidity". */
  readonly ask: string;
  /** The day as of which a formula is asked; by default the case's. */
  readonly as_of?: string;
  /** The expected value: a number within the tolerance, or exact text. For a REST path: members of the body. */
  readonly expect?: unknown;
  /** The expected code, if the cell shows a reason. */
  readonly code?: string;
  /** The error value of a wrong argument, for example "#VALUE!". */
  readonly error?: string;
  /** The exact text of the reason in the cell, or of the error's message. */
  readonly short?: string;
  /** True if the value must be sample data; otherwise it must be published. */
  readonly sample?: boolean;
}

/** A truth case of this project: files to import, the service's date, and the expected answers. */
export interface OwnCase {
  readonly id: string;
  readonly note: string;
  /** Arguments of `data -- import`, the file last: a file of ../shared/data/public, or with the prefix "own/" one of test/truth/files. */
  readonly imports: readonly (readonly string[])[];
  /** Publishers to turn on first. */
  readonly enable?: readonly string[];
  /** The service's date. Required, so that no case depends on the day of the run. */
  readonly as_of: string;
  readonly asks: readonly OwnQuestion[];
  readonly tolerance?: number;
}

export const OWN_CASES = path.join(ROOT, "test", "truth");
const OWN_FILE = "own/";

export const needsCollection = ({ imports }: OwnCase): boolean => imports.some((words) => !(words.at(-1) ?? "").startsWith(OWN_FILE));

/** Reads every case of test/truth/*.json. Throws if an id occurs twice. */
export function ownCases(folder = OWN_CASES): readonly OwnCase[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  const cases = names.sort().flatMap((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")) as OwnCase[]);
  const seen = new Set<string>();
  for (const { id } of cases) {
    if (seen.has(id)) throw new Error(`${folder}: two cases have the id ${id}.`);
    seen.add(id);
  }
  return cases;
}

const expectedText = ({ expect, code, error, short }: OwnQuestion): string =>
  code === undefined && error === undefined ? JSON.stringify(expect) : [code ?? error, short].filter((t) => t !== undefined).join(": ");

/** The members of `eval --json` that a case compares. */
interface Shown {
  readonly value?: unknown;
  readonly shows?: string;
  readonly sample?: boolean;
  readonly code?: string;
  readonly reason?: string;
  readonly error?: string;
  readonly message?: string;
}

function isRight({ expect, code, error, short, sample = false }: OwnQuestion, got: Shown, tolerance: number): boolean {
  if (error !== undefined) return got.error === error && (short === undefined || got.message === short);
  if (code !== undefined) return got.code === code && (short === undefined || got.reason === short);
  // A sample value that happens to equal the expected published one is wrong.
  return expect !== undefined && expect !== null && agrees(expect, got.value, tolerance) && (got.sample === true) === sample;
}

/** A question with its case. */
interface Asked {
  readonly of: OwnCase;
  readonly ask: OwnQuestion;
}

const dayOf = ({ of, ask }: Asked): string => ask.as_of ?? of.as_of;

/** What `eval --json` prints of each formula, as of a day or moment. */
export async function evaluated(formulas: readonly string[], folder: string, asOf: string | undefined, io: Io): Promise<readonly Shown[]> {
  const out: string[] = [];
  const quiet: Io = { ...io, out: (line) => void out.push(line), err: () => undefined };
  await evalCommand(["--json", "--data", folder, ...(asOf === undefined ? [] : ["--as-of", asOf]), ...formulas], quiet);
  return formulas.map((_, i) => JSON.parse(out[i] ?? "{}") as Shown);
}

/** The replies of a service on this folder to REST paths, as of a day or moment. */
export async function repliesTo(paths: readonly string[], folder: string, asOf: string | undefined, { now }: Io) {
  const store = openStore({ path: databaseOf(folder) });
  const app = await createApp({ store, clock: createClock(asOf, now) });
  try {
    const key = "truth".padEnd(40, "0");
    await store.ledger.keys.add(key, "developer", "truth", "2024-01-01");
    const replies = [];
    for (const url of paths) {
      const { statusCode, payload } = await app.inject({ method: "GET", url, headers: { authorization: `Bearer ${key}` } });
      replies.push({ status: statusCode, body: JSON.parse(payload) as unknown });
    }
    return replies;
  } finally {
    await app.close();
    store.close();
  }
}

/** Runs a data command without output. Returns the message of a refusal. */
export async function dataRefusal(words: readonly string[], folder: string, io: Io): Promise<string | undefined> {
  const messages: string[] = [];
  const status = await data(["--data", folder, ...words], { ...io, out: () => undefined, err: (line) => void messages.push(line) });
  return status === 0 ? undefined : messages.join(" ");
}

/** Works in a temporary data folder. An error becomes the verdict of each case. */
export async function inTemporaryFolder<T>(
  cases: readonly T[],
  failed: (of: T, message: string) => Verdict,
  work: (folder: string) => Promise<Verdict[]>,
): Promise<Verdict[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "service-truth-"));
  try {
    return await work(folder);
  } catch (e) {
    return cases.map((of) => failed(of, e instanceof Error ? e.message : String(e)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks the formulas of each day together, because opening the store takes longer than a hundred answers. */
async function askCells(folder: string, asked: readonly Asked[], io: Io): Promise<[Asked, Verdict][]> {
  const verdicts: [Asked, Verdict][] = [];
  for (const [day, ofDay] of groupedBy(asked, dayOf)) {
    // A case may show how data ages after today. Such a day is asked as if it had come.
    const now = (): number => Math.max(io.now(), isIsoDate(day) ? endOfDay(day) + 1_000 : Date.parse(day));
    const formulas = ofDay.map(({ ask }) => ask.ask);
    for (const [i, got] of (await evaluated(formulas, folder, day, { ...io, now })).entries()) {
      const one = ofDay[i]!;
      const { of, ask } = one;
      const asOf = ask.as_of === undefined ? "" : ` as of ${day}`;
      const shows = `${got.shows ?? "nothing"}${got.code ? ` (${got.code})` : ""}${got.sample ? " (sample)" : ""}`;
      const right = isRight(ask, got, of.tolerance ?? 0);
      verdicts.push([one, { id: of.id, asked: `${ask.ask}${asOf}`, expected: expectedText(ask), got: shows, right }]);
    }
  }
  return verdicts;
}

/** Asks REST paths, each case as of its own day. */
async function askRest(folder: string, asked: readonly Asked[], io: Io): Promise<[Asked, Verdict][]> {
  const verdicts: [Asked, Verdict][] = [];
  for (const [asOf, ofDay] of groupedBy(asked, ({ of }) => of.as_of)) {
    const paths = ofDay.map(({ ask }) => ask.ask);
    for (const [i, { body }] of (await repliesTo(paths, folder, asOf, io)).entries()) {
      const one = ofDay[i]!;
      verdicts.push([one, verdict(one.of.id, one.ask.ask, one.ask.expect, body, one.of.tolerance ?? 0)]);
    }
  }
  return verdicts;
}

/** Cases that import the same files, which are imported once for all of them. */
export const byImports = (cases: readonly OwnCase[]): readonly (readonly OwnCase[])[] => [
  ...groupedBy(cases, ({ enable, imports }) => JSON.stringify([enable, imports])).values(),
];

/**
 * Imports the files of cases into a temporary database and compares every answer. All cases import the same files. If an import is refused, that is the only
 * verdict of each case.
 */
export async function runOwnCases(cases: readonly OwnCase[], collection: string, io: Io, own = OWN_CASES): Promise<Verdict[]> {
  const [first] = cases;
  if (!first) return [];
  const fileOf = (name: string): string => (name.startsWith(OWN_FILE) ? path.join(own, "files", name.slice(OWN_FILE.length)) : path.join(collection, name));
  const failed = ({ id, note }: OwnCase, message: string): Verdict => verdict(id, note, "an answer", message, 0);
  return inTemporaryFolder(cases, failed, async (folder) => {
    for (const id of first.enable ?? []) await dataRefusal(["enable", id, "--accept"], folder, io);
    for (const words of first.imports) {
      const refusal = await dataRefusal(["import", ...words.slice(0, -1), fileOf(words.at(-1) ?? "")], folder, io);
      if (refusal !== undefined) return cases.map(({ id }) => verdict(id, `import ${words.join(" ")}`, "imported", refusal, 0));
    }
    const asked = cases.flatMap((of) => of.asks.map((ask): Asked => ({ of, ask })));
    const isRest = ({ ask }: Asked): boolean => ask.ask.startsWith("/");
    const cells = asked.filter((one) => !isRest(one));
    const verdicts = new Map([...(await askCells(folder, cells, io)), ...(await askRest(folder, asked.filter(isRest), io))]);
    return asked.map((one) => verdicts.get(one)!);
  });
}
