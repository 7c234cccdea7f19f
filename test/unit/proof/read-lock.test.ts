import { LOCK_FORMAT } from "../../../src/proof/lock-format";
import { readLock } from "../../../src/proof/read-lock";

const SHA = "a".repeat(64);
const LOCK = {
  format: LOCK_FORMAT,
  book: { before: SHA, after: SHA },
  service: { moment: "2026-11-20T12:00:00Z", import_position: 1, version: "1" },
  refresh: { version: "1", local_time: "2026-11-20T13:00:00" },
  documents: { [SHA]: { publisher: "user", file: "own.csv", position: 1, received: "2026-11-20T12:00:00Z" } },
  questions: { 'SERVICE.FRED("DGS10")': { value: 4.2, rows: [{ document: SHA, dataset: "observation", entity: "DGS10", date: "2026-11-18" }] } },
  cells: { "S!A1": { formula: '=SERVICE.FRED("DGS10")', questions: ['SERVICE.FRED("DGS10")'], shows: [[4.2, { error: "#N/A" }, null]] } },
};
const read = (lock: object): unknown => readLock(JSON.stringify(lock));
const deep = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}1${"]".repeat(levels)}`);

it("a lock is read as it was written", () => {
  expect(read(LOCK)).toEqual(LOCK);
  for (const where of ["'My Sheet'!B2", "'It''s'!A1", "'Q1'!XFD1048576", "Übersicht!A1"]) {
    const lock = { ...LOCK, cells: { [where]: LOCK.cells["S!A1"] } };
    expect(read(lock)).toEqual(lock);
  }
});

const DAMAGED = "is damaged. Take the file from a backup, or refresh the book with --lock again.";
it.each([
  ["another file", [] as object, 'It is no lock of a book: expected a file that "refresh --lock" wrote.'],
  [
    "a later format",
    { ...LOCK, format: "service-book-lock 9" },
    'It has the format "service-book-lock 9", and this version reads "service-book-lock 1". Use the version that wrote it.',
  ],
  ["a path as the SHA-256 of a document", { ...LOCK, documents: { "../../key": LOCK.documents[SHA] } }, `Its entry ../../key in "documents" ${DAMAGED}`],
  ["a value without a reason", { ...LOCK, questions: { q: { value: null } }, cells: {} }, `Its entry q in "questions" ${DAMAGED}`],
  ["a number that is none", { ...LOCK, questions: { q: { value: [1] } }, cells: {} }, `Its entry q in "questions" ${DAMAGED}`],
  ["a publication without a moment", { ...LOCK, questions: { q: { value: 1, public: 5 } }, cells: {} }, `Its entry q in "questions" ${DAMAGED}`],
  ["a cell of deep lists", { ...LOCK, cells: { "S!A1": { formula: "=1", shows: deep(100) } } }, `Its entry S!A1 in "cells" ${DAMAGED}`],
  ["a cell that asks what has no answer", { ...LOCK, questions: {} }, 'Its cell S!A1 asks SERVICE.FRED("DGS10"), which is not in "questions".'],
  ["a name without a formula", { ...LOCK, names: [{ name: "Rates" }] }, 'Its member "names" is damaged.'],
  ...["__proto__", "Sheet1!ZZZZ0", "Sheet1!A0", "Sheet1!XFE1", "A1", "S!A1:B2", "S!$A$1", "My Sheet!A1"].map(
    (where) =>
      [`a cell ${where}`, JSON.parse(JSON.stringify(LOCK).replaceAll("S!A1", where)) as object, `Its entry ${where} in "cells" ${DAMAGED}`] as [
        string,
        object,
        string,
      ],
  ),
  ["a moment that is none", { ...LOCK, service: { ...LOCK.service, moment: "yesterday" } }, 'Its member "service" is damaged.'],
])("a file that is no lock is refused in a sentence: %s", (_, lock, sentence) => {
  expect(() => read(lock)).toThrow(sentence);
});

it("names such as __proto__ are names like others", () => {
  const text = JSON.stringify(LOCK).replaceAll("S!A1", "__proto__!A1");
  expect(Object.keys(readLock(text).cells)).toEqual(["__proto__!A1"]);
});

it("a member that is nested deeper than the stack is refused in a sentence", () => {
  const text = JSON.stringify(LOCK).replace('{"error":"#N/A"}', `{"error":"#N/A","more":${"[".repeat(20_000)}${"]".repeat(20_000)}}`);
  expect(() => readLock(text)).toThrow("It is nested too deep for a lock. Take the file from a backup, or refresh the book with --lock again.");
});
