import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { rebuild, removeDocuments } from "../../src/service/ingest/rebuild";
import { publisherOf } from "../../src/service/publishers/all";
import { parseByFeed } from "../../src/service/ingest/ingest-document";
import { readSeries } from "../../src/service/publishers/own/series";
import { openStore, type Store } from "../../src/service/store/store";

/** A small document: a publisher's curve or a user's own file, with few days and few values, so that documents often agree. */
const day = fc.constantFrom("2024-06-17", "2024-06-18", "2024-06-20");
const value = fc.constantFrom("4.22", "4.25", "4.28", "");
const document = fc.record({
  publisher: fc.constantFrom("treasury", "user", "prices"),
  rows: fc.uniqueArray(fc.tuple(day, value), { minLength: 1, maxLength: 3, selector: ([date]) => date }),
});
type Document = typeof document extends fc.Arbitrary<infer T> ? T : never;

function textOf({ publisher, rows }: Document): string {
  const us = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
  if (publisher === "treasury") return `Date,"10 Yr"\n${rows.map(([date, v]) => `${us(date)},${v}\n`).join("")}`;
  if (publisher === "prices") return `symbol,date,close\n${rows.map(([date, v]) => `AAPL,${date},${v || "4.30"}\n`).join("")}`;
  return `date,value\n${rows.map(([date, v]) => `${date},${v}\n`).join("")}`;
}

function take(store: Store, one: Document, name: string): void {
  const bytes = Buffer.from(textOf(one));
  const sha256 = store.archive.put(bytes);
  const feeds = publisherOf(one.publisher)?.feeds;
  const read = feeds ? parseByFeed(feeds, { name, bytes, seen: "2024-06-21" }) : { rows: readSeries("DGS10", bytes.toString()) };
  store.insertBatch({ publisher: one.publisher, file: name, sha256, ...read }, "2024-06-21");
}

const served = (store: Store): unknown => [
  store.observations.between("DGS10", "2024-01-01", "2024-12-31"),
  store.records.between("price", "AAPL", "2024-01-01", "2024-12-31", "2024-12-31"),
];

test("forgetting any file serves the same values as importing only the others", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "service-forget-any-"));
  let runs = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(document, { minLength: 2, maxLength: 6 }), fc.nat(), async (documents, n) => {
        const [store, without] = [openStore({ path: ":memory:" }), openStore({ path: path.join(folder, `${runs++}`, "service.db") })];
        try {
          const wrong = documents[n % documents.length]!;
          const text = textOf(wrong);
          const isWrong = (one: Document): boolean => one.publisher === wrong.publisher && textOf(one) === text;
          documents.forEach((one, i) => take(store, one, `${i}.csv`));
          documents.filter((one) => !isWrong(one)).forEach((one, i) => take(without, one, `${i}.csv`));
          const all = documents.flatMap((one, i) => (isWrong(one) ? [`${i}.csv`] : []));
          const files = store.imports.files().filter((f) => all.includes(f.file));
          await removeDocuments(store, files, "2024-06-22");
          expect(served(store)).toEqual(served(without));
          rebuild(store, ["treasury", "user", "prices"]);
          expect(served(store)).toEqual(served(without));
        } finally {
          store.close();
          without.close();
        }
      }),
      { numRuns: 60, seed: 7 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
