import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { smallFile } from "../unit/workbook/xlsx/small-file";
import { call, DAY, RATE, refreshDesk, ROWS } from "./refresh-desk";
import { sha256Of } from "../../src/service/store/archive";

const books = refreshDesk();

const verify = (...argv: string[]): Promise<number> => books.run("verify", ...argv);
/** Replaces text in the first sheet of a book. */
function edit(name: string, from: RegExp, to: string): void {
  const parts = unzipSync(books.read(name));
  const sheet = "xl/worksheets/sheet1.xml";
  const before = strFromU8(parts[sheet]!);
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${from} is not in the sheet.`);
  books.put(name, zipSync({ ...parts, [sheet]: strToU8(after) }));
}

/** The value that a refresh writes for a formula. */
async function refreshValue(formula: string): Promise<unknown> {
  books.putBook("v.xlsx", [call("A1", formula)]);
  await books.run("--lock", "v.xlsx");
  return books.lock("v.lock.json").cells["S!A1"]?.shows;
}

describe("refresh verify", () => {
  beforeEach(async () => {
    await books.import("own.csv", { "2026-11-17": 4.1, "2026-11-18": 4.2 });
    books.putBook("b.xlsx", ROWS);
    expect(await books.run("--lock", "b.xlsx")).toBe(0);
  });

  it("finds no difference in the book that the refresh wrote, with the lock alone and another clock", async () => {
    rmSync(books.at("d"), { recursive: true });
    books.now += 40 * DAY;
    expect([await verify("b.xlsx"), books.err]).toEqual([0, []]);
    expect(books.out).toEqual([
      "b.xlsx: The file is byte for byte the one that the refresh wrote.",
      "b.xlsx: no difference. Compared: 5 cells, 4 answers with the cells.",
    ]);
  });

  it("names a value typed over a formula, another formula, another value, a removed cell and a new call", async () => {
    edit("b.xlsx", /<c r="A1".*?<\/c>/, '<c r="A1"><v>5</v></c>');
    edit("b.xlsx", /<f>A1\*2<\/f>/, "<f>A1*3</f>");
    edit("b.xlsx", /(<c r="A2".*?<v>).*?(<\/v>)/, "$1n/a$2");
    edit("b.xlsx", /<c r="B2">.*?<\/c>/, `${call("C2", '_xldudf_SERVICE_FRED("DGS2")')}`);
    expect(await verify("b.xlsx")).toBe(1);
    expect(books.err).toEqual([
      'b.xlsx: S!A1 holds 5, typed over =SERVICE.FRED("DGS10"), which showed 4.2.',
      "b.xlsx: S!B1 has the formula =A1*3; the lock has =A1*2.",
      'b.xlsx: S!A2 shows "n/a"; the lock has "n/a: Unknown series NOSUCH.".',
      "b.xlsx: S!B2 is empty; the lock has =RANDBETWEEN(1,6)+A1, which showed 3.",
      'b.xlsx: S!C2 is not in the lock: =SERVICE.FRED("DGS2")',
    ]);
    expect(books.out).toEqual([
      "b.xlsx: The file was saved since the refresh that wrote the lock.",
      "b.xlsx: 5 differences. Compared: 5 cells, 4 answers with the cells.",
    ]);
  });

  it("names a new cell that asks through a defined name", async () => {
    const names = '<definedNames><definedName name="ten">_xldudf_SERVICE_FRED("DGS10")</definedName></definedNames>';
    const file = (cells: string) => smallFile({ sheets: { S: `<row r="1">${cells}</row>` }, workbook: names });
    books.put("n.xlsx", file('<c r="A1"><f>ten*2</f><v>1</v></c>'));
    expect(await books.run("--lock", "n.xlsx")).toBe(0);
    expect([await verify("n.xlsx"), books.err]).toEqual([0, []]);
    books.put("n.xlsx", file('<c r="A1"><f>ten*2</f><v>8.4</v></c><c r="B1"><f>ten*3</f><v>12.6</v></c>'));
    expect([await verify("n.xlsx"), books.err]).toEqual([1, ["n.xlsx: S!B1 is not in the lock: =ten*3"]]);
  });

  it("names a value that does not follow from the lock's answers, though book and lock agree", async () => {
    edit("b.xlsx", /(<c r="A1".*?<v>).*?(<\/v>)/, "$15.5$2");
    books.put("b.lock.json", books.text("b.lock.json").replace('"shows":4.2}', '"shows":5.5}'));
    expect(await verify("b.xlsx")).toBe(1);
    expect(books.err).toEqual(["b.xlsx: S!A1 shows 5.5; from the lock's answers it would show 4.2."]);
  });

  it("takes numbers as the same that Excel and this refresh calculate with other last digits", async () => {
    edit("b.xlsx", /(<c r="A3".*?<v>).*?(<\/v>)/, "$10.10000000000000053$2");
    expect([await verify("b.xlsx"), books.err]).toEqual([0, []]);
  });

  it("asks the service what it knew at the lock's moment: revisions and new periods since then are no difference", async () => {
    books.now += 4 * DAY;
    await books.import("later.csv", { "2026-11-18": 4.25, "2026-11-20": 4.4 });
    expect([await verify("--data", "d", "b.xlsx"), books.err]).toEqual([0, []]);
    expect(books.out.at(-1)).toBe("b.xlsx: no difference. Compared: 5 cells, 4 answers with the service as of 2026-11-20T12:00:00Z.");
  });

  it("asks as of the second of the refresh: a file that was imported in the same minute was known", async () => {
    books.now += 3 * DAY + 38_400;
    await books.import("same-minute.csv", { "2026-11-17": 4.11, "2026-11-18": 4.21 });
    books.now += 5_000;
    expect(await books.run("--lock", "b.xlsx")).toBe(0);
    expect(books.lock().service.moment).toBe("2026-11-23T12:00:43Z");
    books.now += DAY;
    expect([await verify("--data", "d", "b.xlsx"), books.err]).toEqual([0, []]);
  });

  it("says so if the service has learned since what was public already, and names an answer that it never had", async () => {
    books.now += 4 * DAY;
    await books.import("late.csv", { "2026-11-18": 4.2, "2026-11-19": 4.3 });
    writeFileSync(
      books.at("b.lock.json"),
      books.text("b.lock.json").replace('"2026-11-17\\",\\"value\\")": {"value":4.1,', '"2026-11-17\\",\\"value\\")": {"value":4.15,'),
    );
    expect(await verify("--data", "d", "b.xlsx")).toBe(1);
    expect(books.err).toEqual([
      "b.xlsx: S!A3 shows 0.1; from the lock's answers it would show 0.05.",
      'b.xlsx: SERVICE.FREDH("DGS10","2026-11-17","value"): the lock has 4.15 of 2026-11-17, and the service as of 2026-11-20T12:00:00Z has 4.1 of 2026-11-17.',
    ]);
  });

  it("reads the archived documents again: their SHA-256 and their rows", async () => {
    expect([await verify("--documents", "d/documents", "b.xlsx"), books.err]).toEqual([0, []]);
    expect(books.out.at(-1)).toBe("b.xlsx: no difference. Compared: 5 cells, 4 answers with the cells, 1 document.");
    const document = books.sha256("own.csv");
    const stored = `d/documents/${document.slice(0, 2)}/${document}.gz`;
    const other = "date,value\n2026-11-17,9\n";
    books.put(stored, gzipSync(other));
    expect(await verify("--documents", "d/documents", "b.xlsx")).toBe(1);
    const called = `own.csv (user, no. 1, SHA-256 ${document})`;
    expect(books.err).toEqual([`b.xlsx: ${called} is damaged in ${books.at("d/documents")}: its bytes have the SHA-256 ${sha256Of(Buffer.from(other))}.`]);
    books.put(stored, "no gzip");
    expect(await verify("--documents", "d/documents", "b.xlsx")).toBe(1);
    expect(books.err).toEqual([`b.xlsx: ${called} is damaged in ${books.at("d/documents")}: its file cannot be unpacked.`]);
    rmSync(books.at(stored));
    // A large document is stored as it is.
    books.put(stored.replace(/gz$/, "zip"), other);
    expect(await verify("--documents", "d/documents", "b.xlsx")).toBe(1);
    expect(books.err).toEqual([`b.xlsx: ${called} is damaged in ${books.at("d/documents")}: its bytes have the SHA-256 ${sha256Of(Buffer.from(other))}.`]);
    rmSync(books.at(stored.replace(/gz$/, "zip")));
    expect(await verify("--documents", "d/documents", "b.xlsx")).toBe(1);
    expect(books.err).toEqual([`b.xlsx: ${called} is not in ${books.at("d/documents")}.`]);
    books.put("b.lock.json", books.text("b.lock.json").replaceAll('"date":"2026-11-18"', '"date":"2026-11-13"'));
    books.put(stored, gzipSync(books.read("own.csv")));
    expect(await verify("--documents", "d/documents", "b.xlsx")).toBe(1);
    expect(books.err).toEqual([`b.xlsx: ${called} has no row DGS10 2026-11-13.`]);
  });

  it("checks the other books of a folder if one has no lock", async () => {
    books.putBook("a.xlsx", ROWS);
    expect([await verify("a.xlsx", "b.xlsx"), books.err]).toEqual([1, ["a.xlsx: There is no file a.lock.json. A refresh with --lock writes it."]]);
    expect(books.out.at(-1)).toMatch(/^b\.xlsx: no difference\./);
  });

  it("prints control characters of a lock as marks", async () => {
    books.put("b.lock.json", books.text("b.lock.json").replaceAll("own.csv", "\\u001b[31mown.csv"));
    await books.run("trace", "b.xlsx", "S!A1", "--data", "d");
    expect(books.out.join("\n")).toContain("in \ufffd[31mown.csv");
  });

  it("refuses a book without a lock, and names the missing folder", async () => {
    books.putBook("c.xlsx", ROWS);
    await expect(verify("c.xlsx")).rejects.toThrow("There is no file c.lock.json. A refresh with --lock writes it.");
    await expect(verify("--documents", "no", "b.xlsx")).rejects.toThrow("--documents: there is no folder no.");
  });
});

describe("refresh trace", () => {
  const trace = (...argv: string[]): Promise<number> => books.run("trace", ...argv);
  beforeEach(async () => {
    await books.import("own.csv", { "2026-11-17": 4.1, "2026-11-18": 4.2 });
    const rows = [
      `<c r="A1" t="inlineStr"><is><t>DGS10</t></is></c>${call("B1", "_xldudf_SERVICE_FRED(A1)")}<c r="C1"><f>SUM(B1:B2)</f><v>2</v></c>`,
      `<c r="B2"><v>100</v></c>${call("C2", '_xldudf_SERVICE_FRED("NOSUCH")')}<c r="D2"><f>C1*B1</f><v>1</v></c>`,
    ];
    books.putBook("b.xlsx", rows);
    expect(await books.run("--lock", "b.xlsx")).toBe(0);
  });

  it("leads from a cell through those that it depends on to the row as the archived document has it, each cell once", async () => {
    expect([await trace("b.xlsx", "S!D2", "--data", "d"), books.err]).toEqual([0, []]);
    expect(books.out).toEqual([
      "S!D2 shows 437.64",
      "  =C1*B1",
      "  S!C1 shows 104.2",
      "    =SUM(B1:B2)",
      "    S!B1 shows 4.2",
      "      =SERVICE.FRED(A1)",
      '      SERVICE.FRED("DGS10","value") → 4.2 %',
      "        observation date 2026-11-18",
      "        public 2026-11-19 16:15 New York, by the release rule",
      "        retrieved 2026-11-20 00:00 UTC",
      "        source: Series imported by the operator of this service from a file of their own",
      expect.stringMatching(/^ {8}caveat: Only a fixed list/),
      expect.stringMatching(/^ {8}caveat: The observation date/),
      "        row DGS10 2026-11-18",
      "          in own.csv, user, imported 2026-11-20 12:00 UTC as no. 1",
      `          SHA-256 ${books.sha256("own.csv")}`,
      "          in the archive: 4.2",
      '      S!A1 is typed: "DGS10"',
      "    S!B2 is typed: 100",
      "  S!B1 shows 4.2, traced above",
    ]);
  });

  it("says why there is no value, what is typed and what is empty", async () => {
    await trace("b.xlsx", "C2", "--data", "d");
    expect(books.out.slice(0, 3)).toEqual([
      'S!C2 shows "n/a: Unknown series NOSUCH."',
      '  =SERVICE.FRED("NOSUCH")',
      expect.stringMatching(/^ {2}SERVICE\.FRED\("NOSUCH","value"\) → no value: No series NOSUCH is covered/),
    ]);
    await trace("b.xlsx", "B2", "--data", "d");
    expect(books.out).toEqual(["S!B2 is typed: 100"]);
    await trace("b.xlsx", "Z9", "--data", "d");
    expect(books.out).toEqual(["S!Z9 is empty."]);
  });

  it("asks the service if the book has no lock, and says so", async () => {
    rmSync(books.at("b.lock.json"));
    const before = books.sha256("b.xlsx");
    expect([await trace("b.xlsx", "S!B1", "--data", "d"), books.sha256("b.xlsx")]).toEqual([0, before]);
    expect(books.out[0]).toBe("The book has no lock, so the service was asked now: its answers may differ from those that the book shows.");
    expect(books.out).toContain("      in own.csv, user, imported 2026-11-20 12:00 UTC as no. 1");
  });

  it("refuses more than one cell, and a sheet that is not there", async () => {
    await expect(trace("b.xlsx")).rejects.toThrow("trace: expected a book and one cell, such as: npm run -s refresh -- trace book.xlsx Sheet1!B7");
    await expect(trace("b.xlsx", "S!A1:B2", "--data", "d")).rejects.toThrow("trace: expected one cell, got S!A1:B2. Name one, such as Sheet1!B7.");
    expect([await trace("b.xlsx", "T!A1", "--data", "d"), books.err]).toEqual([1, ["b.xlsx: trace T!A1: the book has no sheet T."]]);
  });
});

describe("refresh find", () => {
  const find = (...argv: string[]): Promise<number> => books.run("find", ...argv);
  beforeEach(() => books.import("own.csv", { "2026-11-17": 4.123, "2026-11-18": 4.217 }));

  it("lists the questions whose answer is the number after rounding to its digits, the nearest date first", async () => {
    expect([await find("4.22", "--unit", "%", "--days", "2", "--date", "2026-11-18"), books.err]).toEqual([0, []]);
    expect(books.out[0]).toBe("4.22:");
    expect(books.out.filter((line) => line.endsWith(", user"))).toEqual([
      '  =SERVICE.FRED("DGS10") → 4.217 %, 2026-11-18, user',
      '  =SERVICE.FREDH("DGS10","2026-11-18") → 4.217 %, 2026-11-18, user',
      '  =SERVICE.YIELD("10Y") → 4.217 %, 2026-11-18, user',
      '  =SERVICE.YIELD("10Y","2026-11-18") → 4.217 %, 2026-11-18, user',
    ]);
    expect(books.out.at(-1)).toMatch(/^[\d,]+ questions around 2026-11-18 asked\. Prices, filings and other figures of companies need --names\.$/);
    await find("4.123", "--unit", "%");
    expect(books.out).toContain('  =SERVICE.FREDH("DGS10","2026-11-17") → 4.123 %, 2026-11-17, user');
  });

  it("looks up the typed numbers of a book, also a percentage that is typed as a fraction, but no dates, round numbers and formulas", async () => {
    const cells =
      '<c r="A1"><v>4.217</v></c><c r="B1"><v>0.04217</v></c><c r="C1"><v>100</v></c><c r="D1"><f>4.217+0</f><v>4.217</v></c><c r="E1"><v>987654.321</v></c>';
    books.putBook("t.xlsx", [cells]);
    expect(await find("t.xlsx", "--unit", "%")).toBe(0);
    expect(books.out.filter((line) => !line.startsWith(" "))).toEqual([
      "S!A1 4.217:",
      "S!B1 0.04217:",
      "S!E1 987654.321: no known question has this answer.",
      expect.stringContaining("asked"),
    ]);
    expect(books.out).toContain('  =SERVICE.YIELD("10Y","2026-11-18")/100 → 4.217 %, 2026-11-18, user');
  });

  it("asks about companies if they are named", async () => {
    const price = await refreshValue('_xldudf_SERVICE_PRICE("AAPL")');
    await find(String(price), "--names", "AAPL");
    expect(books.out.find((line) => line.includes('=SERVICE.PRICE("AAPL")'))).toContain("sample data");
  });

  it("says what is wrong: a word, a unit, a day, a number of days, too many questions", async () => {
    const refusal = async (...argv: string[]): Promise<string> => find(...argv).then(String, (e: Error) => e.message);
    expect(await refusal("4.2x")).toBe('find: expected a number such as 4.22, or a book, got "4.2x".');
    expect(await refusal("no.xlsx")).toMatch(/^There is no file no\.xlsx\./);
    expect(await refusal("4.22", "--unit", "dayz")).toBe('--unit: expected a unit such as %, USD or days, got "dayz"; did you mean days?');
    expect(await refusal("4.22", "--date", "2026-11-21")).toBe('--date: expected a day up to 2026-11-20, got "2026-11-21".');
    expect(await refusal("4.22", "--days", "61")).toBe('--days: expected a whole number from 0 to 60, got "61".');
    const names = Array.from({ length: 500 }, (_, i) => `N${i}`).join(",");
    expect(await refusal("4.22", "--names", names)).toMatch(
      /^That is [\d,]+ questions, and find asks at most 40,000\. Give fewer --names, or a smaller --days\.$/,
    );
  });
});

it("the lock of another book is refused in a sentence by verify, trace and --replay", async () => {
  const rows = (column: string, n: number): string[] =>
    Array.from({ length: n }, (_, i) => `${call(`${column}${i + 1}`, `_xldudf_SERVICE_FREDH("DGS10","2026-11-${10 + i}")`)}`);
  books.putBook("b.xlsx", rows("A", 6));
  books.putBook("c.xlsx", ['<c r="A1"><v>1</v></c>', call("A2", '_xldudf_SERVICE_FRED("DGS2")')]);
  expect(await books.run("--lock", "b.xlsx")).toBe(0);
  const SENTENCE = "The lock is of another book: none of its 6 formulas is in this one. Name this book's lock";
  expect([await verify("--lock", "b.lock.json", "c.xlsx"), books.err]).toEqual([
    1,
    [`c.xlsx: ${SENTENCE} with --lock, or refresh the book with --lock again.`],
  ]);
  await expect(books.run("trace", "c.xlsx", "S!A2", "--lock", "b.lock.json")).rejects.toThrow(`trace: ${SENTENCE} with --lock`);
  expect([await books.run("--replay", "b.lock.json", "c.xlsx"), books.err]).toEqual([
    1,
    [`c.xlsx: ${SENTENCE} after --replay, or refresh the book with --lock again. Nothing was written.`],
  ]);
});

it("TODAY and NOW are those of the moment that is asked for, and of the lock", async () => {
  const rows = `${RATE}<c r="B1"><f>TODAY()</f><v>1</v></c><c r="C1"><f>NOW()-TODAY()</f><v>1</v></c>`;
  books.putBook("b.xlsx", [rows]);
  books.putBook("c.xlsx", [rows]);
  expect(await books.run("--as-of", "2026-11-12", "--lock", "b.xlsx")).toBe(0);
  expect([books.lock().refresh.local_time, books.lock().cells["S!B1"]?.shows, books.lock().cells["S!C1"]?.shows]).toEqual([
    "2026-11-12T23:59:59",
    46338,
    expect.closeTo(1 - 1 / 86_400, 9),
  ]);
  expect([await books.run("--replay", "b.lock.json", "c.xlsx"), books.sha256("c.xlsx")]).toEqual([0, books.sha256("b.xlsx")]);
  expect([await verify("b.xlsx"), books.err]).toEqual([0, []]);
});
