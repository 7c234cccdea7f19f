import fc from "fast-check";
import Database from "libsql";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { importFetched } from "../../src/service/ingest/import-fetched";
import { ingest, whenReceived } from "../../src/service/ingest/ingest-document";
import { completeImports, recover, removeDocuments, storedLog, unfitWords } from "../../src/service/ingest/rebuild";
import { publisherOf } from "../../src/service/publishers/all";
import { RefusedFile } from "../../src/service/publishers/reading/text";
import { ownSeries } from "../../src/service/publishers/own/series";
import type { PartState } from "../../src/service/ledger/feeds";
import { isoMoment } from "../../src/service/store/freshness";
import { documentsBeside } from "../../src/service/store/open-database";
import { openStore, type Store } from "../../src/service/store/store";
import { copyDatabase } from "../files";
import { CASES, valueCases } from "../value-cases/run-case";

/* Rows are computed from the log: a database that followed every entry has the rows of one that is made from the log and the documents. */

const NOW = Date.parse("2026-11-26T12:00:00Z");
const START = Date.parse("2024-06-24T09:00:00Z");
const day = fc.constantFrom("2024-06-17", "2024-06-18", "2024-06-20");
const value = fc.constantFrom("4.22", "4.25", "4.28", "");
const rows = fc.uniqueArray(fc.tuple(day, value), { minLength: 1, maxLength: 3, selector: ([date]) => date });
const kind = fc.constantFrom("treasury", "user", "prices", "form 4");

