import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { Source } from "../service-address";
import { type Io, ROOT } from "../io";
import { defineCommand } from "../options";
import { REFRESH } from "../terminal-words";
import { onStop } from "../until-stopped";
import { choicesOf } from "./choices";
import { existingService, refuseNewData } from "./existing-service";
import { INTERRUPTED, type Machine, thisMachine } from "./machine";
import { refreshOne } from "./refresh-one";
import { sayReport } from "./report-lines";
import { refreshRounds } from "./rounds";
import { bookThread } from "./thread/book-thread";

type Run = (argv: string[], io: Io, machine: Machine) => Promise<number>;

/** The first word of a command line that does something else than refreshing books. */
const SUBCOMMANDS: Readonly<Record<string, () => Promise<Run>>> = {
  diff: async () => (await import("./diff/diff")).diff,
  find: async () => (await import("./find/find")).findCommand,
  trace: async () => (await import("./trace")).trace,
  verify: async () => (await import("./verify")).verify,
};

/** The subcommand that the first word names, unless a file has that name. */
async function subcommandOf(word: string | undefined, { cwd }: Io): Promise<Run | undefined> {
  if (word === undefined || !Object.hasOwn(SUBCOMMANDS, word) || statSync(path.resolve(cwd, word), { throwIfNoEntry: false })?.isFile()) return undefined;
  return SUBCOMMANDS[word]!();
}

const HELP = `Refreshes the SERVICE cells of .xlsx files and what depends on them, without Excel.

  ${REFRESH} book.xlsx [more.xlsx | folder] …
  node ${path.join(ROOT, "scripts", "refresh.mjs")} book.xlsx        the same, from any folder

Only values change; every other byte of a file stays. A formula whose result is not certain keeps its value and is listed.

  --out FILE        writes the refreshed book to FILE; the book itself stays (one book)
  --backup          copies each book to NAME.bak.xlsx before it is replaced
  --dry-run         says what would change; writes nothing
  --keep-going      writes the values that were answered, also if some were not; those keep their old value
  --only RANGE      asks only calls in a range (Sheet1!B2:D9), a sheet or a defined name, and calculates what depends on them; repeatable
  --lock            writes book.lock.json beside the book: what was asked and answered, and what each cell shows
  --as-of DAY       answers as of a day (its end in New York) or a moment in UTC, such as 2026-06-30T11:00Z
  --replay FILE     answers from a lock instead of a service
  --fail-on KIND    writes nothing if a cell would show an error, a reason, or sample data, or has only a stale value
                    (error, reason, sample, stale; several with commas)
  --allow-sample    writes sample data also into cells that showed published data at the last refresh with --lock
  --break-signature writes signed books too, and removes their digital signatures, as Excel does when somebody edits them
  --report json     prints a line of JSON for each book
  --repair          rewrites SERVICE formulas that Excel cannot calculate, also on protected sheets, and refreshes them
  --values-only     writes a copy for people without the add-in, NAME.values.xlsx or FILE of --out; the book itself stays
  --for-sheets      writes a copy to upload to Google Sheets, NAME.sheets.xlsx or FILE of --out; the book itself stays
  --every TIME      refreshes again and again until Ctrl+C, such as --every 15m (s, m or h); then prints only what changed or failed
  --watch           refreshes a book now and whenever somebody saved it, until Ctrl+C; also with --every
  --recalc-on-open  makes Excel calculate the book when it opens it; without the add-in, SERVICE cells then show #NAME?
  --data DIR        the embedded service's folder; default: SERVICE_DATA, else .service
  --url URL         refreshes from another service; set its key in SERVICE_API_KEY

To check a book against its lock, type:         ${REFRESH} verify --help
To see what changed between two locks, type:    ${REFRESH} diff --help
To see where a cell's value comes from, type:   ${REFRESH} trace --help
To see which question gives a typed number:     ${REFRESH} find --help

Exit status
  0    all books were refreshed or had nothing to refresh; --every or --watch was ended
  1    a book was refused, was not answered in full (no connection, wrong key), fails --fail-on, or would replace published by sample data
  2    nothing was refreshed: wrong command line, a file or data folder that is not there, no key for --url
  130  Ctrl+C: each book is as it was, or refreshed whole`;

const refreshBooks = defineCommand("refresh", HELP, async (typed, io, machine: Machine) => {
  const choices = choicesOf(typed, io);
  if (!choices.replay && !choices.allowSample) refuseNewData(typed.values, io);
  // The thread loads the engine while the service is opened.
  bookThread.start();
  if (choices.every !== undefined || choices.watch) return refreshRounds(typed, choices, io, machine);
  // Nothing has to be completed: a book is replaced whole or not at all.
  const release = onStop(() => machine.exit(INTERRUPTED), machine.stops);
  let source: Source | undefined;
  let wrong = 0;
  try {
    source = choices.replay ? undefined : await existingService(typed.values, io);
    for (const book of choices.books) {
      const report = await refreshOne(realpathSync(book), path.relative(io.cwd, book) || book, source, choices, io, machine);
      if (report.status !== "refreshed") wrong++;
      sayReport(report, choices, io);
    }
  } finally {
    release();
    await source?.close();
  }
  return wrong > 0 ? 1 : 0;
});

/** `npm run -s refresh`: refreshes books in place. */
export async function refreshCommand(argv: readonly string[], io: Io, machine: Machine = thisMachine(io)): Promise<number> {
  const subcommand = await subcommandOf(argv[0], io);
  return subcommand ? subcommand(argv.slice(1), io, machine) : refreshBooks(argv, io, machine);
}
