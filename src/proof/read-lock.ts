import { isRecord, isNestedTooDeep, parsedJson } from "../contract/json";
import type { Lock, LockCell, LockQuestion } from "./lock";
import { isIsoMoment } from "../contract/dates";
import { addressOf } from "../workbook/cell-address";
import { readBlock } from "../workbook/cell-reference";
import { LOCK_FORMAT } from "./lock-format";

/** A text that is no lock. The message is a sentence, without the name of the file. */
export class LockFault extends Error {}

const isText = (x: unknown): x is string => typeof x === "string" && x !== "";
const isLocalTime = (x: unknown): boolean => isText(x) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(x);
const isSha256 = (x: unknown): x is string => isText(x) && /^[0-9a-f]{64}$/.test(x);

const isValue = (x: unknown): boolean => x === null || typeof x === "boolean" || typeof x === "string" || (typeof x === "number" && Number.isFinite(x));
const isCellValue = (x: unknown): boolean => isValue(x) || (isRecord(x) && isText(x.error));
const isShown = (x: unknown): boolean => isCellValue(x) || (Array.isArray(x) && x.every((row) => Array.isArray(row) && row.every(isCellValue)));
const isTexts = (x: unknown): boolean => x === undefined || (Array.isArray(x) && x.every(isText));

const isQuestion = (x: unknown): x is LockQuestion =>
  isRecord(x) &&
  isValue(x.value) &&
  (x.value !== null || (isText(x.code) && isText(x.reason))) &&
  isTexts(x.caveats) &&
  (x.public === undefined || (isRecord(x.public) && isText(x.public.at) && isText(x.public.basis))) &&
  (x.components === undefined || (Array.isArray(x.components) && x.components.every((one) => isRecord(one) && isText(one.name)))) &&
  (x.rows === undefined ||
    (Array.isArray(x.rows) &&
      x.rows.every((row) => isRecord(row) && isSha256(row.document) && isText(row.dataset) && typeof row.entity === "string" && isText(row.date))));
const isName = (x: unknown): boolean => isRecord(x) && isText(x.name) && isText(x.formula) && (x.sheet === undefined || isText(x.sheet));
/** `Sheet1!B2`, as a refresh writes it. */
function isAddress(text: string): boolean {
  const at = readBlock(text);
  return at?.sheet !== undefined && addressOf({ ...at, sheet: at.sheet }) === text;
}
const isCell = (x: unknown, where: string): x is LockCell =>
  isAddress(where) &&
  isRecord(x) &&
  isText(x.formula) &&
  x.shows !== undefined &&
  isShown(x.shows) &&
  isTexts(x.questions) &&
  [x.kept, x.differs].every((one) => one === undefined || isText(one));
/** A document is found in an archive by its SHA-256, so nothing else may be its name. */
const isDocument = (x: unknown, name: string): boolean =>
  isSha256(name) &&
  isRecord(x) &&
  isText(x.publisher) &&
  isText(x.file) &&
  typeof x.position === "number" &&
  isText(x.received) &&
  (x.rules === undefined || typeof x.rules === "number");

/** Checks that a member is an object whose members all are of one kind. */
function check(lock: Record<string, unknown>, member: string, is: (x: unknown, name: string) => boolean): void {
  const of = lock[member];
  if (!isRecord(of)) throw new LockFault(`It has no member "${member}". Refresh the book with --lock again.`);
  const wrong = Object.keys(of).find((name) => !is(of[name], name));
  if (wrong !== undefined)
    throw new LockFault(`Its entry ${wrong} in "${member}" is damaged. Take the file from a backup, or refresh the book with --lock again.`);
}

/**
 * Reads a lock.
 *
 * @throws LockFault with a sentence for anything else
 */
export function readLock(text: string): Lock {
  const lock = parsedJson(text);
  if (lock === undefined) throw new LockFault("It is no JSON, or is cut off. Take the file from a backup, or refresh the book with --lock again.");
  if (!isRecord(lock) || typeof lock.format !== "string" || !lock.format.startsWith("service-book-lock "))
    throw new LockFault('It is no lock of a book: expected a file that "refresh --lock" wrote.');
  if (lock.format !== LOCK_FORMAT)
    throw new LockFault(`It has the format "${lock.format}", and this version reads "${LOCK_FORMAT}". Use the version that wrote it.`);
  const { book, service, refresh } = lock;
  if (!isRecord(book) || !isSha256(book.before) || !isSha256(book.after)) throw new LockFault('Its member "book" is damaged.');
  if (!isRecord(service) || !isText(service.moment) || !isIsoMoment(service.moment) || typeof service.import_position !== "number")
    throw new LockFault('Its member "service" is damaged.');
  if (!isRecord(refresh) || !isText(refresh.version) || !isLocalTime(refresh.local_time)) throw new LockFault('Its member "refresh" is damaged.');
  check(lock, "documents", isDocument);
  check(lock, "questions", isQuestion);
  if (lock.names !== undefined && !(Array.isArray(lock.names) && lock.names.every(isName))) throw new LockFault('Its member "names" is damaged.');
  check(lock, "cells", isCell);
  const { cells, questions } = lock as unknown as Lock;
  for (const [where, { questions: asked = [] }] of Object.entries(cells))
    for (const one of asked) if (!Object.hasOwn(questions, one)) throw new LockFault(`Its cell ${where} asks ${one}, which is not in "questions".`);
  // Members that are not read are compared and written too, which recurses.
  if (isNestedTooDeep(lock)) throw new LockFault("It is nested too deep for a lock. Take the file from a backup, or refresh the book with --lock again.");
  return lock as unknown as Lock;
}