/** What happens to a store. `n` chooses among what is there. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ is: fc.constant("import" as const), kind, rows }) },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant("fetch" as const), kind: fc.constantFrom("treasury", "form 4"), rows, changed: fc.option(day, { nil: undefined }) }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("import again" as const), n: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("confirm" as const), n: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("forget" as const), series: fc.constantFrom("DGS10", "AAPL") }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("remove" as const), n: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("decide" as const), publisher: fc.constantFrom("fred", "sample"), on: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function textOf(of: string, lines: readonly (readonly [string, string])[]): string {
  const us = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
  if (of === "treasury") return `Date,"10 Yr"\n${lines.map(([date, v]) => `${us(date)},${v}\n`).join("")}`;
  if (of === "prices") return `symbol,date,close\n${lines.map(([date, v]) => `AAPL,${date},${v || "4.30"}\n`).join("")}`;
  if (of === "user") return `date,value\n${lines.map(([date, v]) => `${date},${v}\n`).join("")}`;
  const [[date, price]] = lines as [[string, string]];
  return `<?xml version="1.0"?><ownershipDocument><documentType>4</documentType><periodOfReport>${date}</periodOfReport>
    <issuer><issuerCik>0001326380</issuerCik><issuerName>GameStop Corp.</issuerName><issuerTradingSymbol>GME</issuerTradingSymbol></issuer>
    <reportingOwner><reportingOwnerId><rptOwnerCik>0001767470</rptOwnerCik><rptOwnerName>Owner A</rptOwnerName></reportingOwnerId>
    <reportingOwnerRelationship><isDirector>1</isDirector></reportingOwnerRelationship></reportingOwner>
    <nonDerivativeTable><nonDerivativeTransaction><securityTitle><value>Class A Common Stock</value></securityTitle>
    <transactionDate><value>${date}</value></transactionDate><transactionCoding><transactionFormType>4</transactionFormType><transactionCode>P</transactionCode></transactionCoding>
    <transactionAmounts><transactionShares><value>100</value></transactionShares><transactionPricePerShare><value>${price || "4.30"}</value></transactionPricePerShare>
    <transactionAcquiredDisposedCode><value>A</value></transactionAcquiredDisposedCode></transactionAmounts>
    <postTransactionAmounts><sharesOwnedFollowingTransaction><value>1000</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
    <ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature></nonDerivativeTransaction></nonDerivativeTable></ownershipDocument>`;
}

const PUBLISHER: Readonly<Record<string, string>> = { "form 4": "sec" };
const feedsOf = (of: string) => (of === "user" ? [ownSeries("DGS10")] : publisherOf(PUBLISHER[of] ?? of)!.feeds);

/** A store in a folder, and the time of its last step. */
interface Followed {
  readonly store: Store;
  now: number;
  /** The confirmed names of each fetched part, as feeds keep them. */
  readonly parts: PartState[];
  readonly imported: { readonly of: string; readonly name: string; readonly bytes: Buffer }[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function importFile({ store, now }: Pick<Followed, "store" | "now">, of: string, name: string, bytes: Buffer): void {
  const received = isoMoment(now);
  const document = { name, bytes, ...whenReceived(received) };
  ingest(store, "import", [{ label: name, document, sha256: store.archive.put(bytes), feeds: feedsOf(of) }], received);
}

async function take(followed: Followed, one: Step, n: number): Promise<void> {
  const { store, imported, parts } = followed;
  followed.now += 7_200_000;
  const today = isoMoment(followed.now).slice(0, 10);
  if (one.is === "import") {
    const file = { of: one.kind, name: `${n}.${one.kind === "form 4" ? "xml" : "csv"}`, bytes: Buffer.from(textOf(one.kind, one.rows)) };
    // Without a day of its own, a form from disk is refused.
    if (one.kind === "form 4") return;
    imported.push(file);
    importFile(followed, file.of, file.name, file.bytes);
  } else if (one.is === "fetch") {
    const bytes = Buffer.from(textOf(one.kind, one.rows));
    const feed = feedsOf(one.kind).find((f) => f.recognises({ name: `${n}.xml`, bytes }))!;
    const lastModified = one.kind === "form 4" ? new Date(`${one.changed ?? "2024-06-21"}T12:00:00Z`).toUTCString() : undefined;
    const request = { part: String(n), url: `https://example.org/${n}.xml` };
    const of = { store, publisher: publisherOf(PUBLISHER[one.kind] ?? one.kind)!, feed, request, before: undefined, now: followed.now };
    parts.push(importFetched(of, { kind: "document", bytes, ...(lastModified === undefined ? {} : { lastModified }) }).part);
  } else if (one.is === "import again") {
    const file = imported[one.n % Math.max(1, imported.length)];
    if (file) importFile(followed, file.of, file.name, file.bytes);
  } else if (one.is === "confirm") {
    const part = parts[one.n % Math.max(1, parts.length)];
    if (part) store.freshness.confirm(part.names ?? [], isoMoment(followed.now), "a.feed");
  } else if (one.is === "forget") store.forgetSeries(one.series, today);
  else if (one.is === "remove") {
    const files = store.imports.files();
    const file = files[one.n % Math.max(1, files.length)];
    if (file) await removeDocuments(store, [file], today);
  } else store.decisions.decide(one.publisher, one.on, today);
}

const TABLES: Readonly<Record<string, string>> = {
  observation: "series, date, public, value, until, source, basis, seen, current, import_id",
  record: "dataset, entity, date, key, known, body, source, public, until, basis, seen, current, import_id",
  holdings_report: "accession, form, cik, filer, period, known, adds, unit, total, holdings, replaced, import_id, doubt",
  holding: "cusip, period, (SELECT accession FROM holdings_report r WHERE r.id = report), shares, value",
  holding_total: "period, cusip, count, value, accumulating, reducing, compared",
  security_name: "cusip, ticker, known, lines",
  freshness: "name, at",
  import_series: "import_id, series",
  publisher: "id, enabled, decided",
};

function dumpOf(database: string): unknown[] {
  const sql = new Database(database, { readonly: true });
  try {
    return Object.entries(TABLES).map(([table, columns]) => [table, sql.prepare(`SELECT ${columns} FROM ${table} ORDER BY ${columns}`).raw().all()]);
  } finally {
    sql.close();
  }
}

/** Closes the store, makes a new one from its log, and compares them. */
function expectSame(database: string, store: Store): unknown[] {
  store.close();
  const then = dumpOf(database);
  const log = storedLog(database);
  if (!log) return then;
  for (const ending of ["", "-wal", "-shm"]) rmSync(`${database}${ending}`, { force: true });
  const made = openStore({ path: database, recreate: true });
  const { refused, warnings } = recover(made, log);
  made.close();
  expect([refused, warnings.incomplete]).toEqual([[], []]);
  expect(dumpOf(database)).toEqual(then);
  expect(unfitWords(storedLog(database) ?? [])).toBeUndefined();
  return then;
}

const folder = mkdtempSync(path.join(tmpdir(), "service-rows-from-log-"));
let runs = 0;
const newDatabase = (): string => path.join(folder, `${runs++}`, "service.db");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a database made from the log and the documents has the rows, confirmations and decisions of the one that followed every entry", () => {
  test("whatever was imported, fetched, confirmed, removed and decided", async () => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        const database = newDatabase();
        const followed: Followed = { store: openStore({ path: database }), now: START, parts: [], imported: [] };
        for (const [n, one] of steps.entries()) {
          kinds.add(one.is);
          await take(followed, one, n);
        }
        expectSame(database, followed.store);
      }),
      { numRuns: 120, seed: 7 },
    );
    expect([...kinds].sort()).toEqual(["confirm", "decide", "fetch", "forget", "import", "import again", "remove"]);
  });

  test("a document whose rows were lost before the commit is completed at the next start, with the same rows", async () => {
    let completed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), step, async (steps, last) => {
        const database = newDatabase();
        const followed = { store: openStore({ path: database }), now: START, parts: [], imported: [] } as Mutable<Followed>;
        for (const [n, one] of steps.entries()) await take(followed, one, n);
        followed.store.close();
        const left = newDatabase();
        copyDatabase(database, left);
        followed.store = openStore({ path: database });
        await take(followed, last, steps.length);
        followed.store.close();
        const then = dumpOf(database);
        if (storedLog(database) === undefined) return;
        // The folder as a loss of power leaves it: the documents and their log are on the disk, the commit is not.
        cpSync(documentsBeside(database), documentsBeside(left), { recursive: true });
        const again = openStore({ path: left });
        const { documents: found } = completeImports(again);
        again.close();
        if (found.length === 0) return;
        completed++;
        expect(dumpOf(left)).toEqual(then);
      }),
      { numRuns: 120, seed: 7 },
    );
    expect(completed).toBeGreaterThan(20);
  });

  test("with the documents of all value cases, in any order", () => {
    const files = new Map(valueCases().flatMap((one) => [...(one.import ?? []), ...(one.import_ok ?? [])].map(([of, file]) => [file, { of, file }] as const)));
    fc.assert(
      fc.property(fc.shuffledSubarray([...files.values()], { minLength: files.size }), (order) => {
        const database = newDatabase();
        const store = openStore({ path: database });
        for (const [n, { of, file }] of order.entries())
          try {
            importFile({ store, now: NOW + n * 60_000 }, of, file, readFileSync(path.join(CASES, file)));
          } catch (e) {
            if (!(e instanceof RefusedFile)) throw e;
          }
        const rowsOf = new Map((expectSame(database, store) as [string, unknown[]][]).map(([table, all]) => [table, all.length]));
        for (const table of ["record", "holdings_report", "holding", "freshness"]) expect(rowsOf.get(table)).toBeGreaterThan(0);
      }),
      { numRuns: 3, seed: 7 },
    );
  });
});
