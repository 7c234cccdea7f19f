import { excelUnderTest } from "../conformance/excel-under-test";
import type { SheetEdit } from "../../src/workbook/edits/sheet-edits";
import { inSheetsForm } from "../../src/workbook/formulas/sheets-form";
import type { Opening } from "./excel-host";
import { keptExcel } from "./kept-excel";

/* Cases that only Excel has: older versions, size limits and read-only workbooks. */

const kept = keptExcel();

const DGS10 = '=SERVICE.FREDH("DGS10","2024-06-25")';
const a1 = { sheet: "Sheet1", row: 0, column: 0 };

const open = async (opening?: Opening) => {
  const opened = await kept(opening && { opening });
  return { excel: opened.page, ...(await excelUnderTest(opened)) };
};
const words = (what: Promise<unknown>): Promise<string> => what.then(() => "not refused").catch((e: Error) => `${e.name}: ${e.message}`);
const api = (excelapi: string) => ({ requirements: { excelapi, sharedruntime: "1.1", customfunctionsruntime: "1.3", dialogapi: "1.2" } });

describe("Excel with ExcelApi 1.8, which cannot mark cells dirty", () => {
  it("finds SERVICE cells, reports the selection, and recalculates by re-entering formulas", async () => {
    const { excel, workbook, put, settled, select, service, passed } = await open(api("1.8"));
    service.switches.eval = "lost";
    await put("Sheet1", { A1: DGS10, A2: "=A1*1", B1: 7 });
    await settled();
    service.switches.eval = "answer";
    expect((await workbook.serviceCells("workbook")).map(({ row, column }) => [row, column])).toEqual([[0, 0]]);
    await select("Sheet1", "A1:B2");
    expect(await workbook.selection()).toMatchObject({ address: "Sheet1!A1:B2", rows: 2, columns: 2, active: a1 });
    expect((await workbook.serviceCells("selection")).length).toBe(1);
    expect(await workbook.recalculate([a1, { ...a1, column: 1 }])).toEqual([]);
    await settled();
    expect((await workbook.shown([a1, { ...a1, row: 1 }])).map(({ value }) => typeof value)).toEqual(["number", "number"]);
    expect((await workbook.shown([{ ...a1, column: 1 }]))[0]?.value).toBe(7);
    expect(excel.workbook.dirty).toEqual([]);
    passed();
  });

  it("leaves what a co-author types between the reading and the entering of a formula", async () => {
    const { excel, workbook, put, settled, holds, passed } = await open(api("1.8"));
    await put("Sheet1", { A1: DGS10 });
    await settled();
    excel.workbook.typedMeanwhile = () => void (excel.workbook.sheets.Sheet1!.A1 = { formula: "7", value: 7 });
    expect(await workbook.recalculate([a1])).toEqual([{ place: a1, why: expect.stringMatching(/has changed/) }]);
    expect((await holds("Sheet1", "A1")).value).toBe(7);
    passed();
  });

  it("leaves text that looks like a formula as text", async () => {
    const { excel, workbook, put, settled, passed } = await open(api("1.8"));
    const text = { text: '=_xldudf_SERVICE_FRED("DGS10")' };
    await put("Sheet1", { A1: DGS10, A2: text });
    await settled();
    for (const scope of ["workbook", "sheet"] as const) expect((await workbook.serviceCells(scope)).map(({ row }) => row)).toEqual([0]);
    expect(await workbook.recalculate([a1, { ...a1, row: 1 }])).toEqual([]);
    await settled();
    expect(excel.workbook.sheets.Sheet1?.A2).toMatchObject({ value: text.text, asText: true });
    passed();
  });

  it("cannot recalculate on a protected sheet, and says why", async () => {
    const { workbook, put, protect, passed } = await open(api("1.8"));
    await put("Sheet1", { A1: DGS10 });
    await protect("Sheet1");
    expect(await workbook.recalculate([a1])).toEqual([{ place: a1, why: expect.stringMatching(/protected.*Unprotect/) }]);
    passed();
  });
});

