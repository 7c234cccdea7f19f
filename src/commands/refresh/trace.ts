import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { caveatWords } from "../../contract/caveat-words";
import { counted } from "../../contract/counted";
import { selectedAreas } from "../../hosts/refresh/book-formulas";
import type { Lock, LockQuestion } from "../../proof/lock";
import { otherBookWords } from "../../proof/other-book";
import { valueInWords } from "../../proof/state-words";
import { traceOf, type TracedCell } from "../../proof/trace-of";
import { archivedRows, damageWords, type Archived } from "../../service/ingest/archived-rows";
import { folderArchive, sha256Of } from "../../service/store/archive";
import { documentsBeside } from "../../service/store/open-database";
import { asOfWords } from "../../contract/as-of";
import { publicWords, valueWords, whyWords } from "../../sources/answer-words";
import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { FileRefusal } from "../../workbook/xlsx/file-refusal";
import { readCells } from "../../workbook/xlsx/read/read-cells";
import { type Io, databaseOf, UsageError, dataFolder } from "../io";
import { defineCommand, type parseOptions } from "../options";
import { printable, REFRESH } from "../terminal-words";
import { booksOf } from "./books-of";
import { formulaTexts } from "./cells-now";
import { existingService, refuseMissingData } from "./existing-service";
import { lockFileOf, lockIn } from "./lock-file";
import { bookThread } from "./thread/book-thread";

const HELP = `Leads from a cell to the answers, rows and documents that its value comes from.

  ${REFRESH} trace book.xlsx Sheet1!B7

  --lock FILE       the lock; default: book.lock.json beside the book; without one, the service is asked now
  --documents DIR   the archived documents; default: those in the embedded service's data folder
  --data DIR        the embedded service's folder; default: SERVICE_DATA, else .service
  --url URL         asks another service, if there is no lock; set its key in SERVICE_API_KEY

Exit status: 0 traced, 1 the book cannot be read, 2 wrong command line.`;

type Values = ReturnType<typeof parseOptions<"refresh trace">>["values"];

/** `npm run -s refresh -- trace`: prints where the value of a cell comes from. */
export const trace = defineCommand("refresh trace", HELP, async ({ values, positionals: [named = "", cell, ...rest] }, io) => {
  if (cell === undefined || rest.length > 0) throw new UsageError(`trace: expected a book and one cell, such as: ${REFRESH} trace book.xlsx Sheet1!B7`);
  const [file] = booksOf([named], io);
  refuseMissingData(values, io);
  try {
    const bytes = new Uint8Array(readFileSync(file!));
    const book = readCells(bytes);
    const [area] = selectedAreas(book, [cell], "trace");
    if (!area || area.rows !== 1 || area.columns !== 1) throw new UsageError(`trace: expected one cell, got ${cell}. Name one, such as Sheet1!B7.`);
    const from: CellPlace = { sheet: area.sheet, row: area.row, column: area.column };
    const { lock, note } = await lockFor(file!, bytes, values, io);
    const ofAnother = otherBookWords(lock, formulaTexts(book));
    if (ofAnother !== undefined) throw new UsageError(`trace: ${ofAnother}`);
    const found = traceOf(book, lock, from);
    if (note !== undefined) io.out(note);
    if (found.value === null && found.formula === undefined) {
      io.out(`${addressOf(from)} is empty.`);
      return 0;
    }
    const folder = values.documents === undefined ? documentsBeside(databaseOf(dataFolder(values.data, io))) : path.resolve(io.cwd, values.documents);
    if (values.documents !== undefined && !existsSync(folder)) throw new UsageError(`--documents: there is no folder ${values.documents}.`);
    linesOf(found, lock, existsSync(folder) ? folder : undefined).forEach(io.out);
    return 0;
  } catch (e) {
    if (!(e instanceof FileRefusal)) throw e;
    io.err(`${named}: ${e.message}`);
    return 1;
  }
});

/** The lock of the book; without one, what the service answers now. */
async function lockFor(book: string, bytes: Uint8Array, values: Values, io: Io): Promise<{ readonly lock: Lock; readonly note?: string }> {
  const file = values.lock === undefined ? lockFileOf(book) : path.resolve(io.cwd, values.lock);
  if (values.lock !== undefined || existsSync(file)) {
    const lock = lockIn(file, values.lock ?? path.relative(io.cwd, file));
    const isCurrent = sha256Of(bytes) === lock.book.after;
    return {
      lock,
      ...(isCurrent ? {} : { note: "The book was saved since the refresh that wrote its lock. Type verify instead of trace to see what differs." }),
    };
  }
  const source = await existingService(values, io);
  try {
    return {
      lock: await bookThread.run("lockNow", { file: bytes, now: io.now() }, { post: source.post, now: io.now }),
      note: "The book has no lock, so the service was asked now: its answers may differ from those that the book shows.",
    };
  } finally {
    await source.close();
  }
}

