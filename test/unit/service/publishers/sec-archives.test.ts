import fc from "fast-check";
import { zipSync, type Zippable } from "fflate";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runAllSteps, ingestLarge, largeFeedOf } from "../../../../src/service/ingest/ingest-large";
import { documentOf, openDocument } from "../../../../src/service/store/archive";
import type { LeftOut } from "../../../../src/service/records/record";
import { textLines } from "../../../../src/service/publishers/reading/table";
import type { LargeDocument } from "../../../../src/service/records/large-document";
import { RefusedFile } from "../../../../src/service/publishers/reading/text";
import { sec } from "../../../../src/service/publishers/sec/sec";
import { bytesOf, entriesOf, inflatedPieces } from "../../../../src/service/publishers/reading/zip";
import type { PiecesResult } from "../../../../src/service/store/pieces";
import { openStore, type Store } from "../../../../src/service/store/store";

const DAY = "2026-11-20";
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const archiveOf = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([k, v]) => [k, utf8(v)])) as Zippable);

let store: Store;
beforeEach(() => (store = openStore({ path: ":memory:" })));
afterEach(() => store.close());

/** Imports an archive as `import sec FILE` does. */
function stepsOf(bytes: Uint8Array, name: string) {
  const document = documentOf(name, bytes);
  return ingestLarge(store, "import", { publisher: "sec", file: name, sha256: "s", document, feed: largeFeedOf(sec.feeds, document) }, DAY);
}
const take = (bytes: Uint8Array, name = "archive.zip"): PiecesResult => runAllSteps(stepsOf(bytes, name));

describe("a zip archive", () => {
  const bytes = archiveOf({ "a.txt": "one\r\ntwo\n", "b.txt": "three" });
  const document = documentOf("x.zip", bytes);

  it("is read entry by entry, each at once or in pieces", () => {
    const [a, b] = entriesOf(document);
    expect(a && new TextDecoder().decode(bytesOf(document, a))).toBe("one\r\ntwo\n");
    expect([...textLines(a ? inflatedPieces(document, a) : [], "utf-8")].flatMap((l) => l.lines)).toEqual(["one", "two"]);
    expect([...textLines(b ? inflatedPieces(document, b) : [], "utf-8")].flatMap((l) => l.lines)).toEqual(["three"]);
  });

  it("is refused if it is cut, and its entry is refused if a byte is wrong", () => {
    expect(() => entriesOf(documentOf("x.zip", bytes.subarray(0, -5)))).toThrow(/cut off or damaged/);
    const wrong = bytes.slice();
    wrong[37] = (wrong[37] ?? 0) ^ 1;
    const broken = documentOf("x.zip", wrong);
    const [first] = entriesOf(broken);
    expect(() => first && bytesOf(broken, first)).toThrow(/damaged/);
    expect(() => first && [...inflatedPieces(broken, first)]).toThrow(/damaged/);
  });

  it("with changed bytes is read or refused as a file, from memory and from a disk", () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "service-zip-")), "x.zip");
    const readAll = (of: LargeDocument): void => {
      try {
        for (const entry of entriesOf(of)) {
          bytesOf(of, entry);
          [...inflatedPieces(of, entry)].forEach(({ done }) => expect(done).toBeLessThanOrEqual(bytes.length));
        }
      } catch (e) {
        if (!(e instanceof RefusedFile)) throw e;
      }
    };
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.constantFrom(0, 1, 8, 0x7f, 0xff)), { minLength: 1, maxLength: 8 }), (changes) => {
        const changed = bytes.slice();
        for (const [at, byte] of changes) changed[at] = byte;
        readAll(documentOf("x.zip", changed));
        writeFileSync(file, changed);
        const onDisk = openDocument(file);
        try {
          readAll(onDisk);
        } finally {
          onDisk.close();
        }
      }),
      { numRuns: 500 },
    );
    rmSync(path.dirname(file), { recursive: true });
  });

  it("with an entry longer than declared is refused before it is fully unpacked", () => {
    const bomb = archiveOf({ "a.txt": "0".repeat(20_000_000) });
    new DataView(bomb.buffer).setUint32(Buffer.from(bomb).lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24, 10, true);
    const long = documentOf("x.zip", bomb);
    const [entry] = entriesOf(long);
    expect(() => entry && inflatedPieces(long, entry).next()).toThrow(/a\.txt in the archive is damaged/);
  });

  it("without a known file is refused, with the names of known archives", () => {
    expect(() => take(bytes)).toThrow(/expected one of these archives.*companyfacts\.zip.*13F/);
  });
});

