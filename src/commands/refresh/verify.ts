import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { counted } from "../../contract/counted";
import { readAsOf } from "../../contract/as-of";
import { append } from "../../contract/lists";
import { failureIn, type Answer, type Outcome } from "../../core/outcome";
import { compareAnswers, type AnswerDifference } from "../../proof/compare-answers";
import type { Lock } from "../../proof/lock";
import { valueInWords } from "../../proof/state-words";
import { archivedRows, damageWords, type Archived } from "../../service/ingest/archived-rows";
import { folderArchive, sha256Of } from "../../service/store/archive";
import { UsageError, type Io } from "../io";
import { defineCommand } from "../options";
import { printable, REFRESH, terminalWords } from "../terminal-words";
import { serviceClient } from "../service-address";
import { askCalls } from "./ask-questions";
import { bookFault } from "./book-report";
import { booksOf } from "./books-of";
import { existingService, refuseMissingData } from "./existing-service";
import { lockFileOf, lockIn } from "./lock-file";
import type { Machine } from "./machine";
import { bookThread } from "./thread/book-thread";

const HELP = `Checks workbooks against their locks: every stored value, and with a service or its documents every answer.

  ${REFRESH} verify book.xlsx [more.xlsx | folder] …

  --lock FILE       the lock; default: book.lock.json beside the book (one book)
  --data DIR        also asks the embedded service what it knew at the lock's moment
  --url URL         also asks another service; set its key in SERVICE_API_KEY
  --documents DIR   also reads the archived documents again: DIR is the folder "documents" in the service's data folder

Without --data and --url nothing is asked: the lock alone is enough.
Exit status: 0 no difference, 1 a difference or a book that cannot be checked, 2 wrong command line.`;

/** Sentences about one book. */
interface Verified {
  /** What differs. Empty if the book is as its lock says. */
  readonly differences: readonly string[];
  /** What a reader should know, and is no difference. */
  readonly notes: readonly string[];
  /** What was compared. */
  readonly compared: string;
}

/** `npm run -s refresh -- verify`: compares books with their locks. */
export const verify = defineCommand("refresh verify", HELP, async ({ values, positionals }, io, machine: Pick<Machine, "after">) => {
  const books = booksOf(positionals, io);
  if (values.lock !== undefined && books.length !== 1) throw new UsageError(`--lock: expected one book, got ${books.length}. Check them one by one.`);
  if (values.url === undefined) refuseMissingData(values, io);
  const documents = values.documents === undefined ? undefined : path.resolve(io.cwd, values.documents);
  if (documents !== undefined && !existsSync(documents)) throw new UsageError(`--documents: there is no folder ${values.documents}.`);
  let wrong = 0;
  for (const book of books) {
    const name = path.relative(io.cwd, book) || book;
    const lockFile = values.lock === undefined ? lockFileOf(book) : path.resolve(io.cwd, values.lock);
    const found = await verifiedBy(lockFile, books.length > 1, io, (lock) => verifyOne(realpathSync(book), lock, values, documents, io, machine));
    if (typeof found === "string") {
      wrong++;
      io.err(`${name}: ${found}`);
      continue;
    }
    for (const sentence of found.differences) io.err(`${name}: ${printable(sentence)}`);
    for (const sentence of found.notes) io.out(`${name}: ${printable(sentence)}`);
    if (found.differences.length > 0) wrong++;
    const result = found.differences.length === 0 ? "no difference" : counted(found.differences.length, "difference");
    io.out(`${name}: ${result}. Compared: ${found.compared}.`);
  }
  return wrong > 0 ? 1 : 0;
});

/** Checks a book with its lock. A missing lock of one of several books does not stop the others. */
async function verifiedBy(file: string, isOneOfSeveral: boolean, { cwd }: Io, check: (lock: Lock) => Promise<Verified | string>): Promise<Verified | string> {
  try {
    return await check(lockIn(file, path.relative(cwd, file) || file));
  } catch (e) {
    if (isOneOfSeveral && e instanceof UsageError) return e.message;
    throw e;
  }
}

type Values = { readonly data?: string; readonly url?: string };

