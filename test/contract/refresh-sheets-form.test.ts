import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readCells } from "../../src/workbook/xlsx/read/read-cells";
import { downloadedCell } from "../downloaded-cell";
import { call, notCompared, refreshDesk } from "./refresh-desk";

/** The service's data, for all tests of this file: creating it takes longer than most of them. */
const data = mkdtempSync(path.join(tmpdir(), "service-refresh-data-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));
const desk = refreshDesk({ folder: data });
const { run, putBook, rowsOf } = desk;

const cellIn = (reference: string): string => new RegExp(`<c r="${reference}"(?: [^>]*)?>.*?</c>`).exec(rowsOf("b.xlsx").join(""))?.[0] ?? "";

const SAID = (cells: string, many: boolean): string =>
  `b.xlsx: ${cells} stored in the form of Google Sheets, and can be uploaded there again. Excel shows the refreshed value, but does not calculate it. --repair rewrites ${many ? "them" : "it"} for Excel.`;

describe("npm run refresh of a book that was downloaded from Google Sheets", () => {
  it("asks its calls, and writes each value twice: into the cell, and beside the formula in Google's form", async () => {
    putBook("b.xlsx", [
      `${downloadedCell("A1", 'SERVICE_FRED("DGS10")', 1.11, ' s="0"')}<c r="B1"><f>A1*2</f><v>2.22</v></c>`,
      `${downloadedCell("A2", 'SERVICE_FRED("NO""SUCH")', 7)}<c r="B2" t="inlineStr"><is><t>DGS2</t></is></c>`,
      `${downloadedCell("A3", "ROUND(SERVICE_FRED(B2),0)", { error: "#N/A" })}${downloadedCell("B3", 'SERVICE_FRED("DGS10")>1', false)}`,
    ]);
    expect(await run("b.xlsx")).toBe(0);
    expect([desk.out, desk.err]).toEqual([
      ["b.xlsx: 4 SERVICE cells and 1 other formula, 1 request; 5 cells changed. 3 cells show sample data.", notCompared("b.xlsx")],
      [SAID("4 cells are", true)],
    ]);
    expect(["A1", "B1", "A2", "A3", "B3"].map(cellIn)).toEqual([
      '<c r="A1" s="0"><f>IFERROR(__xludf.DUMMYFUNCTION("SERVICE_FRED(""DGS10"")"),4.22)</f><v>4.22</v></c>',
      '<c r="B1"><f>A1*2</f><v>8.44</v></c>',
      '<c r="A2" t="str"><f>IFERROR(__xludf.DUMMYFUNCTION("SERVICE_FRED(""NO""""SUCH"")"),"n/a: Unknown series NO""SUCH.")</f><v>n/a: Unknown series NO&quot;SUCH.</v></c>',
      '<c r="A3"><f>IFERROR(__xludf.DUMMYFUNCTION("ROUND(SERVICE_FRED(B2),0)"),4.0)</f><v>4</v></c>',
      '<c r="B3" t="b"><f>IFERROR(__xludf.DUMMYFUNCTION("SERVICE_FRED(""DGS10"")&gt;1"),TRUE)</f><v>1</v></c>',
    ]);
    const once = desk.read("b.xlsx");
    expect(await run("b.xlsx")).toBe(0);
    expect(desk.isSame("b.xlsx", once)).toBe(true);
  });

  it("writes the cells of an array, and a lock that verifies", async () => {
    putBook("b.xlsx", [
      downloadedCell("A1", 'SERVICE_FRED({"DGS10","DGS2"})', 1) + downloadedCell("B1", undefined, 2),
      downloadedCell("A2", 'SERVICE_FRED({"DGS10","DGS2"})', 1),
      downloadedCell("A3", 'SERVICE_FRED({"DGS10"})', 1) + downloadedCell("B3", undefined, 2),
      downloadedCell("A4", 'SERVICE_FRED({"DGS10","DGS2"})', 1) + `<c r="B4"><v>9</v></c>`,
    ]);
    expect(await run("--lock", "b.xlsx")).toBe(0);
    const [ten, two] = desk.cellsOf("b.xlsx")[0]!.spill![0]!;
    expect(["A1", "B1", "B2", "A3", "B3", "B4"].map(cellIn)).toEqual([
      `<c r="A1"><f>IFERROR(__xludf.DUMMYFUNCTION("SERVICE_FRED({""DGS10"",""DGS2""})"),${ten})</f><v>${ten}</v></c>`,
      `<c r="B1"><f>IFERROR(__xludf.DUMMYFUNCTION("""COMPUTED_VALUE"""),${two})</f><v>${two}</v></c>`,
      `<c r="B2"><f>IFERROR(__xludf.DUMMYFUNCTION(&quot;&quot;&quot;COMPUTED_VALUE&quot;&quot;&quot;),${two})</f><v>${two}</v></c>`,
      `<c r="A3"><f>IFERROR(__xludf.DUMMYFUNCTION("SERVICE_FRED({""DGS10""})"),${ten})</f><v>${ten}</v></c>`,
      '<c r="B3"></c>',
      '<c r="B4"><v>9</v></c>',
    ]);
    expect(desk.err).toEqual([
      "b.xlsx: S!A4 keeps its value. Its new values need S!B4, which holds something. Move that, and refresh again.",
      SAID("4 cells are", true),
    ]);
    expect(desk.lock().cells["S!A1"]?.formula).toBe('=SERVICE.FRED({"DGS10","DGS2"})');
    expect(await run("verify", "b.xlsx")).toBe(0);
  });

  it("keeps and names what only Google Sheets calculates, and what depends on it", async () => {
    putBook("b.xlsx", [
      downloadedCell("A1", 'SERVICE_FRED("DGS10")', 1),
      downloadedCell("A2", "SERVICE_FRED(C1:C)", "x"),
      `${downloadedCell("A3", 'QUERY(A1:A,"select A")', 1)}${downloadedCell("B3", undefined, 1)}<c r="C3"><f>B3+A1</f><v>2</v></c>`,
      downloadedCell("A4", 'GOOGLEFINANCE("GOOG")', 1),
    ]);
    const before = rowsOf("b.xlsx");
    expect(await run("b.xlsx")).toBe(0);
    expect(rowsOf("b.xlsx").slice(1)).toEqual(before.slice(1));
    expect(desk.err.slice(0, -1)).toEqual([
      "b.xlsx: S!A2 keeps its value. It reads a range without an end, such as A2:A, which Excel does not have. Give it an end in Google Sheets, such as A2:A99, and download the book again.",
      "b.xlsx: S!A3 and S!B3 keep their values. Only Google Sheets calculates it. Upload the book there to update it.",
      "b.xlsx: S!C3 keeps its value. It depends on S!B3, which keeps its value.",
    ]);
  });
});

describe("npm run refresh --repair of such a book", () => {
  it("rewrites the calls as Excel stores them, arrays in one formula, and other formulas of Google Sheets not", async () => {
    putBook("b.xlsx", [
      downloadedCell("A1", 'IFNA(SERVICE_FRED({"DGS10","DGS2"}),0)', 1) + downloadedCell("B1", undefined, 2),
      downloadedCell("A2", 'GOOGLEFINANCE("GOOG")', 1),
    ]);
    const [, other] = rowsOf("b.xlsx");
    expect(await run("--repair", "b.xlsx")).toBe(0);
    expect(desk.out).toContain("b.xlsx: 1 formula is rewritten in the form that Excel calculates.");
    expect(rowsOf("b.xlsx")[1]).toBe(other);
    expect(rowsOf("b.xlsx")[0]).toMatch(
      /^<c r="A1" cm="1"><f t="array" ref="A1:B1">_xlfn\.IFNA\(_xldudf_SERVICE_FRED\(\{&quot;DGS10&quot;,&quot;DGS2&quot;\}\),0\)<\/f><v>[\d.]+<\/v><\/c><c r="B1"><v>[\d.]+<\/v><\/c>$/,
    );
    expect(desk.part("b.xlsx", "xl/metadata.xml")).toContain("XLDAPR");
    expect(readCells(desk.read("b.xlsx")).sheets[0]!.cells[0]).toMatchObject({ formula: '=IFNA(SERVICE.FRED({"DGS10","DGS2"}),0)' });
    expect(await run("b.xlsx")).toBe(0);
    expect(desk.err).toEqual([]);
  });

  it("copies values in place of the calls with --values-only", async () => {
    putBook("b.xlsx", [downloadedCell("A1", 'SERVICE_FRED({"DGS10","DGS2"})', 1) + downloadedCell("B1", undefined, 2)]);
    expect(await run("--values-only", "b.xlsx")).toBe(0);
    expect(rowsOf("b.values.xlsx")[0]).not.toContain("<f");
  });
});

describe("npm run refresh --for-sheets", () => {
  const ROWS = [
    `${call("A1", 'ROUND(_xldudf_SERVICE_FRED("DGS10"),1)')}<c r="B1"><f>A1*2</f><v>2</v></c>`,
    call("A2", '_xldudf_SERVICE_FRED({"DGS10","DGS2"})', "1", "A2:B2") + '<c r="B2"><v>2</v></c>',
    call("A3", '_xldudf_SERVICE_FRED({"DGS10","DGS2"})*2', "1", "A3:B3") + '<c r="B3"><v>2</v></c>',
    `${call("A4", '_xldudf_SERVICE_FRED("NOSUCH")')}<c r="B4" cm="1"><f t="array" ref="B4">SUM(_xlfn.ANCHORARRAY(A2))+_xldudf_SERVICE_FRED("DGS10")</f><v>1</v></c>`,
  ];

  it("writes a copy with the calls in Google's form; the book itself stays", async () => {
    putBook("b.xlsx", ROWS);
    const before = desk.read("b.xlsx");
    expect(await run("--for-sheets", "b.xlsx")).toBe(0);
    expect(desk.isSame("b.xlsx", before)).toBe(true);
    expect(desk.out.at(-1)).toBe("b.xlsx: 4 SERVICE formulas are rewritten in b.sheets.xlsx for Google Sheets with the script.");
    expect(desk.err).toEqual([
      "b.sheets.xlsx: S!B4: It has the sign @ or #, which Google Sheets does not have, so its formula is kept. Name the cells in the formula.",
    ]);
    const cells = rowsOf("b.sheets.xlsx").join("").replaceAll("&quot;", '"');
    for (const expected of [
      '<c r="A1"><f>IFERROR(__xludf.DUMMYFUNCTION("ROUND(SERVICE_FRED(""DGS10""),1)"),4.2)</f><v>4.2</v></c><c r="B1"><f>A1*2</f><v>8.4</v></c>',
      '<c r="A2"><f>IFERROR(__xludf.DUMMYFUNCTION("SERVICE_FRED({""DGS10"",""DGS2""})"),4.22)</f><v>4.22</v></c>',
      '<c r="B2"><f>IFERROR(__xludf.DUMMYFUNCTION("""COMPUTED_VALUE"""),',
      '<c r="A3"><f>IFERROR(__xludf.DUMMYFUNCTION("ARRAYFORMULA(SERVICE_FRED({""DGS10"",""DGS2""})*2)"),8.44)</f><v>8.44</v></c>',
      '<c r="A4" t="str"><f>IFERROR(__xludf.DUMMYFUNCTION("SERVICE_FRED(""NOSUCH"")"),"n/a: Unknown series NOSUCH.")</f>',
      '<c r="B4" cm="1"><f t="array" ref="B4">SUM(_xlfn.ANCHORARRAY(A2))',
    ])
      expect(cells).toContain(expected);
  });

  it("writes what --repair turns into the same book again", async () => {
    putBook("b.xlsx", ROWS.slice(0, 3));
    expect(await run("--for-sheets", "b.xlsx")).toBe(0);
    expect(await run("b.xlsx")).toBe(0);
    expect(await run("--repair", "b.sheets.xlsx")).toBe(0);
    expect(rowsOf("b.sheets.xlsx").join("").replaceAll("&quot;", '"')).toBe(rowsOf("b.xlsx").join(""));
    expect(await run("--for-sheets", "--values-only", "b.xlsx").catch((e: Error) => e.message)).toBe(
      "--values-only and --for-sheets write different copies. Leave one of them out.",
    );
  });
});