it.each(["ActivityLimitReached", "ServiceNotAvailable"] as const)(
  "each call waits and goes on if Excel refuses requests with %s, and nothing is done twice",
  async (code) => {
    const { excel, workbook, put, settled, sheets, holds, passed } = await open();
    excel.workbook.limitedBy = code;
    const rows = Array.from({ length: 3_000 }, (_, row) => ({ place: { ...a1, row }, formula: `=SERVICE.FREDH("DGS10","2024-06-25")+${row}` }));
    await put("Sheet1", Object.fromEntries(rows.map((_, i) => [`A${i + 1}`, DGS10])));
    await settled();
    /** The call, with these of its requests refused. */
    const limited = async <T>(at: readonly number[], act: () => Promise<T>): Promise<T> => {
      excel.workbook.limited = at;
      const result = await act();
      expect(excel.workbook.limited).toEqual([]);
      return result;
    };
    const before = excel.workbook.batches;
    expect(await limited([0, 3, 5], () => workbook.reenter(rows.map((one) => ({ ...one, was: DGS10 }))))).toEqual([]);
    expect(excel.workbook.batches - before).toBeLessThan(30);
    expect((await holds("Sheet1", "A3000")).formula).toBe(rows[2_999]?.formula);
    expect(await limited([1, 4], () => workbook.serviceCells("workbook"))).toHaveLength(3_000);
    expect(await limited([1, 3], () => workbook.write({ ...a1, column: 4 }, [["x", "y"]]))).toBe("Sheet1!E1:F1");
    expect(await limited([2], () => workbook.writeSheet("Sources", [["x"]]))).toBe("Sources");
    expect(await limited([1], () => workbook.recalculate([a1]))).toEqual([]);
    const block = { row: 0, column: 0, rows: 1, columns: 1 };
    await limited([1], () => workbook.blocks.set("table", { sheet: "Sources", ...block }));
    const read = (await limited([2], () => workbook.blocks.read("table")))!;
    const grown = { ...block, rows: 2 };
    const edits = [
      { kind: "write", block: grown, rows: [["x"], ["y"]] },
      { kind: "delete", block: { ...block, row: 5, rows: 2 }, along: "rows" },
      { kind: "format", block, format: "0.00" },
    ] as const;
    await limited([0, 5, 7, 10], () => workbook.blocks.edit("table", read, edits, { ...grown, sheet: "Sources" }));
    expect((await workbook.blocks.find(["table"]))[0]).toMatchObject({ rows: 2 });
    expect(await sheets()).toEqual(["Sheet1", "Sources"]);
    passed();
  },
);

it("a formula that would fill merged cells shows #SPILL!, and fills them once they are not merged", async () => {
  const { workbook, excel, put, settled, merge, passed } = await open();
  await put("Sheet1", { A1: "DGS10", A2: "DGS2" });
  await merge("Sheet1", "C2:D2");
  await put("Sheet1", { C1: '=SERVICE.FREDH(A1:A2,"2024-06-25")' });
  await settled();
  const shown = async () => (await workbook.shown([0, 1].map((row) => ({ sheet: "Sheet1", row, column: 2 })))).map(({ value }) => value);
  expect(await shown()).toEqual([{ error: "#SPILL!" }, null]);
  excel.workbook.states.Sheet1 = {};
  await workbook.recalculate([{ sheet: "Sheet1", row: 0, column: 2 }]);
  await settled();
  expect((await shown()).map((value) => typeof value)).toEqual(["number", "number"]);
  passed();
});

