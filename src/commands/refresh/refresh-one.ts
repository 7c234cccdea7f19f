import { readFileSync } from "node:fs";
import path from "node:path";
import { asOfText, type AsOf } from "../../contract/as-of";
import { replaying, type Asking } from "../../hosts/refresh/asking";
import type { EarlierRefresh } from "../../hosts/refresh/earlier";
import { refreshBook, type Refreshed } from "../../hosts/refresh/refresh-book";
import { valuesCopy } from "../../sources/values-copy";
import type { Lock } from "../../proof/lock";
import { otherBookWords } from "../../proof/other-book";
import { AS_OF_SETTING } from "../../core/as-of-setting";
import { lockOf } from "../../proof/lock-of";
import { sha256Of } from "../../service/store/archive";
import { VERSION } from "../../service/store/version";
import type { Book } from "../../workbook/book";
import { hasServiceCall } from "../../workbook/service-calls";
import { withoutSignatures } from "../../workbook/xlsx/change-marks";
import { FileRefusal } from "../../workbook/xlsx/file-refusal";
import { pack } from "../../workbook/xlsx/pack";
import { recalcOnOpen } from "../../workbook/xlsx/recalc-on-open";
import { repairCalls } from "../../workbook/xlsx/repair-calls";
import { unpack } from "../../workbook/xlsx/unpack";
import type { Source } from "../answering-service";
import { fileFault } from "../file-fault";
import { UsageError, type Io } from "../io";
import { serviceClient } from "../service-client";
import { terminalWords } from "../terminal-words";
import { bookFault } from "./book-fault";
import type { BookReport } from "./book-report";
import { bookTrouble } from "./book-trouble";
import { formulasOf } from "./cells-now";
import type { Choices } from "./choices";
import { holdBook } from "./hold-book";
import { secondEngine } from "./ironcalc-thread";
import { bookTime, serialOfTime } from "./local-time";
import { locksOf, writeLock } from "./lock-file";
import { ownAsOf } from "./own-as-of";
import { createProgress } from "./progress";
import { sampleFormulas, sampleOverPublished, unwantedIn } from "./unwanted";
import { besideBook, writeBook } from "./write-book";

/**
 * Refreshes one book.
 *
 * @param book its full name, links resolved
 * @param name what messages call it
 */
export async function refreshOne(book: string, name: string, source: Source | undefined, choices: Choices, io: Io): Promise<BookReport> {
  const progress = createProgress(name, io);
  let release: (() => void) | undefined;
  let requests = 0;
  const refused = (why: string, result?: Refreshed): BookReport => ({ name, status: "refused", why, requests, ...(result ? { result } : {}) });
  try {
    const out = choices.out ?? (choices.valuesOnly ? besideBook(book, "values") : undefined);
    const why = bookTrouble(book, out, !choices.dryRun);
    if (why !== undefined) return refused(why);
    const held = choices.dryRun ? undefined : holdBook(out ?? book);
    if (typeof held === "number") return refused(`Process ${held} is refreshing it. Wait until that has ended, and refresh it again.`);
    release = held;
    progress.step("reading");
    const before = readFileSync(book);
    const localTime = choices.replay ? choices.replay.refresh.local_time : bookTime(choices.asOf, io.now());
    let asOf: AsOf | undefined;
    let savedAsOf: string | undefined;
    const asking = (opened: Book): Asking => {
      if (!choices.breakSignature) refuseSigned(opened);
      const { settings } = opened;
      savedAsOf = settings[AS_OF_SETTING]?.trim();
      if (choices.replay) return replaying(choices.replay);
      if (!source) throw new Error("Nothing answers the calls.");
      if (choices.asOf === undefined) asOf = ownAsOf(settings, io.now);
      return clientOf(asOf ? { ...source, asOf } : source, choices, io, () => void requests++);
    };
    const repair = choices.repair ? repairCalls(before) : undefined;
    const result = await refreshBook(repair?.file ?? before, {
      asking: (opened) => progress.counting(asking(opened)),
      words: terminalWords,
      keepUnanswered: choices.keepGoing,
      earlier: earlierRefreshes(before, book, choices.replay),
      secondEngine,
      moment: serialOfTime(localTime),
      ...(choices.only ? { only: choices.only } : {}),
    });
    progress.clear();
    if (choices.replay && result.failures.length > 0) {
      const ofAnother = otherBookWords(choices.replay, formulasOf(result.book));
      if (ofAnother !== undefined) return refused(`${ofAnother.replace("with --lock,", "after --replay,")} Nothing was written.`);
    }
    if (choices.only && result.serviceCells === 0) io.err(`${name}: There is no SERVICE cell in ${choices.only.join(", ")}.`);
    const said = result.failures.map(terminalWords).join(" ");
    if (result.failures.length > 0 && !choices.keepGoing) return refused(`${said} Nothing was written. --keep-going writes what was answered.`, result);
    const unwanted = unwantedIn(result, choices.failOn);
    if (unwanted.length > 0) return refused(`${unwanted.join(" ")} Nothing was written.`, result);
    const sample = choices.allowSample ? undefined : sampleTrouble(result, out === undefined ? [book] : [book, out]);
    if (sample !== undefined) return refused(`${sample} Nothing was written.`, result);
    const asOfUsed = choices.replay ? choices.replay.service.as_of : (choices.asOf ?? (asOf && asOfText(asOf)));
    const copy = choices.valuesOnly ? valuesCopy({ ...result, asOf: asOfUsed }, io.now()) : undefined;
    const made = withoutBrokenSignature(copy?.file ?? result.file, before, result.book);
    // A book without calls stays as it is.
    const written = choices.recalcOnOpen && result.serviceCells > 0 ? recalcOnOpen(made) : made;
    const lock = choices.lock || choices.json ? lockIfAnswered(result, before, written, localTime, asOfUsed) : undefined;
    progress.step("writing");
    const meanwhile = writeBook(book, before, written, { ...choices, out });
    if (meanwhile !== undefined) return refused(meanwhile, result);
    const locked = choices.lock && !choices.dryRun && result.serviceCells > 0 ? lockTrouble(out ?? book, lock) : undefined;
    const trouble = [said, locked].filter((text) => text).join(" ");
    return {
      name,
      status: trouble === "" ? "refreshed" : "incomplete",
      result,
      requests,
      ...(trouble === "" ? {} : { why: trouble }),
      ...(savedAsOf ? { savedAsOf } : {}),
      ...(lock ? { lock } : {}),
      ...(choices.watch ? { stored: sha256Of(choices.dryRun || out !== undefined ? before : written) } : {}),
      ...(repair ? { repaired: repair.repaired } : {}),
      ...(copy && out !== undefined ? { copy: { ...copy, name: path.relative(io.cwd, out) || out } } : {}),
    };
  } catch (e) {
    return refused(bookFault(e));
  } finally {
    progress.clear();
    release?.();
  }
}