interface Line {
  readonly of?: string;
  readonly cusip?: string;
  readonly value: number;
  readonly shares: number;
  readonly type?: string;
  readonly putCall?: string;
  readonly issuer?: string;
}
interface Filing {
  readonly accession: string;
  readonly cik: string;
  readonly filed?: string;
  readonly period?: string;
  readonly form?: string;
  readonly amendment?: string;
}
const tsv = (rows: readonly (readonly (string | number)[])[]): string => rows.map((r) => `${r.join("\t")}\n`).join("");
/** A data set in the SEC's layout, with lines of different filings mixed. */
const dataSet = (filings: readonly Filing[], lines: readonly Line[], header = "CUSIP"): Record<string, string> => ({
  "SUBMISSION.tsv": tsv([
    ["ACCESSION_NUMBER", "FILING_DATE", "SUBMISSIONTYPE", "CIK", "PERIODOFREPORT"],
    ...filings.map((f) => [f.accession, f.filed ?? "14-AUG-2026", f.form ?? "13F-HR", `000000000${f.cik}`, f.period ?? "30-JUN-2026"]),
  ]),
  "COVERPAGE.tsv": tsv([
    ["ACCESSION_NUMBER", "REPORTCALENDARORQUARTER", "ISAMENDMENT", "AMENDMENTNO", "AMENDMENTTYPE", "FILINGMANAGER_NAME"],
    ...filings.map((f) => [f.accession, f.period ?? "30-JUN-2026", f.amendment ? "Y" : "N", "", f.amendment ?? "", `FUND ${f.cik}`]),
  ]),
  "INFOTABLE.tsv": tsv([
    ["ACCESSION_NUMBER", "INFOTABLE_SK", "NAMEOFISSUER", "TITLEOFCLASS", header, "FIGI", "VALUE", "SSHPRNAMT", "SSHPRNAMTTYPE", "PUTCALL", "OTHERMANAGER"],
    ...lines.map(({ of = "A", issuer = "APPLE INC", cusip = "037833100", value, shares, type = "SH", putCall = "" }, i) => {
      return [of, i, issuer, "COM", cusip, "", value, shares, type, putCall, ""];
    }),
  ]),
});
/** A line of Apple at ten dollars a share. */
const line = (value: number, more: Partial<Line> = {}): Line => ({ value, shares: value / 10, ...more });
const A: Filing = { accession: "A", cik: "1" };
const B: Filing = { accession: "B", cik: "2" };
const takeSet = (filings: readonly Filing[], lines: readonly Line[]): PiecesResult => take(archiveOf(dataSet(filings, lines)));
const held = (asOf = DAY, period = "2026-06-30", before = "2026-03-31", cusip = "037833100") => store.institutions.heldAt([cusip], period, before, asOf);
/** Three lines at share prices, which reveal a table's unit. */
const priced = (of: string, factor: number): Line[] =>
  [20, 100, 300].map((price, i) => ({ of, cusip: `10000000${i}`, issuer: "X", shares: 1000, value: 1000 * price * factor }));

