import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { shown } from "../contract/arguments";
import { isoOf, weekdayOf, type IsoDate } from "../contract/dates";
import { nearest } from "../contract/nearest";
import { seriesOf, TENOR_SERIES } from "../contract/series";
import { importFiles } from "../service/publishers/import-files";
import type { PublishedRow } from "../service/publishers/publisher";
import { PUBLISHERS, publisherOf } from "../service/publishers/all";
import { readYields } from "../service/publishers/publishers";
import { readDocument } from "../service/publishers/read-document";
import { refuseDisagreement } from "../service/publishers/refuse-disagreement";
import { RefusedFile } from "../service/publishers/refused-file";
import { curated, readSeries } from "../service/publishers/series/two-columns";
import { textOf } from "../service/publishers/text-of";
import type { ImportBatch } from "../service/store/observations";
import { sha256Of } from "../service/store/archive";
import type { RecordRow } from "../service/store/records";
import { openStore } from "../service/store/store";
import { dataFolder, dataWords, DEFAULT_DATA, Mistyped } from "./io";

/** What the command may touch besides files: where it writes, the folder that relative names start from, milliseconds of real time. */
export interface DataIo {
  out(line: string): void;
  err(line: string): void;
  readonly cwd: string;
  now(): number;
}

const RUN = "npm run -s data --";

const HELP = `Reads published files into the service's database.

  ${RUN} import treasury FILE…      Treasury yields: the Treasury's daily par yield curve, or the Board's H.15, as CSV
  ${RUN} import PUBLISHER FILE…     a publisher's own documents; PUBLISHER is one of ${PUBLISHERS.map((p) => p.id).join(", ")}
  ${RUN} import series ID FILE      one curated series: two columns, date and value, for example DGS10 dgs10.csv
  ${RUN} status                     what was imported, from which files
  ${RUN} forget SERIES…             takes an import back: the series serve sample data again
  ${RUN} help                       this text

  --data DIR    the folder of the database; ${DEFAULT_DATA} if left out

A file that does not fit is refused whole, and then no file of the command is imported. Where to download: docs/data.md.`;

interface PublishedFile extends ImportBatch {
  readonly name: string;
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly rows: readonly PublishedRow[];
  readonly records: readonly RecordRow[];
}

/** What is made of one file's bytes. */
interface ReadFile {
  readonly publisher: string;
  readonly title: string;
  readonly rows: readonly PublishedRow[];
  readonly records?: readonly RecordRow[];
}

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

/** A file as typed, read whole; its refusals name it. */
function readFile(name: string, cwd: string, read: (bytes: Uint8Array, name: string) => ReadFile): PublishedFile {
  const file = path.resolve(cwd, name);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) throw new Mistyped(`${name}: there is no such file. Check the name, or give the path from ${cwd}.`);
  if (stat.isDirectory()) throw new Mistyped(`${name} is a folder. Name the files in it.`);
  const bytes = readFileSync(file);
  try {
    return { records: [], ...read(bytes, path.basename(file)), name, bytes, file: path.basename(file), sha256: sha256Of(bytes) };
  } catch (e) {
    if (e instanceof RefusedFile) throw new RefusedFile(`${name}${e.line === undefined ? "" : `, line ${e.line}`}: ${e.sentence}.`);
    throw e;
  }
}

function filesOf(words: readonly string[], cwd: string): PublishedFile[] {
  const [kind, ...names] = words;
  if (kind === "treasury") {
    if (names.length === 0) throw new Mistyped(`import treasury: name at least one file, for example: ${RUN} import treasury daily-treasury-rates.csv`);
    return names.map((name) =>
      readFile(name, cwd, (bytes) => {
        const { layout, rows } = readYields(textOf(bytes));
        return { publisher: layout.publisher, title: layout.title, rows };
      }),
    );
  }
  if (kind === "series") {
    const [id, name, ...more] = names;
    if (id === undefined || name === undefined || more.length > 0)
      throw new Mistyped(`import series: expected an id and one file, got ${counted(names.length, "word")}. For example: ${RUN} import series DGS10 dgs10.csv`);
    const series = curatedOr(id);
    return [readFile(name, cwd, (bytes) => ({ publisher: "user", title: `${series.id}, ${series.title}`, rows: readSeries(series.id, textOf(bytes)) }))];
  }
  const publisher = publisherOf(kind ?? "");
  if (!publisher)
    throw new Mistyped(
      `import: expected series or a publisher (${PUBLISHERS.map((p) => p.id).join(", ")}), got ${shown(kind)}. For example: ${RUN} import treasury daily-treasury-rates.csv`,
    );
  if (names.length === 0) throw new Mistyped(`import ${publisher.id}: name at least one file, for example: ${RUN} import ${publisher.id} FILE`);
  return names.map((name) =>
    readFile(name, cwd, (bytes, file) => {
      const { title, rows, records } = readDocument(publisher.feeds, { name: file, bytes });
      return { publisher: publisher.id, title, rows, records };
    }),
  );
}

