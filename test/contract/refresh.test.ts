import { strFromU8, unzipSync } from "fflate";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Io } from "../../src/commands/io";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import { readBook } from "../../src/workbook/xlsx/read-book";
import { itWithSharedData } from "../shared-data";
import { smallFile, type SmallFile } from "../unit/workbook/xlsx/small-file";
import { notCompared } from "./refresh-desk";

const NOW = Date.UTC(2026, 10, 20, 12);
const WORKBOOKS = path.join("..", "workbooks");
let cwd = "";
let out: string[] = [];
let err: string[] = [];
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), "service-refresh-"));
  [out, err] = [[], []];
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const at = (name: string): string => path.join(cwd, name);
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(at(name)));
async function run(argv: readonly string[], env: Io["env"] = { SERVICE_DATA: "d" }): Promise<number> {
  [out, err] = [[], []];
  const io: Io = { out: (line) => void out.push(line), err: (line) => void err.push(line), cwd, env, now: () => NOW };
  return refreshCommand([...argv], io);
}
/** A dynamic array cell with a stored value. */
const cell = (reference: string, formula: string, value: string, fills = reference): string =>
  `<c r="${reference}" cm="1"><f t="array" ref="${fills}">${formula}</f><v>${value}</v></c>`;
const text = (reference: string, value: string): string => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const book = (rows: readonly string[], rest: Partial<SmallFile> = {}): Uint8Array =>
  smallFile({ sheets: { S: rows.map((cells, i) => `<row r="${i + 1}">${cells}</row>`).join("") }, ...rest });
const put = (name: string, bytes: Uint8Array): void => writeFileSync(at(name), bytes);
/** The content of each row of the first sheet, as stored. */
const rowsOf = (name: string): string[] =>
  [...strFromU8(unzipSync(read(name))["xl/worksheets/sheet1.xml"]!).matchAll(/<row[^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, cells = ""]) => cells);

/** The cells of a file as `sheet!r1c1` with their elements. */
function cellElements(file: Uint8Array): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, part] of Object.entries(unzipSync(file)))
    if (/worksheets\/sheet\d+\.xml$/.test(name))
      for (const [element, reference] of strFromU8(part).matchAll(/<c r="([A-Z]+\d+)"[^>]*?(?:\/>|>.*?<\/c>)/gs)) cells.set(`${name} ${reference}`, element);
  return cells;
}