it("what a co-author types between the check and the write stays, and nothing is written", async () => {
  const { excel, workbook, holds, passed } = await open();
  const { sheets, formats } = excel.workbook;
  const rows = [
    [{ formula: DGS10 }, { formula: "=1+1" }],
    [{ formula: "=2+2" }, 5],
  ];
  sheets.Sheet1 = {};
  for (const [content, cell] of [
    ["'=1+1", { formula: "=1+1", value: "=1+1", type: "String", asText: true }],
    ["2024-06-18", { formula: "2024-06-18", value: "2024-06-18", type: "String" }],
    [7, { formula: "7", value: 7 }],
    ["=3*3", { formula: "=3*3", value: 9 }],
  ] as const) {
    excel.workbook.typedMeanwhile = () => void (sheets.Sheet1!.B1 = cell);
    expect(await words(workbook.write(a1, rows, { format: "0.00" }))).toMatch(/^WorkbookRefusal: Sheet1!B1 is not empty, so nothing was written/);
    expect(Object.keys(sheets.Sheet1)).toEqual(["B1"]);
    expect([content, await holds("Sheet1", "B1")]).toMatchObject([content, { formula: cell.formula, value: cell.value }]);
    expect(Object.values(formats.Sheet1 ?? {}).filter((one) => one !== "General")).toEqual([]);
    delete sheets.Sheet1.B1;
  }
  expect(await words(workbook.write(a1, rows))).toBe("not refused");
  passed();
});

it("a sheet that a co-author deletes while cells are read costs no other cell", async () => {
  const { excel, workbook, put, settled, passed } = await open();
  await put("Sheet1", { A1: DGS10 });
  const { answer } = excel.workbook;
  const found: unknown[] = [];
  for (let at = 1; at <= 8; at++) {
    await put("Other", { A1: DGS10 });
    await settled();
    let requests = 0;
    excel.workbook.answer = (batch) => {
      if (++requests === at) excel.workbook.deleteSheet("Other");
      return answer(batch);
    };
    const cells = await workbook.serviceCells("workbook");
    requests = 0;
    await put("Other", { A1: DGS10 });
    const shown = await workbook.shown([a1, { ...a1, sheet: "Other" }]);
    found.push([cells.some(({ sheet }) => sheet === "Sheet1"), typeof shown[0]?.value]);
    excel.workbook.answer = answer;
  }
  expect(found).toEqual(found.map(() => [true, "number"]));
  passed();
});

it("what a co-author types into a cell between the check of a repair and its write stays, and the cell is named", async () => {
  const { excel, workbook, put, settled, holds, passed } = await open();
  const { sheets } = excel.workbook;
  const rows = [0, 1, 2, 4];
  const entries = rows.map((row) => ({ place: { ...a1, row }, formula: '=SERVICE.YIELD("10Y")', was: DGS10 }));
  for (const cell of [
    { formula: "mine", value: "mine", type: "String" },
    { formula: "=1+1", value: "=1+1", type: "String", asText: true },
    { formula: "7", value: 7 },
    { formula: '=SERVICE.YIELD("2Y")', value: 4.7 },
  ] as const) {
    await put("Sheet1", Object.fromEntries(rows.map((row) => [`A${row + 1}`, DGS10])));
    await settled();
    excel.workbook.typedMeanwhile = () => void (sheets.Sheet1!.A2 = cell);
    expect(await workbook.reenter(entries)).toEqual([{ place: { ...a1, row: 1 }, why: expect.stringMatching(/has changed and was skipped/) }]);
    await settled();
    const now = await Promise.all(rows.map(async (row) => (await holds("Sheet1", `A${row + 1}`)).formula));
    expect(now).toEqual(entries.map(({ formula }, i) => (i === 1 ? cell.formula : formula)));
    expect(sheets.Sheet1?.A2).toMatchObject({ ...(cell.formula.startsWith("=S") ? {} : { value: cell.value }), ...("asText" in cell ? { asText: true } : {}) });
  }
  passed();
});

