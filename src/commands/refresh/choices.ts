import { statSync } from "node:fs";
import path from "node:path";
import { shown } from "../../contract/arguments";
import { endWithNearest } from "../../contract/nearest";
import { type Io, UsageError } from "../io";
import type { parseOptions } from "../options";
import { booksOf } from "./books-of";
import { lockIn } from "./lock-file";
import { UNWANTED, type Unwanted } from "./unwanted";

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
const SHORTEST_MS = UNIT_MS["m"]!;
/** A week. */
const LONGEST_MS = 168 * UNIT_MS["h"]!;

/**
 * Reads `--every 15m`, in milliseconds.
 *
 * @throws UsageError for anything but a number of seconds, minutes or hours from a minute to a week
 */
export function intervalOf(typed: string): number {
  const [, number, unit = ""] = /^(\d+)([smh])$/.exec(typed.trim().toLowerCase()) ?? [];
  const ms = Number(number) * (UNIT_MS[unit] ?? NaN);
  if (ms >= SHORTEST_MS && ms <= LONGEST_MS) return ms;
  throw new UsageError(`--every: expected a time from 1m to 168h, such as 90s, 15m or 1h, got ${shown(typed)}.`);
}

/** The options and words of a refresh, as typed. */
export type TypedOptions = ReturnType<typeof parseOptions<"refresh">>;

const REPORTS = ["text", "json"];

function isJson(report: string | undefined): boolean {
  if (report !== undefined && !REPORTS.includes(report))
    throw new UsageError(`--report: expected text or json, got ${shown(report)}${endWithNearest(report, REPORTS, 2)}`);
  return report === "json";
}

/** Reads `--fail-on error,sample`. */
function unwantedOf(typed: string | undefined): Unwanted[] {
  return (typed === undefined ? [] : typed.split(",")).map((word) => {
    const found = UNWANTED.find((one) => one === word.trim().toLowerCase());
    if (!found)
      throw new UsageError(`--fail-on: expected ${UNWANTED.join(", ")} or several of them with commas, got ${shown(word)}${endWithNearest(word, UNWANTED, 2)}`);
    return found;
  });
}

/** True if two names are of one file. */
function isSameFile(a: string, b: string): boolean {
  const [one, other] = [statSync(a, { throwIfNoEntry: false }), statSync(b)];
  return one !== undefined && one.dev === other.dev && one.ino === other.ino;
}

/** Refuses a file that Excel could not open under this name, and a copy that would replace its book. */
function checkOut(out: string, book: string, copy: string | undefined): void {
  const [ending, expected] = [out, book].map((file) => path.extname(file).toLowerCase());
  if (/^\.xls[xm]$/.test(ending!) && ending !== expected)
    throw new UsageError(`--out: expected a name that ends in ${expected}, as the book's does, got ${path.basename(out)}. Excel refuses the other ending.`);
  if (copy !== undefined && isSameFile(out, book)) throw new UsageError(`${copy} never replaces the book itself. Give its copy another name after --out.`);
}

/** What a refresh was asked to do. */
export type Choices = ReturnType<typeof choicesOf>;

/**
 * Reads the options and words of a refresh.
 *
 * @throws UsageError for a book that is not there, and for options that do not fit each other.
 */
export function choicesOf({ values, positionals }: TypedOptions, io: Io) {
  const every = values.every === undefined ? undefined : intervalOf(values.every);
  const isRepeated = every !== undefined || (values.watch ?? false);
  const books = booksOf(positionals, io, isRepeated ? "repeated" : "once");
  if (values.out !== undefined && books.length !== 1) throw new UsageError(`--out: expected one book, got ${books.length}. Refresh them one by one.`);
  const out = values.out === undefined ? undefined : path.resolve(io.cwd, values.out);
  const copies = (["values-only", "for-sheets"] as const).filter((option) => values[option]);
  if (copies.length > 1) throw new UsageError("--values-only and --for-sheets write different copies. Leave one of them out.");
  if (out !== undefined) checkOut(out, books[0]!, copies[0] && `--${copies[0]}`);
  for (const other of ["only", "lock"] as const)
    if (values["values-only"] && values[other])
      throw new UsageError(`--values-only copies a whole book without its SERVICE formulas, so --${other} cannot be used with it. Leave one of them out.`);
  if (values.out !== undefined && isRepeated && books[0] !== path.resolve(io.cwd, positionals[0] ?? ""))
    throw new UsageError("--out: expected a book, got a folder, whose books may change meanwhile. Name the book.");
  if (values.lock && values.only) throw new UsageError("--lock describes a whole book, so --only cannot be used with it. Leave one of them out.");
  if (values.replay !== undefined)
    for (const other of ["url", "data", "as-of", "every"] as const)
      if (values[other] !== undefined) throw new UsageError(`--replay answers from a lock, so --${other} has no effect. Leave one of them out.`);
  const failOn = unwantedOf(values["fail-on"]);
  if (values["allow-sample"] && failOn.includes("sample"))
    throw new UsageError("--allow-sample and --fail-on sample contradict each other. Leave one of them out.");
  return {
    /** Full names, in the order typed. */
    books,
    /** Full name of the file that is written instead of the book. */
    out,
    backup: values.backup ?? false,
    dryRun: values["dry-run"] ?? false,
    keepGoing: values["keep-going"] ?? false,
    /** Ranges, sheets and defined names whose calls are asked; undefined for all. */
    only: values.only,
    /** Writes `book.lock.json`. */
    lock: values.lock ?? false,
    /** Prints a line of JSON for each book instead of sentences. */
    json: isJson(values.report),
    /** What no cell may show, else the book is not written. */
    failOn,
    /** Lets sample data replace published data. */
    allowSample: values["allow-sample"] ?? false,
    /** The day or moment typed. */
    asOf: values["as-of"],
    /** Answers the calls instead of a service. */
    replay: values.replay === undefined ? undefined : lockIn(path.resolve(io.cwd, values.replay), values.replay),
    /** Writes signed books too, without their digital signatures. */
    breakSignature: values["break-signature"] ?? false,
    /** Rewrites formulas that Excel cannot calculate. */
    repair: values.repair ?? false,
    /** Writes a copy instead of the book: one for people without the add-in, or one for Google Sheets. Its name ends so, before `.xlsx`. */
    copy: values["values-only"] ? ("values" as const) : values["for-sheets"] ? ("sheets" as const) : undefined,
    /** Excel calculates the written book when it opens it. */
    recalcOnOpen: values["recalc-on-open"] ?? false,
    /** Milliseconds from one round to the next; undefined for one round. */
    every,
    /** Refreshes a book when somebody saved it. */
    watch: values.watch ?? false,
  };
}
