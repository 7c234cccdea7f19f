import type { LockCell } from "../../src/proof/lock";

/** A lock of these cells, as a browser's file chooser receives it; one of its two answers is sample data. */
export const lockFile = (cells: Readonly<Record<string, LockCell>>, name = "book.lock.json") => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(
    JSON.stringify({
      format: "service-book-lock 1",
      book: { before: "a".repeat(64), after: "b".repeat(64) },
      service: { moment: "2024-06-27T12:00:00Z", import_position: 12, version: "0.1.0" },
      refresh: { version: "0.1.0", local_time: "2024-06-27T14:00:00" },
      documents: {},
      questions: { a: { value: 4.1 }, b: { value: 4.1, sample: true } },
      cells,
    }),
  ),
});