it("a cell that an array of Google Sheets filled is not emptied if a co-author types into it meanwhile", async () => {
  const { excel, workbook, put, settled, holds, passed } = await open();
  await put("Sheet1", {
    A1: `=${inSheetsForm('SERVICE_FREDH({"DGS10";"DGS2"},"2024-06-25")', 1)}`,
    A2: `=${inSheetsForm(undefined, 2)}`,
  });
  await settled();
  const type = () => void (excel.workbook.sheets.Sheet1!.A2 = { formula: "mine", value: "mine", type: "String" });
  // The first write enters the array's formula.
  excel.workbook.typedMeanwhile = () => void (excel.workbook.typedMeanwhile = type);
  expect(await workbook.reenter([{ place: a1, formula: DGS10 }])).toEqual([{ place: { ...a1, row: 1 }, why: expect.stringMatching(/has changed/) }]);
  expect([(await holds("Sheet1", "A1")).formula, (await holds("Sheet1", "A2")).value]).toEqual([DGS10, "mine"]);
  passed();
});

it("what a co-author types into cells that a table is about to fill stays, and the sheet is as it was", async () => {
  const { excel, workbook, put, settled, passed } = await open();
  const before = { A1: "Date", B1: "Value", A2: 100, B2: 1, A3: 101, B3: 2, A5: "mine", C2: "=B2*2" };
  await put("Sheet1", before);
  await settled();
  const block = (row: number, column: number, rows: number, columns: number) => ({ row, column, rows, columns });
  const contents = () => Object.fromEntries(Object.entries(excel.workbook.sheets.Sheet1 ?? {}).map(([cell, { formula }]) => [cell, formula]));
  await workbook.blocks.set("table", { sheet: "Sheet1", ...block(0, 0, 3, 2) });
  const moves: readonly SheetEdit[] = [
    { kind: "insert", block: block(2, 0, 1, 2), along: "rows" },
    { kind: "delete", block: block(3, 0, 1, 2), along: "rows" },
    { kind: "insert", block: block(3, 0, 2, 2), along: "rows" },
  ];
  const edit = async (edits: readonly SheetEdit[]) => {
    const read = (await workbook.blocks.read("table"))!;
    return words(workbook.blocks.edit("table", read, edits, { sheet: "Sheet1", ...block(0, 0, 5, 2) }));
  };
  const old = contents();
  const type = (cell: string) => void (excel.workbook.sheets.Sheet1![cell] = { formula: "theirs", value: "theirs", type: "String" });
  const CHANGED = /^WorkbookRefusal: The sheet was changed at the same time, so nothing was written/;
  const filled: readonly SheetEdit[] = [{ kind: "write", block: block(0, 0, 2, 2), rows: [["Day", "Yield"], [100, 5]] }]; // prettier-ignore
  excel.workbook.typedMeanwhile = () => type("B2");
  expect(await edit(filled)).toMatch(CHANGED);
  expect(contents()).toEqual({ ...old, B2: "theirs" });
  await put("Sheet1", { B2: 1 });
  await settled();

  excel.workbook.typedMeanwhile = () => type("A6");
  expect(await edit([...moves, { kind: "write", block: block(2, 0, 4, 2), rows: [[102, 3], [103, 4], [104, 5], [105, 6]] }])).toMatch(CHANGED); // prettier-ignore
  // The cell was the fourth of the column before the moves.
  expect(contents()).toEqual({ ...old, A4: "theirs" });
  delete excel.workbook.sheets.Sheet1?.A4;

  // A cell that was inserted just now would be lost if all was taken back.
  excel.workbook.typedMeanwhile = () => type("B5");
  expect(await edit([...moves, { kind: "write", block: block(2, 0, 3, 2), rows: [[102, 3], [103, 4], [104, 5]] }])).toBe("not refused"); // prettier-ignore
  expect(contents()).toMatchObject({ A3: "102", B4: "4", A5: "104", B5: "theirs", A7: "mine" });
  passed();
});

it("a table can be on a sheet whose name looks like a row or column of a German Excel", async () => {
  const { excel, workbook, passed } = await open();
  excel.workbook.decimalSeparator = ",";
  for (const sheet of ["Z10y", "S", "ZS1_rates", "Zinsen"]) {
    await workbook.writeSheet(sheet, [["Date"]]);
    const area = { sheet, row: 0, column: 0, rows: 1, columns: 1 };
    await workbook.blocks.set("table", area);
    expect(await workbook.blocks.find(["table"])).toEqual([area]);
  }
  passed();
});