function curatedOr(id: string): ReturnType<typeof curated> {
  try {
    return curated(id);
  } catch (e) {
    throw e instanceof RefusedFile ? new Mistyped(`${e.sentence}. docs/functions.md lists the series.`) : e;
  }
}

/** A formula that shows the newest imported value, of the 10-year yield where there is one. */
function formulaFor(rows: readonly PublishedRow[]): string | undefined {
  const newest = (id?: string): PublishedRow | undefined =>
    rows
      .filter((r) => r.value !== null && (id === undefined || r.series === id))
      .reduce<PublishedRow | undefined>((a, b) => (!a || b.date > a.date ? b : a), undefined);
  const row = newest(TENOR_SERIES["10Y"]) ?? newest();
  if (!row) return undefined;
  const tenor = Object.entries(TENOR_SERIES).find(([, id]) => id === row.series)?.[0];
  return tenor ? `=SERVICE.YIELD("${tenor}","${row.date}")` : `=SERVICE.FREDH("${row.series}","${row.date}")`;
}

/** Where to look at what was imported. */
function nextStep(rows: readonly PublishedRow[], folder: string): string {
  const formula = formulaFor(rows);
  const elsewhere = dataWords(folder);
  return `Next, type: ${formula ? `npm run -s eval -- '${formula}'` : `${RUN} status`}${elsewhere}`;
}

/** Days on which nothing can have been observed: days to come, and for daily series weekends. A wrong file shows itself by them. */
function refuseImpossibleDays(files: readonly PublishedFile[], today: IsoDate): void {
  for (const { name, rows } of files)
    for (const { series, date, value } of rows) {
      if (value === null) continue;
      if (date > today) throw new RefusedFile(`${name}: ${series} has a value for ${date}, a day to come. Check that the file is what it says.`);
      if (seriesOf(series)?.frequency === "daily" && [0, 6].includes(weekdayOf(date)))
        throw new RefusedFile(
          `${name}: the daily series ${series} has a value for ${date}, a ${weekdayOf(date) === 6 ? "Saturday" : "Sunday"}. Check that the file is what it says.`,
        );
    }
}

/** So many known values of one series replaced by others is no revision: somebody took the wrong file. */
const looksLikeAnotherSeries = (r: { readonly changed: number; readonly unchanged: number }): boolean => r.changed >= 10 && r.changed > r.unchanged;

/** Takes back what was imported for these series: they serve sample data again until they are imported anew. */
function forget(ids: readonly string[], database: string, io: DataIo): void {
  if (ids.length === 0) throw new Mistyped(`forget: name at least one series, for example: ${RUN} forget DGS2`);
  const series = ids.map((id) => curatedOr(id).id);
  if (!existsSync(database)) throw new Mistyped("forget: nothing is imported yet.");
  const store = openStore({ path: database });
  try {
    for (const id of series) {
      const gone = store.observations.forget(id);
      io.out(gone === 0 ? `${id}: nothing was imported.` : `${id}: ${gone} rows forgotten. It serves sample data until it is imported again.`);
    }
  } finally {
    store.close();
  }
}

