import { strFromU8, unzipSync } from "fflate";
import { readFileSync } from "node:fs";
import path from "node:path";
import { itWithSharedData } from "../shared-data";
import { smallFile } from "../unit/workbook/xlsx/small-file";
import { refusing, serving } from "./command-desk";
import { bookOf, call, notCompared, RATE, refreshDesk } from "./refresh-desk";

const WORKBOOKS = path.join("..", "workbooks");
const desk = refreshDesk();
const { put, putBook, read, isSame, rowsOf, cellsOf, run } = desk;
const text = (reference: string, value: string): string => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;

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
      expect(await run(name)).toBe(0);
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
      expect(desk.out.join("\n")).toContain(`${changed.length} cells changed.`);
      const after = read(name);
      expect(await run(name)).toBe(0);
      expect(isSame(name, after)).toBe(true);
    });

  it("writes numbers, reasons, dates and errors in place of the old ones, and what depends on them", async () => {
    putBook("b.xlsx", [
      `${text("A1", "DGS10")}${call("B1", "_xldudf_SERVICE_FRED(A1)")}<c r="C1"><f>SUM(B1,100)</f><v>101</v></c><c r="D1"><v>7</v></c>`,
      `${text("A2", "NOSUCH")}${call("B2", "_xldudf_SERVICE_FRED(A2)")}<c r="C2"><f>B2+1</f><v>2</v></c>`,
      `${call("B3", '_xldudf_SERVICE_FRED("DGS10","date")')}<c r="C3"><f>D1+1</f><v>9</v></c>`,
      `<c r="B4" t="e"><f>_xldudf_SERVICE_FRED("DGS10","dayz")</f><v>#N/A</v></c>`,
    ]);
    expect(await run("b.xlsx")).toBe(0);
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
    expect(desk.out).toEqual(["b.xlsx: 4 SERVICE cells and 2 other formulas, 1 request; 6 cells changed. 2 cells show sample data.", notCompared("b.xlsx")]);
    expect(desk.err).toEqual([]);
  });

  it("keeps a formula that it cannot calculate surely, with everything that depends on it, and names them", async () => {
    putBook("b.xlsx", [`${RATE}<c r="B1"><f>RANDBETWEEN(1,6)*A1</f><v>2</v></c><c r="C1"><f>B1+A1</f><v>3</v></c><c r="D1"><f>A1*2</f><v>2</v></c>`]);
    expect(await run("b.xlsx")).toBe(0);
    expect(rowsOf("b.xlsx")[0]).toContain(`<c r="B1"><f>RANDBETWEEN(1,6)*A1</f><v>2</v></c><c r="C1"><f>B1+A1</f><v>3</v></c>`);
    expect(rowsOf("b.xlsx")[0]).not.toContain(`<c r="D1"><f>A1*2</f><v>2</v></c>`);
    expect(desk.err).toEqual([
      "b.xlsx: S!B1 keeps its value. It uses RANDBETWEEN, whose result may differ from Excel's.",
      "b.xlsx: S!C1 keeps its value. It depends on S!B1, which keeps its value.",
    ]);
  });

  it("keeps a formula whose calculation would not end", async () => {
    putBook("b.xlsx", [`${RATE}<c r="B1"><f>WORKDAY(A1,1E15)</f><v>7</v></c>`]);
    expect(await run("b.xlsx")).toBe(0);
    expect(rowsOf("b.xlsx")[0]).toContain("<f>WORKDAY(A1,1E15)</f><v>7</v>");
    expect(desk.err).toEqual(["b.xlsx: S!B1 keeps its value. This refresh cannot calculate it. Open the book in Excel to update it."]);
  });

  it("writes a formula with a doubtful function if a second engine gives the same value, and keeps it with its dependents if not", async () => {
    putBook("b.xlsx", [
      `${text("A1", "DGS10")}${call("B1", "_xldudf_SERVICE_FRED(A1)")}<c r="C1" t="str"><f>TEXT(B1,"0.000")&amp;"%"</f><v>x</v></c><c r="D1" t="str"><f>LEFT(C1,1)</f><v>x</v></c>`,
      `${text("A2", "DGS2")}<c r="B2" t="str"><f>TEXT(_xldudf_SERVICE_FRED("DGS10")-10,"0.00;(0.00)")</f><v>x</v></c>${call("C2", "AVERAGE(_xldudf_SERVICE_FRED(A1:A2),_xldudf_SERVICE_FRED(A1))")}`,
      `${text("A3", "NOSUCH")}<c r="B3"><f>DAYS360(59,B1*10)</f><v>5</v></c><c r="C3"><f>B3*2</f><v>10</v></c><c r="D3"><f>MATCH(B1,C1:C2)</f><v>7</v></c>`,
      `<c r="B4" t="str"><f>UPPER(_xldudf_SERVICE_FRED(A3))</f><v>x</v></c>`,
    ]);
    expect(await run("b.xlsx")).toBe(0);
    const values = new Map(cellsOf("b.xlsx").map(({ row, column, value }) => [`${"ABCD"[column]}${row + 1}`, value]));
    const rate = values.get("B1") as number;
    expect(values.get("C1")).toBe(`${rate.toFixed(3)}%`);
    expect(values.get("D1")).toBe(String(rate)[0]);
    expect(values.get("B2")).toBe(`(${(10 - rate).toFixed(2)})`);
    expect(values.get("C2")).toBeGreaterThan(2);
    expect(values.get("B4")).toMatch(/^N\/A: UNKNOWN SERIES NOSUCH/);
    expect([values.get("B3"), values.get("C3")]).toEqual([5, 10]);
    expect(desk.err).toEqual([
      "b.xlsx: S!B3 keeps its value. It uses DAYS360, for which two calculations gave different results.",
      "b.xlsx: S!C3 keeps its value. It depends on S!B3, which keeps its value.",
    ]);
  });

  it("calculates subtotals, but not over hidden rows or other subtotals", async () => {
    put(
      "b.xlsx",
      smallFile({
        sheets: {
          S: `<row r="1">${RATE}<c r="B1"><f>SUBTOTAL(9,A1:A2)</f><v>8</v></c><c r="C1"><f>SUBTOTAL(9,A1:B1)</f><v>9</v></c><c r="D1"><f>SUBTOTAL(9,A1:A3)</f><v>10</v></c></row><row r="2"><c r="A2"><v>7</v></c></row><row r="3" hidden="1"><c r="A3"><v>3</v></c></row>`,
        },
      }),
    );
    expect(await run("b.xlsx")).toBe(0);
    const [a, b, c, d] = cellsOf("b.xlsx").map(({ value }) => value) as number[];
    expect([b, c, d]).toEqual([a! + 7, 9, 10]);
    expect(desk.err).toEqual([
      "b.xlsx: S!C1 and S!D1 keep their values. Each uses SUBTOTAL or AGGREGATE over hidden rows or other subtotals, whose result may differ from Excel's.",
    ]);
  });

  it("keeps formulas that refer to themselves, also through others", async () => {
    putBook("b.xlsx", [
      `${RATE}<c r="B1"><f>C1+A1</f><v>0</v></c><c r="C1"><f>B1+1</f><v>0</v></c><c r="D1"><f>C1*2</f><v>0</v></c><c r="E1"><f>SUM(A1:E1)</f><v>0</v></c>`,
    ]);
    expect(await run("b.xlsx")).toBe(0);
    expect(rowsOf("b.xlsx")[0]).toMatch(/B1"><f>C1\+A1<\/f><v>0<.*C1"><f>B1\+1<\/f><v>0<.*D1"><f>C1\*2<\/f><v>0<.*E1"><f>SUM\(A1:E1\)<\/f><v>0</s);
    expect(desk.err).toEqual([
      "b.xlsx: S!B1, S!C1 and S!E1 keep their values. Each refers to itself, also through other cells.",
      "b.xlsx: S!D1 keeps its value. It depends on S!C1, which keeps its value.",
    ]);
  });

  it("keeps formulas that read a sheet whose name the engine does not find", async () => {
    put("b.xlsx", smallFile({ sheets: { S: `<row r="1"><c r="A1"><f>'__proto__'!A1+1</f><v>2</v></c></row>`, ["__proto__"]: `<row r="1">${RATE}</row>` } }));
    expect([await run("b.xlsx"), desk.err]).toEqual([0, ["b.xlsx: S!A1 keeps its value. It uses the sheet __proto__, whose result may differ from Excel's."]]);
    expect(rowsOf("b.xlsx")[0]).toContain("<v>2</v>");
  });

  it("grows and shrinks what an array fills, and calculates what reads the new cells", async () => {
    putBook("b.xlsx", [
      `${text("A1", "DGS10")}${call("B1", "_xldudf_SERVICE_FRED(A1:A3)")}<c r="C1"><f>SUM(B2:B3)</f><v>0</v></c><c r="D1"><f>COUNT(B1:B9)</f><v>1</v></c>`,
      text("A2", "DGS2"),
      text("A3", "DGS5"),
      call("A4", "_xldudf_SERVICE_FRED(A1)", "1", "A4:A5"),
      `<c r="A5"><v>5</v></c>`,
    ]);
    expect(await run("b.xlsx")).toBe(0);
    const cells = cellsOf("b.xlsx");
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
    putBook("b.xlsx", [
      `${RATE}<c r="B1"><f>A1+[1]Other!A1</f><v>2</v></c><c r="C1"><f>B1*2</f><v>4</v></c><c r="D1"><f>[1]Other!B9</f><v>5</v></c>`,
      `<c r="A2"><f t="dataTable" ref="A2" dt2D="0" dtr="0" r1="A1"/><v>6</v></c>`,
    ]);
    expect(await run("b.xlsx")).toBe(0);
    expect(rowsOf("b.xlsx")[0]).toContain(`<f>A1+[1]Other!A1</f><v>2</v></c><c r="C1"><f>B1*2</f><v>4</v></c><c r="D1"><f>[1]Other!B9</f><v>5</v>`);
    expect(desk.err).toEqual([
      "b.xlsx: S!B1 keeps its value. Its formula refers to another workbook, which this refresh does not read.",
      "b.xlsx: S!C1 keeps its value. It depends on S!B1, which keeps its value.",
      "b.xlsx: S!A2 keeps its value. It belongs to a data table, which this refresh does not calculate.",
    ]);
  });

  it("leaves a book without SERVICE calls as it is", async () => {
    putBook("b.xlsx", [`<c r="A1"><f>TODAY()</f><v>1</v></c><c r="B1"><f>A1+1</f><v>2</v></c>`]);
    const before = read("b.xlsx");
    expect(await run("b.xlsx")).toBe(0);
    expect(isSame("b.xlsx", before)).toBe(true);
    expect([desk.out, desk.err]).toEqual([["b.xlsx: 0 SERVICE cells and 0 other formulas, 0 requests; 0 cells changed."], []]);
  });

  it("keeps the block of an array formula that was entered for a fixed one", async () => {
    const fixed = (reference: string, fills: string, formula: string) => `<c r="${reference}"><f t="array" ref="${fills}">${formula}</f><v>1</v></c>`;
    putBook("b.xlsx", [
      `${RATE}${fixed("B1", "B1:B2", "A1:A1*1")}${fixed("C1", "C1:C2", "A1:A2*2")}${fixed("D1", "D1", "SUM(A1:A2*2)")}`,
      `<c r="A2"><v>3</v></c><c r="B2"><v>1</v></c><c r="C2"><v>1</v></c>`,
    ]);
    expect(await run("b.xlsx")).toBe(0);
    expect(rowsOf("b.xlsx")[0]).toContain(fixed("B1", "B1:B2", "A1:A1*1"));
    expect(rowsOf("b.xlsx")[1]).toBe(`<c r="A2"><v>3</v></c><c r="B2"><v>1</v></c><c r="C2"><v>6</v></c>`);
    const values = cellsOf("b.xlsx").filter(({ row }) => row === 0);
    const [a, , c, d] = values.map(({ value, spill }) => spill?.flat() ?? [value]) as number[][];
    expect([c, d]).toEqual([[a![0]! * 2, 6], [a![0]! * 2 + 6]]);
    expect(desk.err).toEqual([expect.stringMatching(/^b\.xlsx: S!B1 keeps its value\. Its result does not fit the block of its array formula/)]);
  });

  it("counts days from 1904 in a book that does", async () => {
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`;
    const formula = '_xldudf_SERVICE_YIELD("AS_OF","2024-06-19")';
    const rest = { parts: { "xl/styles.xml": styles }, related: { styles: "styles.xml" } };
    const shown = `<c r="A1" s="1" cm="1"><f t="array" ref="A1">${formula}</f><v>1</v></c>`;
    putBook("1904.xlsx", [shown], { ...rest, properties: `<workbookPr date1904="1"/>` });
    putBook("1900.xlsx", [shown], rest);
    expect(await run("1904.xlsx", "1900.xlsx")).toBe(0);
    // 2024-06-18
    expect(rowsOf("1900.xlsx")[0]).toContain("<v>45461</v>");
    expect(rowsOf("1904.xlsx")[0]).toContain("<v>43999</v>");
  });

  it("writes over nothing that somebody else put in the way of an array", async () => {
    putBook("b.xlsx", [
      `${text("A1", "DGS10")}${call("B1", "_xldudf_SERVICE_FRED(A1:A2)")}<c r="C1"><f>B1*2</f><v>2</v></c>`,
      `${text("A2", "DGS2")}${text("B2", "mine")}`,
    ]);
    const before = read("b.xlsx");
    expect(await run("b.xlsx")).toBe(0);
    expect(isSame("b.xlsx", before)).toBe(true);
    expect(desk.err).toEqual([
      expect.stringMatching(/^b\.xlsx: S!B1 keeps its value\. (Its new values need S!B2, which holds something\.|It would show #SPILL!)/),
      "b.xlsx: S!C1 keeps its value. It depends on S!B1, which keeps its value.",
    ]);
  });
});

describe("npm run refresh leaves a book as it was", () => {
  const one = bookOf([RATE]);

  it("if the service does not answer; with --keep-going, the cells without an answer", async () => {
    put("b.xlsx", one);
    const env = { SERVICE_API_KEY: "k".repeat(40) };
    await serving(refusing, async (url) => {
      expect(await desk.runWith(env, "--url", url, "b.xlsx")).toBe(1);
      expect(desk.err.join("\n")).toMatch(/^b\.xlsx: .*Nothing was written\. --keep-going writes what was answered\.$/);
      expect(await desk.runWith(env, "--url", url, "--keep-going", "b.xlsx")).toBe(1);
      expect(desk.err.join("\n")).toContain("S!A1 keeps its value. The service did not answer it.");
    });
    expect(isSame("b.xlsx", one)).toBe(true);
  });

  it("with --dry-run, which says what would change, and with --out", async () => {
    put("b.xlsx", one);
    expect(await run("--dry-run", "b.xlsx")).toBe(0);
    expect(desk.out).toEqual([
      "b.xlsx: 1 SERVICE cell and 0 other formulas, 1 request; 1 cell would change. 1 cell shows sample data.",
      expect.stringMatching(/^ {2}S!A1: 1 → \d/),
    ]);
    expect(await run("--out", "new.xlsx", "b.xlsx")).toBe(0);
    expect(isSame("b.xlsx", one)).toBe(true);
    expect(rowsOf("new.xlsx")[0]).not.toContain("<v>1</v>");
  });

  it.each<[string, (name: string) => void, string]>([
    ["it is open in Excel", () => put("~$b.xlsx", new Uint8Array(1)), "It is open in Excel. Close it there, and refresh again."],
    ["it is not a workbook", (name) => put(name, new Uint8Array([1, 2, 3])), "Expected an .xlsx workbook, got a file of another kind."],
    ["it is cut off", (name) => put(name, one.subarray(0, 300)), "Expected an .xlsx workbook, got a damaged file, or part of one."],
  ])("if %s", async (_, spoil, why) => {
    put("b.xlsx", one);
    spoil("b.xlsx");
    const before = read("b.xlsx");
    put("good.xlsx", one);
    expect(await run("b.xlsx", "good.xlsx")).toBe(1);
    expect(desk.err.join("\n")).toContain(`b.xlsx: ${why}`);
    expect(isSame("b.xlsx", before)).toBe(true);
    // The other book is refreshed.
    expect(desk.out.join("\n")).toContain("good.xlsx: 1 SERVICE cell");
  });

  it("while another process refreshes it, and removes what a killed one has left", async () => {
    put("b.xlsx", one);
    put(".b.xlsx.refreshing", String(process.ppid));
    expect(await run("b.xlsx")).toBe(1);
    expect(desk.err).toEqual([`b.xlsx: Process ${process.ppid} is refreshing it. Wait until that has ended, and refresh it again.`]);
    expect(isSame("b.xlsx", one)).toBe(true);
    // No process has this number.
    put(".b.xlsx.refreshing", "4194305");
    put(".b.xlsx.4194305.draft", new Uint8Array(3));
    expect(await run("b.xlsx")).toBe(0);
    expect(desk.names().filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("if an argument names no .xlsx file", async () => {
    await expect(run("none.xlsx")).rejects.toThrow("There is no file none.xlsx.");
    await expect(run(desk.cwd)).rejects.toThrow(`There is no .xlsx file in ${desk.cwd}.`);
    put("b.xlsx", one);
    put("c.xlsx", one);
    await expect(run("--out", "x.xlsx", "b.xlsx", "c.xlsx")).rejects.toThrow("--out: expected one book, got 2.");
  });
});

const NAMES = '<definedNames><definedName name="BOTH">S!$A$1,S!$A$3</definedName></definedNames>';

/** Refreshes a book whose A1 becomes 4.25, with 1 in A3, and these formulas in column B, whose value is 7. Returns what they show. */
async function shown(...formulas: readonly string[]): Promise<readonly string[]> {
  await desk.import("series.csv", { "2026-11-18": 4.25 });
  const cell = (row: number): string => `<c r="B${row}"><f>${formulas[row - 1]!.replaceAll("<", "&lt;")}</f><v>7</v></c>`;
  const own = [RATE, "", '<c r="A3"><v>1</v></c>'];
  const rows = Array.from({ length: Math.max(3, formulas.length) }, (_, i) => `${own[i] ?? ""}${i < formulas.length ? cell(i + 1) : ""}`);
  putBook("b.xlsx", rows, { workbook: NAMES });
  expect(await run("b.xlsx")).toBe(0);
  return rowsOf("b.xlsx").flatMap((row) => /<c r="B\d+"[^>]*>.*?<v>([^<]*)<\/v>/.exec(row)?.[1] ?? []);
}

describe("areas in brackets", () => {
  it("are calculated where each area could be an argument", async () => {
    const formulas = ["SUM((A1,A3))", "AVERAGE((A1,A3))", "COUNT((A1:A3,A2:A3))", "MAX(BOTH)", "SUM(BOTH,((A1,A1),A3))", "MEDIAN((A1,A3))"];
    expect(await shown(...formulas)).toEqual(["5.25", "2.625", "3", "4.25", "14.75", "2.625"]);
    expect(desk.err).toEqual([]);
  });

  it("are calculated as one list, or as one of the areas", async () => {
    const formulas = ["LARGE((A1,A3),1)", "RANK(A1,(A1,A3),1)", "INDEX((A1:A2,A3:A4),1,1,2)+A1", "SMALL(BOTH,1)", "IFERROR(LARGE((A1,A3),9),0)+A1", "B1+1"];
    expect(await shown(...formulas)).toEqual(["4.25", "2", "5.25", "1", "4.25", "5.25"]);
    expect(desk.err).toEqual([]);
  });

  it("keep the other formulas, and what depends on them", async () => {
    expect(await shown("SUM((A1,A3)*2)", "COUNTIF((A1,A3),4.25)", "B1+1")).toEqual(["7", "7", "7"]);
    expect(desk.err).toEqual([
      "b.xlsx: S!B1 and S!B2 keep their values. Each uses a union of areas such as (A1,B1), whose result may differ from Excel's.",
      "b.xlsx: S!B3 keeps its value. It depends on S!B1, which keeps its value.",
    ]);
  });
});

describe("an error that Excel does not show", () => {
  it("does not come from the size of an array or of the sheet", async () => {
    const formulas = "SUM(_xlfn.SEQUENCE(20000))+A1 COUNT(_xlfn.SEQUENCE(20000))+A1 SUM(_xlfn.SEQUENCE(1,300))+A1 IF(ISBLANK(J20000),A1,0) ZZ1+A1".split(" ");
    expect(await shown(...formulas)).toEqual(["200010004.25", "20004.25", "45154.25", "4.25", "4.25"]);
    expect(desk.err).toEqual([]);
  });

  it("keeps the value if the second engine gives another, or if the engine cannot calculate it", async () => {
    const formulas = ["INDEX(J:J,20000)+A1", "B1+1", "IFERROR(SUM(_xlfn.SEQUENCE(2000,2000)),0)+A1", "COUNT(_xlfn.MUNIT(2000))+A1"];
    expect(await shown(...formulas)).toEqual(formulas.map(() => "7"));
    expect(desk.err).toEqual([
      "b.xlsx: S!B1 keeps its value. It would become #REF!, for which two calculations gave different results.",
      "b.xlsx: S!B2 keeps its value. It depends on S!B1, which keeps its value.",
      "b.xlsx: S!B3 and S!B4 keep their values. This refresh cannot calculate it. Open the book in Excel to update it.",
    ]);
  });

  it("is written if both engines give it, or if it follows from an answer", async () => {
    const formulas = '1/(A1-4.25) MATCH(A1,A3,0) B1*2 FACT(-A1) LEN(_xldudf_SERVICE_FRED("NOSUCH"))/0 _xldudf_SERVICE_FRED("NOSUCH")*2 B6+1'.split(" ");
    expect(await shown(...formulas)).toEqual(["#DIV/0!", "#N/A", "#DIV/0!", "7", "#DIV/0!", "#VALUE!", "#VALUE!"]);
    // FACT of a large number does not end in the second engine, which gets no formula with it.
    expect(desk.err).toEqual(["b.xlsx: S!B4 keeps its value. It would become #NUM!, which a second calculation could not confirm."]);
  });
});