it("a formula that Excel keeps as text is reported, and not left in an empty cell", async () => {
  const { excel, workbook, passed } = await open();
  const { sheets, formats } = excel.workbook;
  sheets.Sheet1 = {};
  excel.workbook.typedMeanwhile = () => void (formats.Sheet1 = { A1: "@" });
  expect(await words(workbook.write(a1, [[{ formula: DGS10 }]]))).toMatch(/keeps the formula in Sheet1!A1 as text, so nothing was written.*General/);
  expect(sheets.Sheet1).toEqual({});
  passed();
});

it("an Excel that cannot hold requests while a cell is edited refuses them with what to do", async () => {
  const { workbook, put, setEditing, passed } = await open(api("1.19"));
  await put("Sheet1", { A1: DGS10 });
  await setEditing(true);
  for (const call of [workbook.selection(), workbook.shown([a1]), workbook.write({ ...a1, column: 1 }, [[1]]), workbook.serviceCells("workbook")])
    expect(await words(call)).toMatch(/being edited.*Enter or Esc/);
  await setEditing(false);
  expect(await words(workbook.write({ ...a1, column: 1 }, [[1]]))).toBe("not refused");
  passed();
});

it("an action that the Excel version lacks is refused with a message that names Microsoft 365", async () => {
  const { workbook, passed } = await open(api("1.3"));
  expect(await words(workbook.open(Uint8Array.of(1), "x.xlsx"))).toMatch(/^WorkbookRefusal: This version of Excel cannot do that.*Microsoft 365/);
  expect(await words(workbook.defineName("SERVICE", "=1"))).toMatch(/^WorkbookRefusal: This version of Excel cannot do that/);
  passed();
});

it("the add-in reads ranges in smaller pieces if Excel's reply would be too large", async () => {
  const { excel, workbook, passed } = await open();
  const long = (i: number) => `=IFERROR(${DGS10.slice(1)},"${"x".repeat(900)}${i}")`;
  excel.workbook.sheets.Sheet1 = Object.fromEntries(Array.from({ length: 8_000 }, (_, i) => [`A${i + 1}`, { formula: long(i), value: i }]));
  const cells = await workbook.serviceCells("workbook");
  expect(cells).toHaveLength(8_000);
  expect(cells[7_999]).toMatchObject({ formula: long(7_999), value: 7_999 });
  expect(excel.workbook.tooLarge).toBeGreaterThan(0);
  passed();
});

it("the add-in closes the workbook's file after each read: complete, stopped early, or three at once", async () => {
  const { excel, workbook, passed } = await open();
  for (const stop of [1, 0, 2]) await workbook.watchedFile(stop);
  expect(excel.workbook.document.filesOpen).toBe(0);
  await Promise.all([workbook.watchedFile(), workbook.watchedFile(), workbook.watchedFile()]);
  expect(excel.workbook.document.filesOpen).toBe(0);
  passed();
});

it("a setting of a read-only workbook is applied, and reported as not saved", async () => {
  const { excel, workbook } = await open();
  excel.workbook.document.readOnly = true;
  expect(await words(workbook.writeSetting("service.display", "{}"))).toMatch(/could not be saved.*save a copy/);
  expect(await workbook.readSetting("service.display")).toBe("{}");
  // The page now has an unsaved setting, so the next test opens a new page.
});

it("adding a sheet is refused if the workbook's structure is protected, and no sheet is left behind", async () => {
  const { excel, workbook, sheets, passed } = await open();
  excel.workbook.fixed = true;
  expect(await words(workbook.writeSheet("Sources", [["x"]]))).toMatch(/protected/);
  expect(await sheets()).toEqual(["Sheet1"]);
  passed();
});