describe("the quarterly data set of holdings", () => {
  it("sums the lines of one security, and leaves out puts, calls and principal amounts", () => {
    const lines = [line(100), line(50), line(900, { putCall: "Put" }), line(900, { putCall: "Call" }), line(900, { type: "PRN" })];
    expect(takeSet([A], lines)).toMatchObject({ added: 1, newest: "2026-06-30", leftOut: [] });
    expect(held()).toMatchObject({ count: 1, value: 150 });
  });

  it.each([
    ["thousands before 2023-01-03", "30-DEC-2022", 0.001, 100_000],
    ["dollars from 2023-01-03", "03-JAN-2023", 1, 100_000],
    ["dollars before 2023-01-03, against the rule", "12-FEB-2021", 1, 100_000],
    ["thousands from 2023-01-03 on, against the rule", "14-FEB-2024", 0.001, 100_000],
  ])("is read in %s", (_, filed, factor, value) => {
    takeSet([{ ...A, filed, period: "30-SEP-2020" }], priced("A", factor));
    expect(held(DAY, "2020-09-30", "2020-06-30", "100000001").value).toBe(value);
  });

  it("replaces a report by its restatement, and adds an amendment of new holdings to it", () => {
    const filings: Filing[] = [
      A,
      B,
      { accession: "C", cik: "2", form: "13F-HR/A", filed: "20-AUG-2026", amendment: "NEW HOLDINGS" },
      { accession: "D", cik: "1", form: "13F-HR/A", filed: "25-AUG-2026", amendment: "RESTATEMENT" },
    ];
    takeSet(filings, [line(100), line(100, { of: "B" }), line(5, { of: "D", shares: 5, cusip: "594918104" }), line(70, { of: "C" })]);
    expect(["2026-08-14", "2026-08-20", "2026-08-25"].map((day) => `${held(day).count}: ${held(day).value}`)).toEqual(["2: 200", "2: 270", "1: 170"]);
  });

  it.each(["", "CORRECTION"])("leaves out an amendment of the unknown type %j, and names it", (amendment) => {
    const filings: Filing[] = [A, { ...B, cik: "1", form: "13F-HR/A", filed: "20-AUG-2026", amendment }];
    const why = expect.stringMatching(/expected RESTATEMENT or NEW HOLDINGS/) as string;
    expect(takeSet(filings, [line(100), line(5, { of: "B", shares: 5 })])).toMatchObject({ added: 1, leftOut: [{ part: "B", why }] });
    expect(held()).toMatchObject({ count: 1, value: 100 });
  });

  it("counts institutions that added and that reduced, if they report for both quarters", () => {
    const march = { period: "31-MAR-2026", filed: "15-MAY-2026" };
    const filings = [1, 2, 3].flatMap((n): Filing[] => [
      { accession: `A${n}`, cik: String(n), ...march },
      { accession: `B${n}`, cik: String(n) },
    ]);
    const lines = Object.entries({ A1: 10, B1: 12, A2: 10, B2: 9, B3: 1 }).map(([of, shares]) => ({ of, shares, value: shares }));
    takeSet([...filings, { accession: "N", cik: "9", form: "13F-NT" }], lines);
    expect(held()).toEqual({ count: 3, value: 22, accumulating: 1, reducing: 1, compared: 2 });
  });

  it("leaves out a line without a number or a security by name, and counts the others", () => {
    takeSet([A], [line(100), line(Number.NaN, { shares: 1 }), line(7, { shares: 1, cusip: "000000000" })]);
    expect(held()).toMatchObject({ count: 1, value: 100 });
    expect(store.records.across<LeftOut>("left_out", "2026-01-01", DAY, DAY).map(({ body }) => `${body.document}: ${body.why}`)).toEqual([
      'A: expected a number as value, got "NaN"',
      'A: expected the CUSIP of a security, got "000000000"',
    ]);
  });

  it("doubts a report whose cover page states another total, and reads its unit from it", () => {
    const summary = { "SUMMARYPAGE.tsv": "ACCESSION_NUMBER\tTABLEENTRYTOTAL\tTABLEVALUETOTAL\nA\t1\t1000000\n" };
    take(archiveOf({ ...dataSet([A], [{ value: 1000, shares: 1000, issuer: "X" }]), ...summary }));
    expect(held().value).toBe(1_000_000);
    expect(store.institutions.doubtedPositions(["037833100"], "2026-06-30", DAY).map((p) => p.doubt)).toEqual([
      "Values are read in thousands, although reports filed on 2026-08-14 state dollars: the cover page states a total of 1,000,000 and the table 1,000.",
    ]);
  });

  it("changes nothing if it is imported again", () => {
    const bytes = archiveOf(dataSet([A], [line(100)]));
    take(bytes);
    expect(take(bytes)).toMatchObject({ added: 0, unchanged: 1 });
    expect(held()).toMatchObject({ count: 1, value: 100 });
  });

  it("leaves out a report filed before its quarter ended, and names it", () => {
    const taken = takeSet([{ ...A, period: "31-DEC-2062" }, B], [line(10), line(20, { of: "B" })]);
    expect(taken).toMatchObject({ added: 1, leftOut: [{ part: "A" }] });
  });

  it.each([
    ["a column that is missing", dataSet([A], [], "SECURITY_ID"), /column CUSIP/],
    ["lines of a report that is not listed", dataSet([A], [line(10, { of: "Z" })]), /lines of "?Z/],
    ["dates in another form", dataSet([{ ...A, filed: "2026-08-14" }], [line(10)]), /14-FEB-2024/],
    ["a report without a cover page", { ...dataSet([A], []), "COVERPAGE.tsv": dataSet([], [])["COVERPAGE.tsv"]! }, /no line in COVERPAGE/],
  ])("is refused as a whole for %s", (_, files, sentence) => {
    takeSet([{ accession: "Y", cik: "5" }], [line(10, { of: "Y" })]);
    expect(() => take(archiveOf(files))).toThrow(sentence);
    expect(store.institutions.summary()).toEqual({ count: 1, newest: "2026-06-30" });
    expect(store.imports.files()).toHaveLength(1);
  });
});

const fact = (end: string, val: number, filed: string) => ({ start: `${end.slice(0, 4)}-01-01`, end, val, filed, accn: `a-${filed}`, form: "10-K" });
const named = (cik: number): string => `CIK${String(cik).padStart(10, "0")}.json`;
/** The file of a company's revenue. */
const company = (cik: number, ...facts: ReturnType<typeof fact>[]) => ({
  [named(cik)]: JSON.stringify({ cik, entityName: `Company ${cik}`, facts: { "us-gaap": { Revenues: { units: { USD: facts } } } } }),
});
const OF_2024 = fact("2024-12-31", 10, "2025-02-01");
const years = (cik: number): unknown[] => store.records.between("statement", String(cik), "2000-01-01", "2030-01-01", DAY).map((r) => r.date);

describe("the archive of all company facts", () => {
  it("gives every company's statements, and skips filers without known tags", () => {
    const taken = take(
      archiveOf({
        ...company(1, OF_2024),
        ...company(2, OF_2024, fact("2025-12-31", 11, "2026-02-01")),
        [named(3)]: JSON.stringify({ cik: 3, entityName: "A fund", facts: { dei: {} } }),
        [named(4)]: "{}",
      }),
      "companyfacts.zip",
    );
    expect(taken).toMatchObject({ added: 3, leftOut: [] });
    expect([years(1), years(2), years(3)]).toEqual([["2024-12-31"], ["2024-12-31", "2025-12-31"], []]);
  });

  it("leaves out two invalid companies by name, but is refused with 21", () => {
    const odd = (n: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [named(100 + i), `{"cik":${i},"entityName":"X","facts":{"us-gaap":{"Revenues":{"units":[]}}}`]));
    expect(take(archiveOf({ ...company(1, OF_2024), ...odd(2) }))).toMatchObject({ added: 1, leftOut: [{ part: named(100) }, { part: named(101) }] });
    expect(() => take(archiveOf({ ...company(2, OF_2024), ...odd(21) }))).toThrow(/21 companies in the archive have an unknown format/);
    expect(years(2)).toEqual([]);
  });

  it("does not undo a newer filing that is stored", () => {
    take(archiveOf(company(1, OF_2024, fact("2024-12-31", 9, "2026-02-01"))));
    expect(take(archiveOf(company(1, OF_2024)))).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(JSON.stringify(store.records.latest("statement", "1", DAY, 1)[0]?.body)).toContain("2026-02-01");
  });

  it("imports nothing if the import is stopped in the middle", () => {
    const steps = stepsOf(archiveOf({ ...company(1, OF_2024), ...company(2, OF_2024) }), "companyfacts.zip");
    expect(steps.next().done).toBe(false);
    expect(years(1)).toEqual(["2024-12-31"]);
    steps.return(undefined as never);
    expect([years(1), store.imports.files()]).toEqual([[], []]);
  });
});

it("the archive of fails to deliver gives each symbol's CUSIP", () => {
  const text = "SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE\n20261001|037833100|AAPL|10|X|1\nTrailer record count 1\n";
  take(archiveOf({ "cnsfails202610a.txt": text }));
  expect(store.records.latest("security", "AAPL", DAY, 1)).toMatchObject([{ body: { cusip: "037833100" } }]);
});