describe("npm run refresh", () => {
  for (const name of ["analyst.xlsx", "excel-forms.xlsx"])
    itWithSharedData(`changes only cells with a SERVICE call, and those that depend on one, in ${name}`, async (folder) => {
      const before = new Uint8Array(readFileSync(path.join(folder, WORKBOOKS, name)));
      put(name, before);
      expect(await run([name])).toBe(0);
      const [a, b] = [unzipSync(before), unzipSync(read(name))];
      expect(Object.keys(b)).toEqual(Object.keys(a));
      for (const part of Object.keys(a)) if (!/worksheets\/sheet\d+\.xml$/.test(part)) expect([part, Buffer.compare(a[part]!, b[part]!)]).toEqual([part, 0]);
      const [was, is] = [cellElements(before), cellElements(read(name))];
      expect([...is.keys()]).toEqual([...was.keys()]);
      const changed = [...was].filter(([reference, element]) => is.get(reference) !== element);
      expect(changed.length).toBeGreaterThan(10);
      // Only type and value differ.
      const form = (element: string) => element.replace(/^(<c [^>]*?) t="\w+"/, "$1").replace(/<v>.*?<\/v>/s, "<v/>");
      for (const [reference, element] of changed) expect(form(is.get(reference)!)).toBe(form(element));
      expect(out.join("\n")).toContain(`${changed.length} cells changed.`);
      const after = read(name);
      expect(await run([name])).toBe(0);
      expect(Buffer.compare(read(name), after)).toBe(0);
    });

  it("writes numbers, reasons, dates and errors in place of the old ones, and what depends on them", async () => {
    put(
      "b.xlsx",
      book([
        `${text("A1", "DGS10")}${cell("B1", "_xldudf_SERVICE_FRED(A1)", "1")}<c r="C1"><f>SUM(B1,100)</f><v>101</v></c><c r="D1"><v>7</v></c>`,
        `${text("A2", "NOSUCH")}${cell("B2", "_xldudf_SERVICE_FRED(A2)", "1")}<c r="C2"><f>B2+1</f><v>2</v></c>`,
        `${cell("B3", '_xldudf_SERVICE_FRED("DGS10","date")', "1")}<c r="C3"><f>D1+1</f><v>9</v></c>`,
        `<c r="B4" t="e"><f>_xldudf_SERVICE_FRED("DGS10","dayz")</f><v>#N/A</v></c>`,
      ]),
    );
    expect(await run(["b.xlsx"])).toBe(0);
    const [first, second, third, fourth] = rowsOf("b.xlsx");
    const value = Number(/B1<\/f>|<c r="B1".*?<v>(.*?)<\/v>/s.exec(first!)![1]);
    expect(value).toBeGreaterThan(2);
    expect(first).toContain(`<c r="C1"><f>SUM(B1,100)</f><v>${value + 100}</v></c><c r="D1"><v>7</v></c>`);
    expect(second).toMatch(/<c r="B2" cm="1" t="str"><f t="array" ref="B2">_xldudf_SERVICE_FRED\(A2\)<\/f><v>n\/a: Unknown series NOSUCH/);
    expect(second).toContain(`<c r="C2" t="e"><f>B2+1</f><v>#VALUE!</v></c>`);
    expect(third).toMatch(/<c r="B3" cm="1"><f[^>]*>[^<]*<\/f><v>46\d{3}<\/v><\/c>/);
    // Depends on no SERVICE call: the stored value stays, even if it is old.
    expect(third).toContain(`<c r="C3"><f>D1+1</f><v>9</v></c>`);
    expect(fourth).toContain(`<c r="B4" t="e"><f>_xldudf_SERVICE_FRED("DGS10","dayz")</f><v>#VALUE!</v></c>`);
    expect(out).toEqual(["b.xlsx: 4 SERVICE cells and 2 other formulas, 1 request; 6 cells changed. 2 cells show sample data.", notCompared("b.xlsx")]);
    expect(err).toEqual([]);
  });

  it("keeps a formula that it cannot calculate surely, with everything that depends on it, and names them", async () => {
    put(
      "b.xlsx",
      book([
        `${cell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1")}<c r="B1"><f>RANDBETWEEN(1,6)*A1</f><v>2</v></c><c r="C1"><f>B1+A1</f><v>3</v></c><c r="D1"><f>A1*2</f><v>2</v></c>`,
      ]),
    );
    expect(await run(["b.xlsx"])).toBe(0);
    expect(rowsOf("b.xlsx")[0]).toContain(`<c r="B1"><f>RANDBETWEEN(1,6)*A1</f><v>2</v></c><c r="C1"><f>B1+A1</f><v>3</v></c>`);
    expect(rowsOf("b.xlsx")[0]).not.toContain(`<c r="D1"><f>A1*2</f><v>2</v></c>`);
    expect(err).toEqual([
      "b.xlsx: S!B1 keeps its value. It uses RANDBETWEEN, whose result may differ from Excel's.",
      "b.xlsx: S!C1 keeps its value. It depends on S!B1, which keeps its value.",
    ]);
  });

  it("keeps a formula whose calculation would not end", async () => {
    put("b.xlsx", book([`${cell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1")}<c r="B1"><f>WORKDAY(A1,1E15)</f><v>7</v></c>`]));
    expect(await run(["b.xlsx"])).toBe(0);
    expect(rowsOf("b.xlsx")[0]).toContain("<f>WORKDAY(A1,1E15)</f><v>7</v>");
    expect(err).toEqual(["b.xlsx: S!B1 keeps its value. This refresh cannot calculate it. Open the book in Excel to update it."]);
  });

  it("writes a formula with a doubtful function if a second engine gives the same value, and keeps it with its dependents if not", async () => {
    put(
      "b.xlsx",
      book([
        `${text("A1", "DGS10")}${cell("B1", "_xldudf_SERVICE_FRED(A1)", "1")}<c r="C1" t="str"><f>TEXT(B1,"0.000")&amp;"%"</f><v>x</v></c><c r="D1" t="str"><f>LEFT(C1,1)</f><v>x</v></c>`,
        `${text("A2", "DGS2")}<c r="B2" t="str"><f>TEXT(_xldudf_SERVICE_FRED("DGS10")-10,"0.00;(0.00)")</f><v>x</v></c>${cell("C2", "AVERAGE(_xldudf_SERVICE_FRED(A1:A2),_xldudf_SERVICE_FRED(A1))", "1")}`,
        `${text("A3", "NOSUCH")}<c r="B3"><f>DAYS360(59,B1*10)</f><v>5</v></c><c r="C3"><f>B3*2</f><v>10</v></c><c r="D3"><f>MATCH(B1,C1:C2)</f><v>7</v></c>`,
        `<c r="B4" t="str"><f>UPPER(_xldudf_SERVICE_FRED(A3))</f><v>x</v></c>`,
      ]),
    );
    expect(await run(["b.xlsx"])).toBe(0);
    const values = new Map(readBook(read("b.xlsx")).sheets[0]!.cells.map(({ row, column, value }) => [`${"ABCD"[column]}${row + 1}`, value]));
    const rate = values.get("B1") as number;
    expect(values.get("C1")).toBe(`${rate.toFixed(3)}%`);
    expect(values.get("D1")).toBe(String(rate)[0]);
    expect(values.get("B2")).toBe(`(${(10 - rate).toFixed(2)})`);
    expect(values.get("C2")).toBeGreaterThan(2);
    expect(values.get("B4")).toMatch(/^N\/A: UNKNOWN SERIES NOSUCH/);
    expect([values.get("B3"), values.get("C3")]).toEqual([5, 10]);
    expect(err).toEqual([
      "b.xlsx: S!B3 keeps its value. It uses DAYS360, for which two calculations gave different results.",
      "b.xlsx: S!C3 keeps its value. It depends on S!B3, which keeps its value.",
    ]);
  });

  it("calculates subtotals, but not over hidden rows or other subtotals", async () => {
    put(
      "b.xlsx",
      smallFile({
        sheets: {
          S: `<row r="1">${cell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1")}<c r="B1"><f>SUBTOTAL(9,A1:A2)</f><v>8</v></c><c r="C1"><f>SUBTOTAL(9,A1:B1)</f><v>9</v></c><c r="D1"><f>SUBTOTAL(9,A1:A3)</f><v>10</v></c></row><row r="2"><c r="A2"><v>7</v></c></row><row r="3" hidden="1"><c r="A3"><v>3</v></c></row>`,
        },
      }),
    );
    expect(await run(["b.xlsx"])).toBe(0);
    const [a, b, c, d] = readBook(read("b.xlsx")).sheets[0]!.cells.map(({ value }) => value) as number[];
    expect([b, c, d]).toEqual([a! + 7, 9, 10]);
    expect(err).toEqual([
      "b.xlsx: S!C1 and S!D1 keep their values. It uses SUBTOTAL over hidden rows or other subtotals, whose result may differ from Excel's.",
    ]);
  });

  it("keeps formulas that refer to themselves, also through others", async () => {
    const call = cell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1");
    put(
      "b.xlsx",
      smallFile({
        sheets: {
          S: `<row r="1">${call}<c r="B1"><f>C1+A1</f><v>0</v></c><c r="C1"><f>B1+1</f><v>0</v></c><c r="D1"><f>C1*2</f><v>0</v></c><c r="E1"><f>SUM(A1:E1)</f><v>0</v></c></row>`,
        },
      }),
    );
    expect(await run(["b.xlsx"])).toBe(0);
    expect(rowsOf("b.xlsx")[0]).toMatch(/B1"><f>C1\+A1<\/f><v>0<.*C1"><f>B1\+1<\/f><v>0<.*D1"><f>C1\*2<\/f><v>0<.*E1"><f>SUM\(A1:E1\)<\/f><v>0</s);
    expect(err).toEqual([
      "b.xlsx: S!B1, S!C1 and S!E1 keep their values. It refers to itself, also through other cells.",
      "b.xlsx: S!D1 keeps its value. It depends on S!C1, which keeps its value.",
    ]);
  });

  it("keeps formulas that read a sheet whose name the engine does not find", async () => {
    const call = cell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1");
    put("b.xlsx", smallFile({ sheets: { S: `<row r="1"><c r="A1"><f>'__proto__'!A1+1</f><v>2</v></c></row>`, ["__proto__"]: `<row r="1">${call}</row>` } }));
    expect([await run(["b.xlsx"]), err]).toEqual([0, ["b.xlsx: S!A1 keeps its value. It uses the sheet __proto__, whose result may differ from Excel's."]]);
    expect(rowsOf("b.xlsx")[0]).toContain("<v>2</v>");
  });

  it("grows and shrinks what an array fills, and calculates what reads the new cells", async () => {
    put(
      "b.xlsx",
      book([
        `${text("A1", "DGS10")}${cell("B1", "_xldudf_SERVICE_FRED(A1:A3)", "1")}<c r="C1"><f>SUM(B2:B3)</f><v>0</v></c><c r="D1"><f>COUNT(B1:B9)</f><v>1</v></c>`,
        text("A2", "DGS2"),
        text("A3", "DGS5"),
        cell("A4", "_xldudf_SERVICE_FRED(A1)", "1", "A4:A5"),
        `<c r="A5"><v>5</v></c>`,
      ]),
    );
    expect(await run(["b.xlsx"])).toBe(0);
    const cells = readBook(read("b.xlsx")).sheets[0]!.cells;
    const spilled = cells.find(({ row, column }) => row === 0 && column === 1)!.spill!.map(([v]) => Number(v));
    expect(spilled).toHaveLength(3);
    const [sum, count] = [2, 3].map((column) => cells.find((c) => c.row === 0 && c.column === column)!.value);
    expect(sum).toBeCloseTo(spilled[1]! + spilled[2]!, 9);
    expect(count).toBe(3);
    expect(rowsOf("b.xlsx")[3]).toMatch(/ref="A4"/);
    expect(cells.find(({ row }) => row === 3)!.value).toBe(spilled[0]);
    expect(rowsOf("b.xlsx")[4]).toBe(`<c r="A5"></c>`);
  });

  it("keeps data tables, and formulas that refer to another workbook too", async () => {
    put(
      "b.xlsx",
      book([
        `${cell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1")}<c r="B1"><f>A1+[1]Other!A1</f><v>2</v></c><c r="C1"><f>B1*2</f><v>4</v></c><c r="D1"><f>[1]Other!B9</f><v>5</v></c>`,
        `<c r="A2"><f t="dataTable" ref="A2" dt2D="0" dtr="0" r1="A1"/><v>6</v></c>`,
      ]),
    );
    expect(await run(["b.xlsx"])).toBe(0);
    expect(rowsOf("b.xlsx")[0]).toContain(`<f>A1+[1]Other!A1</f><v>2</v></c><c r="C1"><f>B1*2</f><v>4</v></c><c r="D1"><f>[1]Other!B9</f><v>5</v>`);
    expect(err).toEqual([
      "b.xlsx: S!B1 keeps its value. Its formula refers to another workbook, which this refresh does not read.",
      "b.xlsx: S!C1 keeps its value. It depends on S!B1, which keeps its value.",
      "b.xlsx: S!A2 keeps its value. It belongs to a data table, which this refresh does not calculate.",
    ]);
  });

  it("leaves a book without SERVICE calls as it is", async () => {
    put("b.xlsx", book([`<c r="A1"><f>TODAY()</f><v>1</v></c><c r="B1"><f>A1+1</f><v>2</v></c>`]));
    const before = read("b.xlsx");
    expect(await run(["b.xlsx"])).toBe(0);
    expect(Buffer.compare(read("b.xlsx"), before)).toBe(0);
    expect([out, err]).toEqual([["b.xlsx: 0 SERVICE cells and 0 other formulas, 0 requests; 0 cells changed."], []]);
  });

  it("keeps the block of an array formula that was entered for a fixed one", async () => {
    const fixed = (reference: string, fills: string, formula: string) => `<c r="${reference}"><f t="array" ref="${fills}">${formula}</f><v>1</v></c>`;
    put(
      "b.xlsx",
      book([
        `${cell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1")}${fixed("B1", "B1:B2", "A1:A1*1")}${fixed("C1", "C1:C2", "A1:A2*2")}${fixed("D1", "D1", "SUM(A1:A2*2)")}`,
        `<c r="A2"><v>3</v></c><c r="B2"><v>1</v></c><c r="C2"><v>1</v></c>`,
      ]),
    );
    expect(await run(["b.xlsx"])).toBe(0);
    expect(rowsOf("b.xlsx")[0]).toContain(fixed("B1", "B1:B2", "A1:A1*1"));
    expect(rowsOf("b.xlsx")[1]).toBe(`<c r="A2"><v>3</v></c><c r="B2"><v>1</v></c><c r="C2"><v>6</v></c>`);
    const values = readBook(read("b.xlsx")).sheets[0]!.cells.filter(({ row }) => row === 0);
    const [a, , c, d] = values.map(({ value, spill }) => spill?.flat() ?? [value]) as number[][];
    expect([c, d]).toEqual([[a![0]! * 2, 6], [a![0]! * 2 + 6]]);
    expect(err).toEqual([expect.stringMatching(/^b\.xlsx: S!B1 keeps its value\. Its result does not fit the block of its array formula/)]);
  });

  it("counts days from 1904 in a book that does", async () => {
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`;
    const formula = '_xldudf_SERVICE_YIELD("AS_OF","2024-06-19")';
    const rest = { parts: { "xl/styles.xml": styles }, related: { styles: "styles.xml" } };
    const shown = `<c r="A1" s="1" cm="1"><f t="array" ref="A1">${formula}</f><v>1</v></c>`;
    put("1904.xlsx", book([shown], { ...rest, properties: `<workbookPr date1904="1"/>` }));
    put("1900.xlsx", book([shown], rest));
    expect(await run(["1904.xlsx", "1900.xlsx"])).toBe(0);
    // 2024-06-18
    expect(rowsOf("1900.xlsx")[0]).toContain("<v>45461</v>");
    expect(rowsOf("1904.xlsx")[0]).toContain("<v>43999</v>");
  });

  it("writes over nothing that somebody else put in the way of an array", async () => {
    put(
      "b.xlsx",
      book([
        `${text("A1", "DGS10")}${cell("B1", "_xldudf_SERVICE_FRED(A1:A2)", "1")}<c r="C1"><f>B1*2</f><v>2</v></c>`,
        `${text("A2", "DGS2")}${text("B2", "mine")}`,
      ]),
    );
    const before = read("b.xlsx");
    expect(await run(["b.xlsx"])).toBe(0);
    expect(Buffer.compare(read("b.xlsx"), before)).toBe(0);
    expect(err).toEqual([
      expect.stringMatching(/^b\.xlsx: S!B1 keeps its value\. (Its new values need S!B2, which holds something\.|It would show #SPILL!)/),
      "b.xlsx: S!C1 keeps its value. It depends on S!B1, which keeps its value.",
    ]);
  });
});

describe("npm run refresh leaves a book as it was", () => {
  const bytes = book([cell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1")]);
  const one = () => bytes;

  it("if the service does not answer; with --keep-going, the cells without an answer", async () => {
    put("b.xlsx", one());
    const server = createServer((_request, response) => void response.writeHead(403, { "content-type": "application/json" }).end("{}"));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { SERVICE_API_KEY: "k".repeat(40) };
    try {
      expect(await run(["--url", url, "b.xlsx"], env)).toBe(1);
      expect(err.join("\n")).toMatch(/^b\.xlsx: .*Nothing was written\. --keep-going writes what was answered\.$/);
      expect(await run(["--url", url, "--keep-going", "b.xlsx"], env)).toBe(1);
      expect(err.join("\n")).toContain("S!A1 keeps its value. The service did not answer it.");
    } finally {
      await new Promise((closed) => server.close(closed));
    }
    expect(Buffer.compare(read("b.xlsx"), one())).toBe(0);
  });

  it("with --dry-run, which says what would change, and with --out", async () => {
    put("b.xlsx", one());
    expect(await run(["--dry-run", "b.xlsx"])).toBe(0);
    expect(out).toEqual([
      "b.xlsx: 1 SERVICE cell and 0 other formulas, 1 request; 1 cell would change. 1 cell shows sample data.",
      expect.stringMatching(/^ {2}S!A1: 1 → \d/),
    ]);
    expect(await run(["--out", "new.xlsx", "b.xlsx"])).toBe(0);
    expect(Buffer.compare(read("b.xlsx"), one())).toBe(0);
    expect(rowsOf("new.xlsx")[0]).not.toContain("<v>1</v>");
  });

  it.each<[string, (name: string) => void, string]>([
    ["it is open in Excel", () => put("~$b.xlsx", new Uint8Array(1)), "It is open in Excel. Close it there, and refresh again."],
    ["it is not a workbook", (name) => put(name, new Uint8Array([1, 2, 3])), "Expected an .xlsx workbook, got a file of another kind."],
    ["it is cut off", (name) => put(name, one().subarray(0, 300)), "Expected an .xlsx workbook, got a damaged file, or part of one."],
  ])("if %s", async (_, spoil, why) => {
    put("b.xlsx", one());
    spoil("b.xlsx");
    const before = read("b.xlsx");
    put("good.xlsx", one());
    expect(await run(["b.xlsx", "good.xlsx"])).toBe(1);
    expect(err.join("\n")).toContain(`b.xlsx: ${why}`);
    expect(Buffer.compare(read("b.xlsx"), before)).toBe(0);
    // The other book is refreshed.
    expect(out.join("\n")).toContain("good.xlsx: 1 SERVICE cell");
  });

  it("while another process refreshes it, and removes what a killed one has left", async () => {
    put("b.xlsx", one());
    put(".b.xlsx.refreshing", new TextEncoder().encode(String(process.ppid)));
    expect(await run(["b.xlsx"])).toBe(1);
    expect(err).toEqual([`b.xlsx: Process ${process.ppid} is refreshing it. Wait until that has ended, and refresh it again.`]);
    expect(Buffer.compare(read("b.xlsx"), one())).toBe(0);
    // No process has this number.
    put(".b.xlsx.refreshing", new TextEncoder().encode("4194305"));
    put(".b.xlsx.4194305.draft", new Uint8Array(3));
    expect(await run(["b.xlsx"])).toBe(0);
    expect(readdirSync(cwd).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("and replaces it with its permissions, and with a backup if asked", async () => {
    put("b.xlsx", one());
    chmodSync(at("b.xlsx"), 0o640);
    expect(await run(["--backup", "b.xlsx"])).toBe(0);
    expect(statSync(at("b.xlsx")).mode & 0o777).toBe(0o640);
    expect(Buffer.compare(read("b.bak.xlsx"), one())).toBe(0);
    expect(existsSync(at(`.b.xlsx.${process.pid}.draft`))).toBe(false);
  });

  it("if an argument names no .xlsx file", async () => {
    await expect(run(["none.xlsx"])).rejects.toThrow("There is no file none.xlsx.");
    await expect(run([cwd])).rejects.toThrow(`There is no .xlsx file in ${cwd}.`);
    put("b.xlsx", one());
    put("c.xlsx", one());
    await expect(run(["--out", "x.xlsx", "b.xlsx", "c.xlsx"])).rejects.toThrow("--out: expected one book, got 2.");
  });
});