it("if Excel rejects a formula, the other formulas are entered, and a new sheet with it is removed", async () => {
  const { excel, workbook, put, settled, sheets, holds, passed } = await open();
  await put("Sheet1", { A1: DGS10, A2: DGS10, A3: DGS10 });
  await settled();
  excel.workbook.refuses.add("Sheet1!A2");
  const refused = await workbook.reenter([0, 1, 2].map((row) => ({ place: { ...a1, row }, formula: '=SERVICE.YIELD("10Y")' })));
  expect(refused).toEqual([{ place: { ...a1, row: 1 }, why: expect.stringMatching(/part of an array/) }]);
  expect(await Promise.all(["A1", "A2", "A3"].map(async (cell) => (await holds("Sheet1", cell)).formula))).toEqual([
    '=SERVICE.YIELD("10Y")',
    DGS10,
    '=SERVICE.YIELD("10Y")',
  ]);
  expect(await words(workbook.writeSheet("Broken", [[{ formula: "=SUM((1" }]]))).toMatch(/^WorkbookRefusal/);
  expect(await sheets()).toEqual(["Sheet1"]);
  passed();
});

it("a repaired array of Google Sheets has the cells that it filled, and no others are emptied", async () => {
  const { excel, workbook, put, settled, holds, passed } = await open();
  const stored = (formula: string | undefined, value: number): string => `=${inSheetsForm(formula, value)}`;
  const cells = {
    A1: stored('SERVICE_FREDH({"DGS10","DGS2"},"2024-06-25")', 1),
    B1: stored(undefined, 2),
    A3: stored("QUERY(D1:E1)", 3),
    B3: stored(undefined, 4),
    A5: stored('SERVICE_FREDH({"DGS10","DGS2"},"2024-06-25")', 1),
    B5: stored(undefined, 5),
  };
  await put("Sheet1", cells);
  await settled();
  excel.workbook.refuses.add("Sheet1!A5");
  const found = await workbook.serviceCells("workbook");
  expect(found.map(({ row, column, value }) => [row, column, value])).toEqual([
    [0, 0, 1],
    [4, 0, 1],
  ]);
  const refused = await workbook.reenter([0, 4].map((row) => ({ place: { ...a1, row }, formula: DGS10 })));
  expect(refused.map(({ place }) => place.row)).toEqual([4]);
  const now = await Promise.all(["A1", "B1", "A3", "B3", "A5", "B5"].map(async (cell) => (await holds("Sheet1", cell)).formula));
  expect(now).toEqual([DGS10, "", cells.A3, cells.B3, cells.A5, cells.B5]);
  passed();
});

it("while a filter hides rows, formulas are entered one by one, and no block is written", async () => {
  const { excel, workbook, put, settled, holds, passed } = await open();
  const series = ["DGS1", "DGS2", "DGS5", "DGS10"].map((id) => `=SERVICE.FREDH("${id}","2024-06-25")`);
  await put("Sheet1", Object.fromEntries(series.map((formula, i) => [`A${i + 1}`, formula])));
  await settled();
  const formulas = () => Promise.all(series.map(async (_, i) => (await holds("Sheet1", `A${i + 1}`)).formula));
  const block = { sheet: "Sheet1", row: 0, column: 1, rows: 4, columns: 1 };
  await workbook.blocks.set("table", block);
  const read = (await workbook.blocks.read("table"))!;
  const edit = () => workbook.blocks.edit("table", read, [{ kind: "write", block, rows: [[1], [2], [3], [4]] }], block);
  excel.workbook.states.Sheet1 = { filteredRows: [1, 2] };
  expect(await workbook.reenter(series.map((formula, row) => ({ place: { ...a1, row }, formula: `${formula}+1` })))).toEqual([]);
  expect(await formulas()).toEqual(series.map((formula) => `${formula}+1`));
  expect(await words(edit())).toMatch(/^WorkbookRefusal: A filter hides rows.*Nothing was changed\. Clear the filter/);
  expect(await words(workbook.write({ ...a1, column: 3 }, [[1], [2], [3]]))).toMatch(/A filter hides rows.*Nothing was changed\./);
  expect(await words(workbook.writeSheet("Sheet1", [[1], [2], [3]], { replace: true }))).toMatch(/A filter hides rows/);
  expect(await workbook.write({ ...a1, column: 3 }, [[7, 8]])).toBe("Sheet1!D1:E1");
  expect((await workbook.shown([1, 3].map((column) => ({ ...a1, column })))).map(({ value }) => value)).toEqual([null, 7]);
  excel.workbook.states.Sheet1 = { hiddenRows: [1, 2] };
  await settled();
  const now = (await workbook.blocks.read("table"))!;
  await workbook.blocks.edit("table", now, [{ kind: "write", block, rows: [[1], [2], [3], [4]] }], block);
  expect((await workbook.shown([0, 1, 2, 3].map((row) => ({ ...a1, row, column: 1 })))).map(({ value }) => value)).toEqual([1, 2, 3, 4]);
  passed();
});