/** The lines of a trace, each cell indented below the one that reads it. */
function linesOf(root: TracedCell, lock: Lock, folder: string | undefined): readonly string[] {
  const lines: string[] = [];
  const documents = new Map<string, Archived>();
  const say = (depth: number, text: string): void => void lines.push(`${"  ".repeat(depth)}${printable(text)}`);

  function archived(sha256: string, entity: string): Archived | undefined {
    if (folder === undefined) return undefined;
    const name = `${sha256} ${entity}`;
    let found = documents.get(name);
    const document = lock.documents[sha256];
    if (!found && document) documents.set(name, (found = archivedRows(folderArchive(folder), { sha256, ...document, seen: document.received }, entity)));
    return found;
  }

  function sayQuestion(depth: number, text: string, question: LockQuestion): void {
    const { observation_date: date, public: published, source, attribution, sample, rows, note, caveats, components } = question;
    const value = question.value === null ? `no value: ${whyWords(question) ?? question.reason ?? ""}` : valueWords(question);
    say(depth, `${text} → ${value}`);
    if (date !== undefined) say(depth + 1, `observation date ${date}`);
    if (published) say(depth + 1, `public ${publicWords(published, source)}`);
    if (question.retrieved !== undefined) say(depth + 1, `retrieved ${asOfWords(question.retrieved)}`);
    if (attribution !== undefined) say(depth + 1, `source: ${attribution}`);
    if (sample) say(depth + 1, "sample data: not published figures");
    if (note !== undefined) say(depth + 1, `note: ${note}`);
    for (const caveat of caveats ?? []) say(depth + 1, `caveat: ${caveatWords(caveat)}`);
    for (const { name, value: part, unit, observation_date: day, absent } of components ?? [])
      say(
        depth + 1,
        `component ${name}: ${part === undefined ? (absent ?? "") : valueWords({ value: part, ...(unit === undefined ? {} : { unit }) })}${day === undefined ? "" : ` of ${day}`}`,
      );
    for (const row of rows ?? []) {
      const document = lock.documents[row.document];
      say(depth + 1, `row ${row.entity} ${row.date}${row.dataset === "observation" ? "" : ` (${row.dataset}${row.key === undefined ? "" : ` ${row.key}`})`}`);
      if (document) say(depth + 2, `in ${document.file}, ${document.publisher}, imported ${asOfWords(document.received)} as no. ${document.position}`);
      say(depth + 2, `SHA-256 ${row.document}`);
      const read = archived(row.document, row.entity);
      if (read) say(depth + 2, inArchive(read, row));
    }
  }

  function sayCell(depth: number, { where, value, formula, locked, reads, more, isTracedBefore }: TracedCell): void {
    if (formula === undefined) return say(depth, `${where} is typed: ${valueInWords(value)}`);
    say(depth, `${where} shows ${valueInWords(value)}${isTracedBefore ? ", traced above" : ""}`);
    if (isTracedBefore) return;
    say(depth + 1, formula);
    if (locked?.kept !== undefined) say(depth + 1, `an older value: ${locked.kept}`);
    for (const text of locked?.questions ?? []) sayQuestion(depth + 1, text, lock.questions[text]!);
    for (const one of reads) sayCell(depth + 1, one);
    if (more > 0) say(depth + 1, `and ${counted(more, "other cell")}`);
  }
  sayCell(0, root);
  return lines;
}

/** What the archive has of a row. */
function inArchive(read: Archived, row: NonNullable<LockQuestion["rows"]>[number]): string {
  if (read.state === "missing") return "not in the archive here";
  if (read.state === "damaged") return `damaged in the archive: ${damageWords(read)}`;
  if (read.state === "unread") return `in the archive; its rows cannot be shown one by one: ${read.why}`;
  const found = read.find(row);
  if (!found) return "in the archive, without this row";
  return `in the archive: ${found.body === undefined ? String(found.value) : JSON.stringify(found.body)}`;
}