/** Refuses a signed book with calls before anything is asked: Excel would call its signature invalid. */
function refuseSigned({ marks, sheets, names }: Book): void {
  const calls = ({ formula }: { readonly formula?: string }): boolean => formula !== undefined && hasServiceCall(formula);
  if (!marks?.signed || !(names.some(calls) || sheets.some(({ cells }) => cells.some(calls)))) return;
  throw new FileRefusal(
    "It has a digital signature, which new values would make invalid. Refresh an unsigned copy, or add --break-signature, which removes the signature.",
  );
}

/** A written file without the signature that its new values made invalid. */
const withoutBrokenSignature = (written: Uint8Array, before: Uint8Array, { marks }: Book): Uint8Array =>
  marks?.signed && written !== before ? pack(withoutSignatures(unpack(written))) : written;

/** A client of the service for one book. */
function clientOf(source: Source, { lock, json }: Choices, io: Io, onRequest: () => void): Asking {
  const post: Source["post"] = (body, signal) => {
    onRequest();
    return source.post(body, signal);
  };
  return serviceClient({ ...source, post }, io, { trace: lock || json });
}

/** The locks that may describe a book: the one beside it, and the one that answers. A lock that cannot be read says nothing. */
function earlierRefreshes(file: Uint8Array, book: string, replay: Lock | undefined): readonly EarlierRefresh[] {
  const sha256 = sha256Of(file);
  return [...readableLocks(book), ...(replay ? [replay] : [])].map((lock) => ({ lock, wroteIt: lock.book.after === sha256 }));
}

function readableLocks(book: string): readonly Lock[] {
  try {
    return locksOf([book]);
  } catch (e) {
    if (!(e instanceof UsageError)) throw e;
    return [];
  }
}

/** Why sample data of a refresh must not be written, by the locks beside these books. */
function sampleTrouble(result: Refreshed, books: readonly string[]): string | undefined {
  if (sampleFormulas(result).length === 0) return undefined;
  try {
    return sampleOverPublished(result, locksOf(books));
  } catch (e) {
    if (!(e instanceof UsageError)) throw e;
    return `Its lock cannot be read, so sample data may replace published data. Put the lock back, or add --allow-sample. (${e.message})`;
  }
}

/** The lock of a refreshed book; undefined if the service answered nothing. */
function lockIfAnswered(result: Refreshed, before: Uint8Array, after: Uint8Array, localTime: string, asOf: string | undefined): Lock | undefined {
  if (result.answers.size === 0) return undefined;
  return lockOf({
    ...result,
    names: result.book.names,
    before: sha256Of(before),
    after: sha256Of(after),
    version: VERSION,
    localTime,
    asOf,
  });
}

/** Writes the lock beside the written book. Returns why it could not, in a sentence. */
function lockTrouble(written: string, lock: Lock | undefined): string | undefined {
  if (!lock) return "It has no lock, because the service answered no call of it.";
  try {
    writeLock(written, lock);
    return undefined;
  } catch (e) {
    const fault = fileFault(e);
    if (fault === undefined) throw e;
    return `The book was written, but not its lock: ${fault}.`;
  }
}