/** Compares one book with its lock. Returns why it cannot be read, in a sentence. */
async function verifyOne(
  book: string,
  lock: Lock,
  values: Values,
  documents: string | undefined,
  io: Io,
  { after }: Pick<Machine, "after">,
): Promise<Verified | string> {
  try {
    const file = new Uint8Array(readFileSync(book));
    const differences: string[] = [];
    const notes: string[] = [];
    const compared = [counted(Object.keys(lock.cells).length, "cell")];
    const { differences: found, isOfAnother } = await bookThread.run("compareWithLock", { file, lock }, { now: io.now, after });
    if (isOfAnother) return { differences: found, notes: [], compared: counted(Object.keys(lock.cells).length, "formula") };
    append(differences, found);
    if (sha256Of(file) === lock.book.after) notes.push("The file is byte for byte the one that the refresh wrote.");
    else notes.push("The file was saved since the refresh that wrote the lock.");
    const count = counted(Object.keys(lock.questions).length, "answer");
    if (values.data !== undefined || values.url !== undefined) {
      const asked = await answersNow(lock, values, io);
      const unanswered = asked.failure;
      if (unanswered !== undefined) differences.push(`The service did not answer: ${unanswered}`);
      for (const one of compareAnswers(lock, (question) => asked.answers.get(question)))
        (one.later.length > 0 ? notes : differences).push(answerInWords(one, lock));
      compared.push(`${count} with the service as of ${lock.service.moment}`);
    } else compared.push(`${count} with the cells`);
    if (documents !== undefined) {
      const { wrong, unread } = documentsInWords(lock, documents);
      append(differences, wrong);
      append(notes, unread);
      compared.push(counted(Object.keys(lock.documents).length, "document"));
    }
    return { differences, notes, compared: compared.join(", ") };
  } catch (e) {
    return bookFault(e);
  }
}

/** The service's answers to the questions of a lock, as of its moment; and why one is missing, in a sentence. */
async function answersNow(lock: Lock, values: Values, io: Io) {
  const moment = readAsOf(lock.service.moment, "the lock's moment");
  if (!moment.ok) throw new UsageError(moment.message);
  const source = await existingService({ ...values, "as-of": lock.service.moment }, io);
  try {
    const outcomes = await askCalls(Object.keys(lock.questions), serviceClient(source, io, { trace: true }));
    const failed = [...outcomes.values()].map(failureOf).find((why) => why !== undefined);
    const answers = new Map([...outcomes].flatMap(([question, outcome]) => (outcome.kind === "answer" ? [[question, outcome.answer] as const] : [])));
    return { answers, failure: failed };
  } finally {
    await source.close();
  }
}

const failureOf = (outcome: Outcome): string | undefined => {
  const failure = failureIn(outcome);
  return failure && terminalWords(failure);
};

const shownOf = ({ value, code }: { readonly value: Answer["value"]; readonly code?: string }, date: string | undefined): string =>
  `${value === null ? `no value (${code ?? ""})` : valueInWords(value)}${date === undefined ? "" : ` of ${date}`}`;

function answerInWords({ question, locked, now, later }: AnswerDifference, { service }: Lock): string {
  const both = `${question}: the lock has ${shownOf(locked, locked.observation_date)}, and the service as of ${service.moment} has ${shownOf(now, now.observationDate)}`;
  const [first] = later;
  return first
    ? `${both}. It knows that since it imported ${first.file} (no. ${first.position}, ${first.received}), after the lock (no. ${service.import_position}).`
    : `${both}.`;
}

/** What the archive says about the documents of a lock: what differs, and what could not be read row by row. */
function documentsInWords(lock: Lock, folder: string): { readonly wrong: readonly string[]; readonly unread: readonly string[] } {
  const archive = folderArchive(folder);
  const wrong: string[] = [];
  const unread: string[] = [];
  for (const [sha256, document] of Object.entries(lock.documents)) {
    const called = `${document.file} (${document.publisher}, no. ${document.position}, SHA-256 ${sha256})`;
    const rows = rowsOf(lock, sha256);
    const read: Archived = archivedRows(archive, { sha256, ...document, seen: document.received }, rows[0]?.entity);
    if (read.state === "missing") wrong.push(`${called} is not in ${folder}.`);
    else if (read.state === "damaged") wrong.push(`${called} is damaged in ${folder}: ${damageWords(read)}.`);
    else if (read.state === "unread") unread.push(`${called} is in the archive, and its rows were not compared: ${read.why}.`);
    else for (const row of rows) if (!read.find(row)) wrong.push(`${called} has no row ${row.entity} ${row.date}.`);
  }
  return { wrong, unread };
}

/** The rows of one document, each once. */
function rowsOf({ questions }: Lock, sha256: string) {
  const rows = Object.values(questions).flatMap((question) => (question.rows ?? []).filter(({ document }) => document === sha256));
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}