it("where the comma is the decimal point, a name is defined once, and found again", async () => {
  const { excel, workbook, passed } = await open();
  excel.workbook.decimalSeparator = ",";
  const formula = "=LAMBDA(entity,path,SERVICE.GET(entity,path))";
  for (let times = 0; times < 2; times++) expect(await words(workbook.defineName("SERVICE", formula))).toBe("not refused");
  expect(excel.workbook.names).toEqual({ SERVICE: formula });
  expect(await words(workbook.defineName("SERVICE", "=1"))).toMatch(/already defined/);
  passed();
});

it("references include those of names that belong to one sheet", async () => {
  const { excel, workbook, passed } = await open();
  const { sheets, names, states } = excel.workbook;
  sheets.Sheet1 = { A1: { formula: "1", value: 1 } };
  sheets.Other = { A1: { formula: "1", value: 1 } };
  names.Rate = "=Sheet1!$A$1";
  states.Other = { names: { Rate: "=Sheet1!$A$2", Last: "=SUM(Sheet1!$A$3:$A$4)" } };
  const found = () => workbook.blocks.references("Sheet1").then((all) => all.map(({ row, rows, times, homes }) => [row, rows, times, homes]));
  expect(await found()).toEqual([
    [0, 1, 1, [""]],
    [1, 1, 1, [""]],
    [2, 2, 1, [""]],
  ]);
  excel.workbook.isBehind = true;
  expect(await words(workbook.blocks.references("Sheet1"))).toMatch(/Another workbook is active\. Click into this one/);
  passed();
});

it("scattered cells are recalculated where lists of addresses need semicolons, too", async () => {
  const { excel, workbook, put, settled, passed } = await open();
  const scattered = { A1: DGS10, B3: DGS10, D7: DGS10 };
  await put("Sheet1", scattered);
  await settled();
  excel.workbook.listsHaveSemicolons = true;
  expect(await workbook.recalculate(await workbook.serviceCells("workbook"))).toEqual([]);
  expect(excel.workbook.dirty).toEqual(Object.keys(scattered).map((address) => `Sheet1!${address}`));
  passed();
});

it("a selected chart counts as no selected cell", async () => {
  const { excel, workbook, passed } = await open();
  excel.workbook.selection = undefined;
  expect(await workbook.selection()).toBeUndefined();
  expect(await words(workbook.serviceCells("selection"))).toMatch(/Select one or more cells/);
  passed();
});

it("the workbook's display setting applies to the first cells that calculate", async () => {
  const { excel, put, settled, holds, passed } = await open({
    workbook: ({ document }) => document.settings.set("service.display", JSON.stringify(JSON.stringify({ reasons: "error", values: "plain" }))),
  });
  await put("Sheet1", { A1: '=SERVICE.FREDH("DGS100","2024-06-25")', A2: '=SERVICE.YIELD("AS_OF","2024-06-19")' });
  await settled();
  expect((await holds("Sheet1", "A1")).value).toEqual({ error: "#N/A" });
  expect(excel.workbook.sheets.Sheet1?.A2).toMatchObject({ value: 45461 });
  expect(excel.workbook.sheets.Sheet1?.A2?.text).toBeUndefined();
  passed();
});