function importAndTell(files: readonly PublishedFile[], database: string, folder: string, io: DataIo): void {
  refuseDisagreement(files);
  refuseImpossibleDays(files, isoOf(io.now()));
  const store = openStore({ path: database });
  try {
    for (const { bytes } of files) store.archive.put(bytes);
    const { series: results, records } = importFiles(store, files, isoOf(io.now()));
    for (const { name, title, rows, records: shaped } of files) {
      const days = [...rows, ...shaped].map((r) => r.date).sort();
      io.out(`${name}: ${title}, ${counted(new Set(days).size, "date")}, ${days[0]} to ${days[days.length - 1]}.`);
    }
    for (const r of results) io.out(`  ${r.series.padEnd(12)} ${r.added} new, ${r.changed} changed, ${r.unchanged} unchanged`);
    if (files.some((f) => f.records.length > 0))
      io.out(`  ${"rows".padEnd(12)} ${records.added} new, ${records.changed} changed, ${records.unchanged} unchanged`);
    for (const r of results.filter(looksLikeAnotherSeries))
      io.out(
        `Is this the right file? Most values of ${r.series} that were known have changed. To take them back: ${RUN} forget ${r.series}, then import the right files.`,
      );
    if (results.every((r) => r.added + r.changed === 0) && records.added + records.changed === 0) io.out("Nothing has changed: all of it was known already.");
    const fresh = results.filter((r) => r.newlyReal).map((r) => r.series);
    if (fresh.length > 0) io.out(`Real from now on, without any sample row: ${fresh.join(", ")}.`);
    const rows = files.flatMap((f) => f.rows);
    io.out(nextStep(rows, folder));
  } finally {
    store.close();
  }
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((r) => r[i]?.length ?? 0)));
  return [heads, ...rows].map((r) =>
    r
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function status(database: string, io: DataIo): void {
  const nothing = `Nothing is imported yet: every answer rests on sample data. Next, type: ${RUN} import treasury FILE`;
  if (!existsSync(database)) return io.out(nothing);
  const store = openStore({ path: database });
  try {
    const imported = store.observations.imported();
    if (imported.length === 0) return io.out(nothing);
    const series = imported.map((s) => [s.series, String(s.observations), s.first, s.last, s.sources.join(", ")]);
    tableOf(["series", "values", "first", "last", "source"], series).forEach((line) => io.out(line));
    io.out("");
    const files = store.observations.files().map((f) => [f.seen, f.publisher, String(f.rows), f.file]);
    tableOf(["imported", "publisher", "rows", "file"], files).forEach((line) => io.out(line));
  } finally {
    store.close();
  }
}

function run(argv: readonly string[], io: DataIo): void {
  const { values, positionals } = typed(argv);
  const [command, ...words] = positionals;
  if (values.help || command === "help") return io.out(HELP);
  const folder = values.data ?? DEFAULT_DATA;
  const database = path.join(dataFolder(values.data, io), "service.db");
  if (command === "import") return importAndTell(filesOf(words, io.cwd), database, folder, io);
  if (command === "forget") return forget(words, database, io);
  if (command === "status") {
    if (words.length > 0) throw new Mistyped(`status takes no further word, got ${shown(words[0])}.`);
    return status(database, io);
  }
  if (command === undefined) throw new Mistyped(`Say what to do.\n\n${HELP}`);
  throw new Mistyped(
    `${shown(command)} is not a command; did you mean ${nearest(command, ["import", "status", "forget", "help"], 1).join("")}? Type: ${RUN} help`,
  );
}

function typed(argv: readonly string[]): { values: { data?: string | undefined; help?: boolean | undefined }; positionals: string[] } {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: { data: { type: "string" }, help: { type: "boolean", short: "h" } } });
  } catch (e) {
    throw new Mistyped(`${e instanceof Error ? e.message : String(e)}. Type: ${RUN} help`);
  }
}

/**
 * `npm run data`: reads published files into the service's database and says what it holds.
 *
 * Every file is read before any is imported, and all are imported in one transaction.
 *
 * @returns the exit status: 0 done, 1 a file is refused or the database fails (nothing was imported), 2 the command cannot be carried out as typed.
 */
export async function data(argv: string[], io: DataIo): Promise<number> {
  try {
    run(argv, io);
    return 0;
  } catch (e) {
    if (e instanceof Mistyped) io.err(e.message);
    else if (e instanceof RefusedFile) io.err(`Refused, nothing was imported. ${e.sentence}`);
    else io.err(`It failed, and this command imported nothing: ${e instanceof Error ? e.message : String(e)}`);
    return e instanceof Mistyped ? 2 : 1;
  }
}
