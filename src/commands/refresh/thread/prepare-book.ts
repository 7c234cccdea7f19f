import { type AsOf, asOfText } from "../../../contract/as-of";
import { AS_OF_SETTING } from "../../../core/as-of-setting";
import { type Asking, replaying } from "../../../hosts/refresh/asking";
import { refreshBook, type RefreshedBook } from "../../../hosts/refresh/refresh-book";
import { lockOf } from "../../../proof/lock-of";
import { otherBookWords } from "../../../proof/other-book";
import { sha256Of } from "../../../service/store/archive";
import { VERSION } from "../../../service/store/version";
import { valuesCopy } from "../../../sources/values-copy";
import type { Book } from "../../../workbook/book";
import { hasServiceCall } from "../../../workbook/formulas/service-calls";
import { withoutSignatures } from "../../../workbook/xlsx/file-facts";
import { copyForSheets } from "../../../workbook/xlsx/rewrite/copy-for-sheets";
import { FileRefusal } from "../../../workbook/xlsx/file-refusal";
import { pack, unpack } from "../../../workbook/xlsx/unpack";
import { recalcOnOpen } from "../../../workbook/xlsx/calc-chain";
import { repairCalls } from "../../../workbook/xlsx/rewrite/repair-calls";
import { clientOver } from "../../service-address";
import { terminalWords } from "../../terminal-words";
import type { BookReport } from "../book-report";
import { formulaTexts } from "../cells-now";
import type { Choices } from "../choices";
import { secondEngine } from "../ironcalc-thread";
import { bookTime, serialOfTime } from "../local-time";
import { ownAsOf } from "../../as-of-option";
import { type FoundLock, lockIfAny } from "../lock-file";
import { sampleFormulas, sampleOverPublished, unwantedIn } from "../unwanted";
import { counting, type TaskDesk } from "./task-desk";

/** A book to refresh. */
interface Given {
  readonly before: Uint8Array;
  /** Its full name, and that of the file that is written instead: for the locks beside them. */
  readonly book: string;
  readonly out: string | undefined;
  readonly choices: Omit<Choices, "books" | "out">;
  /** What the service is asked as of, unless the book has a date of its own. */
  readonly asOf: AsOf | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A refreshed book that is not written yet. */
interface Prepared extends Pick<BookReport, "savedAsOf" | "repaired" | "lock"> {
  readonly result: NonNullable<BookReport["result"]>;
  /** Undefined if it is the same as before. */
  readonly written: Uint8Array | undefined;
  readonly sha256: { readonly before: string; readonly after: string };
  /** What the service did not answer, in sentences; empty if it answered all. */
  readonly unanswered: string;
  readonly copy?: Omit<NonNullable<BookReport["copy"]>, "name">;
  readonly forSheets?: Omit<NonNullable<BookReport["forSheets"]>, "name">;
}

/** Why a book is not written, in sentences. */
interface Refused extends Pick<BookReport, "result"> {
  readonly refused: string;
}

/** Refreshes a book, without writing it. */
export async function prepareBook(given: Given, desk: TaskDesk): Promise<Prepared | Refused> {
  const { before, book, out, choices, now } = given;
  const { replay } = choices;
  const localTime = replay ? replay.refresh.local_time : bookTime(choices.asOf, now);
  const days: OwnDays = {};
  const sha256 = sha256Of(before);
  const locks = lockIfAny(book);
  const repair = choices.repair ? repairCalls(before) : undefined;
  const refreshed = await refreshBook(repair?.file ?? before, {
    asking: (opened) => counting(askingOf(opened, given, desk, days), desk),
    words: terminalWords,
    keepUnanswered: choices.keepGoing,
    earlier: [locks?.lock, replay].flatMap((lock) => (lock ? [{ lock, wroteIt: lock.book.after === sha256 }] : [])),
    secondEngine,
    moment: serialOfTime(localTime),
    watch: desk.watch,
    ...(choices.only ? { only: choices.only } : {}),
  });
  const { file, book: opened, ...rest } = refreshed;
  const result = { ...rest, book: opened.marks ? { marks: opened.marks } : {} };
  const unanswered = refreshed.failures.map(terminalWords).join(" ");
  if (replay && unanswered !== "") {
    const ofAnother = otherBookWords(replay, formulaTexts(opened));
    if (ofAnother !== undefined) return { refused: `${ofAnother.replace("with --lock,", "after --replay,")} Nothing was written.` };
  }
  if (unanswered !== "" && !choices.keepGoing) return { refused: `${unanswered} Nothing was written. --keep-going writes what was answered.`, result };
  const unwanted = unwantedIn(refreshed, choices.failOn);
  if (unwanted.length > 0) return { refused: `${unwanted.join(" ")} Nothing was written.`, result };
  const sample = choices.allowSample ? undefined : sampleTrouble(refreshed, [locks, out === undefined ? undefined : lockIfAny(out)]);
  if (sample !== undefined) return { refused: `${sample} Nothing was written.`, result };
  const asOf = replay ? replay.service.as_of : (choices.asOf ?? (days.used && asOfText(days.used)));
  const { file: copied, ...copy } =
    choices.copy === "values" ? valuesCopy({ ...refreshed, asOf }, now) : choices.copy === "sheets" ? copyForSheets(file) : { file };
  const made = withoutBrokenSignature(copied, before, opened);
  // A book without calls stays as it is.
  const written = choices.recalcOnOpen && refreshed.serviceCells > 0 ? recalcOnOpen(made) : made;
  const hashes = { before: sha256, after: written === before ? sha256 : sha256Of(written) };
  return {
    result,
    written: hashes.after === sha256 ? undefined : written,
    sha256: hashes,
    unanswered,
    ...(days.saved ? { savedAsOf: days.saved } : {}),
    // Without answers there is nothing to describe.
    ...((choices.lock || choices.json) && refreshed.answers.size > 0
      ? { lock: lockOf({ ...refreshed, names: opened.names, ...hashes, version: VERSION, localTime, asOf }) }
      : {}),
    ...(repair ? { repaired: repair.repaired } : {}),
    ...("frozen" in copy ? { copy } : {}),
    ...("rewritten" in copy ? { forSheets: copy } : {}),
  };
}

/** The as-of date saved in a book, as text, and the moment that its calls were asked as of for it. */
interface OwnDays {
  saved?: string | undefined;
  used?: AsOf | undefined;
}

/** What answers the calls of an opened book. */
function askingOf(opened: Book, { choices, asOf, now }: Given, { host }: TaskDesk, days: OwnDays): Asking {
  if (!choices.breakSignature) refuseSigned(opened);
  days.saved = opened.settings[AS_OF_SETTING]?.trim();
  if (choices.replay) return replaying(choices.replay);
  if (choices.asOf === undefined) days.used = ownAsOf(opened.settings, () => now);
  return clientOver(host, { asOf: days.used ?? asOf, trace: choices.lock || choices.json });
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

/** Why sample data of a refresh must not be written, by these locks. */
function sampleTrouble(refreshed: RefreshedBook, locks: readonly (FoundLock | undefined)[]): string | undefined {
  if (sampleFormulas(refreshed).length === 0) return undefined;
  const trouble = locks.find((found) => found?.trouble !== undefined)?.trouble;
  if (trouble !== undefined)
    return `Its lock cannot be read, so sample data may replace published data. Put the lock back, or add --allow-sample. (${trouble})`;
  const read = locks.flatMap((found) => found?.lock ?? []);
  return sampleOverPublished(refreshed, read);
}
