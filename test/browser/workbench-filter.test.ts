import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { smallFile } from "../unit/workbook/xlsx/small-file";
import { keptWorkbench } from "./kept-workbench";
import { execute, openFile, savedFile, select, takeCells, undo, type Workbench } from "./workbench";
import { expectEventually } from "../time";

const { onWorkbench } = keptWorkbench();
const SHEET = "xl/worksheets/sheet1.xml";
const text = (address: string, value: string): string => `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (n: number, name: string, value: string, hidden = false): string =>
  `<row r="${n}"${hidden ? ` hidden="1"` : ""}>${text(`A${n}`, name)}<c r="B${n}"><v>${value}</v></c></row>`;
/** Row 3 does not match the criterion and is shown, row 6 matches and is hidden: values have changed since the filter was applied. */
const FILE = smallFile({
  sheets: {
    S:
      `<row r="1">${text("A1", "Name")}${text("B1", "Amount")}</row>` +
      row(2, "pear", "1") +
      row(3, "fig", "2") +
      row(4, "plum", "4", true) +
      row(5, "pear", "8") +
      row(6, "pear", "16", true) +
      `<row r="8"><c r="B8"><f>SUBTOTAL(9,B2:B6)</f><v>11</v></c><c r="C8"><f>SUM(B2:B6)</f><v>31</v></c></row>`,
  },
  after: `<autoFilter ref="A1:B6"><filterColumn colId="0"><filters><filter val="pear"/></filters></filterColumn></autoFilter>`,
  workbook: `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">S!$A$1:$B$6</definedName></definedNames>`,
});

async function open(wb: Workbench, file = FILE): Promise<void> {
  await openFile(wb, "list.xlsx", file);
}
const sheetOf = (file: Uint8Array): string => strFromU8(unzipSync(file)[SHEET]!);
/** The numbers of the rows that a file hides. */
const hiddenIn = (file: Uint8Array): number[] => [...sheetOf(file).matchAll(/<row r="(\d+)"[^>]*hidden="1"/g)].map(([, n]) => Number(n));
const filterIn = (file: Uint8Array): string => /<autoFilter.*<\/autoFilter>|<autoFilter[^>]*\/>/.exec(sheetOf(file))?.[0] ?? "";

const panel = ({ page }: Workbench) => page.locator("[data-u-comp='sheets-filter-panel']").first();
async function openPanel(wb: Workbench, heading: string): Promise<void> {
  await select(wb, heading);
  await wb.page.keyboard.press("Alt+ArrowDown");
  await panel(wb).getByText("Select all").waitFor();
}

onWorkbench("opens with the rows hidden that the file hides, and saves them as they were", async (wb) => {
  await open(wb);
  expect(await wb.texts("B8", "C8")).toEqual(["11", "31"]);
  expect(Buffer.compare(await savedFile(wb), FILE)).toBe(0);
  await wb.write("B2", [[100]]);
  expect(await wb.texts("B8")).toEqual(["110"]);
  const after = await savedFile(wb);
  expect(hiddenIn(after)).toEqual([4, 6]);
  expect(filterIn(after)).toBe(filterIn(FILE));
});

onWorkbench("reapplies, clears and removes the filter, each one step to undo, with subtotals of what is shown", async (wb) => {
  await open(wb);
  await wb.page.getByRole("tab", { name: "Data", exact: true }).click();
  const run = async (name: string) => {
    await wb.page.getByRole("button", { name: "Filter: choices" }).click();
    await wb.page.getByRole("menuitem", { name }).click();
  };
  await select(wb, "A1");
  await run("Reapply filter");
  await expectEventually(async () => (await wb.texts("B8"))[0]).toBe("25");
  expect(hiddenIn(await savedFile(wb))).toEqual([3, 4]);
  await undo(wb);
  await expectEventually(async () => (await wb.texts("B8"))[0]).toBe("11");
  expect(Buffer.compare(await savedFile(wb), FILE)).toBe(0);
  await run("Clear filter: show all rows");
  await expectEventually(async () => (await wb.texts("B8"))[0]).toBe("31");
  expect([hiddenIn(await savedFile(wb)), filterIn(await savedFile(wb))]).toEqual([[], `<autoFilter ref="A1:B6"></autoFilter>`]);
  await undo(wb);
  await select(wb, "A1");
  await wb.page.keyboard.press("Control+Shift+L");
  await expectEventually(async () => (await wb.texts("B8"))[0]).toBe("31");
  expect([hiddenIn(await savedFile(wb)), filterIn(await savedFile(wb))]).toEqual([[], ""]);
});

onWorkbench("filters by values and by conditions in the panel, and saves what Excel needs", async (wb) => {
  await wb.write("A1:B5", [
    ["Day", "Amount"],
    [45471, 5],
    [45472, "n/a: no data"],
    [45473, 2],
    [45474, 9],
  ]);
  await wb.settled();
  await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().getRange("A2:A5").setNumberFormat("yyyy-mm-dd"));
  await select(wb, "B3");
  await wb.page.keyboard.press("Control+Shift+L");
  await openPanel(wb, "B1");
  await panel(wb).getByText("Conditions").click();
  await panel(wb).locator("[data-u-comp='select']").first().click();
  await wb.page.getByText("Less Than", { exact: true }).last().click();
  await panel(wb).getByPlaceholder("Value").fill("6");
  await panel(wb).getByRole("button", { name: "OK" }).click();
  await panel(wb).waitFor({ state: "detached" });
  const byTest = `<filterColumn colId="1"><customFilters><customFilter operator="lessThan" val="6"/></customFilters></filterColumn>`;
  const first = await savedFile(wb);
  expect(hiddenIn(first)).toEqual([3, 5]);
  expect(filterIn(first)).toBe(`<autoFilter ref="A1:B5">${byTest}</autoFilter>`);
  expect(strFromU8(unzipSync(first)["xl/workbook.xml"]!)).toContain("Sheet1!$A$1:$B$5");

  await select(wb, "B1");
  await wb.page.keyboard.press("Alt+ArrowDown");
  await expectEventually(() => panel(wb).locator("button:focus").textContent()).toBe("Conditions");
  await wb.page.keyboard.press("Escape");
  await panel(wb).waitFor({ state: "detached" });
  await openPanel(wb, "A1");
  await panel(wb).getByText("(2/2)").waitFor();
  await panel(wb).getByRole("textbox").fill("2024-06-30");
  await panel(wb).getByText("(1/1)").waitFor();
  await panel(wb).getByRole("button", { name: "OK" }).click();
  await panel(wb).waitFor({ state: "detached" });
  const second = await savedFile(wb);
  expect(hiddenIn(second)).toEqual([2, 3, 5]);
  expect(filterIn(second)).toBe(
    `<autoFilter ref="A1:B5"><filterColumn colId="0"><filters><dateGroupItem year="2024" month="6" day="30" dateTimeGrouping="day"/></filters></filterColumn>${byTest}</autoFilter>`,
  );
  await openPanel(wb, "A1");
  await panel(wb).getByText("(1/2)").waitFor();
  await wb.page.keyboard.press("Escape");
  await panel(wb).waitFor({ state: "detached" });
});

onWorkbench("follows inserted and deleted lines and copies of its sheet, also after an undo", async (wb) => {
  await open(wb);
  const edit = (work: string) =>
    wb.grid.evaluate(({ api }, name) => {
      const book = api.getActiveWorkbook();
      const sheet = book.getActiveSheet();
      if (name === "rows") sheet.insertRowsBefore(0, 1);
      else if (name === "within") sheet.insertRowsBefore(4, 1);
      else if (name === "columns") sheet.insertColumnsBefore(0, 2);
      else if (name === "criterion") sheet.deleteColumns(0, 1);
      else if (name === "heading") sheet.deleteRows(0, 1);
      else if (name === "all") sheet.deleteRows(1, 5);
      else book.undo();
    }, work);
  const after = async (work: string) => {
    await edit(work);
    await wb.settled();
    const file = await savedFile(wb);
    return { hidden: hiddenIn(file), filter: filterIn(file), file };
  };
  const undone = async () => expect(Buffer.compare((await after("undo")).file, FILE)).toBe(0);
  const now = (work: string) => after(work).then(({ hidden, filter }) => ({ hidden, filter }));
  const criterion = (column: number): string => `<filterColumn colId="${column}"><filters><filter val="pear"/></filters></filterColumn></autoFilter>`;
  expect(await now("rows")).toEqual({ hidden: [5, 7], filter: `<autoFilter ref="A2:B7">${criterion(0)}` });
  await undone();
  expect(await now("within")).toEqual({ hidden: [4, 7], filter: `<autoFilter ref="A1:B7">${criterion(0)}` });
  await undone();
  expect(await now("columns")).toEqual({ hidden: [4, 6], filter: `<autoFilter ref="C1:D6">${criterion(0)}` });
  await undone();
  expect(await now("criterion")).toEqual({ hidden: [], filter: `<autoFilter ref="A1:A6"></autoFilter>` });
  await undone();
  expect(await now("heading")).toEqual({ hidden: [], filter: "" });
  await undone();
  // Only visible rows are deleted.
  const rest = await after("all");
  expect(rest).toMatchObject({ hidden: [2, 3], filter: `<autoFilter ref="A1:B3">${criterion(0)}` });
  expect(sheetOf(rest.file)).toContain(`<v>16</v>`);
  await undone();
  const sheets = async (): Promise<string[]> => {
    const files = unzipSync(await savedFile(wb));
    return Object.keys(files).flatMap((name) => (name.startsWith("xl/worksheets/sheet") ? [strFromU8(files[name]!)] : []));
  };
  await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().duplicateActiveSheet());
  await expectEventually(async () => (await sheets()).length).toBe(2);
  for (const xml of await sheets()) expect([xml.includes(`<autoFilter ref="A1:B6">${criterion(0)}`), xml.match(/hidden="1"/g)?.length]).toEqual([true, 2]);
  await edit("undo");
  await wb.grid.evaluate(({ api }) => {
    const book = api.getActiveWorkbook();
    book.insertSheet("Other");
    book.deleteSheet(book.getSheetByName("S")!);
  });
  expect((await sheets()).join()).not.toContain("autoFilter");
  await edit("undo");
  await wb.settled();
  expect((await sheets()).filter((xml) => xml.includes(`<autoFilter ref="A1:B6">${criterion(0)}`))).toHaveLength(1);
});

onWorkbench("keeps a filter by colour with its rows, and says why others cannot be applied beside it", async (wb) => {
  const files = unzipSync(FILE);
  const coloured = strFromU8(files[SHEET]!).replace(/<filterColumn.*<\/filterColumn>/, `<filterColumn colId="1"><colorFilter dxfId="0"/></filterColumn>`);
  await open(wb, zipSync({ ...files, [SHEET]: strToU8(coloured) }));
  await wb.page.getByText("1 filter by colour or icon", { exact: false }).waitFor();
  await execute(wb, "sheet.command.re-calc-filter");
  await wb.page.getByText("because column B is filtered by a colour or an icon", { exact: false }).waitFor();
  expect(hiddenIn(await savedFile(wb))).toEqual([4, 6]);
  // A list of texts only is sorted below its headings, which the filter knows.
  await wb.write("B1:B6", [["z"], ["b"], ["a"], ["d"], ["c"], ["e"]]);
  await select(wb, "B3");
  await wb.page.getByRole("tab", { name: "Data", exact: true }).click();
  await wb.page.getByRole("button", { name: "Sort A to Z", exact: true }).click();
  await expectEventually(() => wb.texts("B1", "B2", "B3", "B4", "B5", "B6")).toEqual(["z", "a", "b", "d", "c", "e"]);
});

onWorkbench("lists dates of a workbook that counts from 1904 under their years", async (wb) => {
  const rows = `<row r="1">${text("A1", "Day")}</row><row r="2"><c r="A2"><v>44009</v></c></row><row r="3"><c r="A3"><v>44375</v></c></row>`;
  await open(wb, smallFile({ sheets: { S: rows }, properties: `<workbookPr date1904="1"/>`, after: `<autoFilter ref="A1:A3"/>` }));
  await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().getRange("A2:A3").setNumberFormat("yyyy-mm-dd"));
  expect(await wb.texts("A2", "A3")).toEqual(["2024-06-28", "2025-06-29"]);
  await openPanel(wb, "A1");
  await panel(wb).getByText("2024", { exact: true }).waitFor();
  await panel(wb).getByRole("textbox").fill("2025-06-29");
  await panel(wb).getByText("(1/1)").waitFor();
  await panel(wb).getByRole("button", { name: "OK" }).click();
  await panel(wb).waitFor({ state: "detached" });
  expect(await wb.texts("A2", "A3")).toEqual(["2024-06-28", "2025-06-29"]);
  const file = await savedFile(wb);
  expect([hiddenIn(file), /<dateGroupItem[^>]*>/.exec(sheetOf(file))?.[0]]).toEqual([
    [2],
    `<dateGroupItem year="2025" month="6" day="29" dateTimeGrouping="day"/>`,
  ]);
});

onWorkbench("clears, fills, sorts, copies and replaces visible cells only, and refuses to shift cells over hidden rows", async (wb) => {
  await open(wb);
  const values = () => wb.texts("B2", "B3", "B4", "B5", "B6");
  const goBack = async () => {
    await undo(wb);
    expect(await values()).toEqual(["1", "2", "4", "8", "16"]);
  };
  await select(wb, "A2:B6");
  await wb.page.keyboard.press("Delete");
  expect(await values()).toEqual(["", "", "4", "", "16"]);
  await goBack();
  await select(wb, "B2");
  await execute(wb, "sheet.command.auto-fill", {
    sourceRange: { startRow: 1, endRow: 1, startColumn: 1, endColumn: 1 },
    targetRange: { startRow: 1, endRow: 5, startColumn: 1, endColumn: 1 },
    unitId: await wb.grid.evaluate(({ api }) => api.getActiveWorkbook().getId()),
    subUnitId: await wb.grid.evaluate(({ api }) => api.getActiveWorkbook().getActiveSheet().getSheetId()),
  });
  const filled = await values();
  expect([filled[2], filled[4], filled[3] === "8"]).toEqual(["4", "16", false]);
  await goBack();
  await select(wb, "B2");
  await wb.page.getByRole("tab", { name: "Data", exact: true }).click();
  await wb.page.getByRole("button", { name: "Sort Z to A", exact: true }).click();
  await expectEventually(values).toEqual(["8", "2", "4", "1", "16"]);
  await goBack();
  await select(wb, "B2:B6");
  await takeCells(wb.page, "Control+c");
  await select(wb, "E10");
  await wb.page.keyboard.press("Control+v");
  await expectEventually(() => wb.texts("E10", "E11", "E12", "E13")).toEqual(["1", "2", "8", ""]);
  await select(wb, "A3:A5");
  for (const id of ["insert-range-move-right", "delete-range-move-left", "insert-range-move-down", "delete-range-move-up"])
    await execute(wb, `sheet.command.${id}`);
  await wb.page.getByText("The cells were not moved, because a filter hides rows among them.", { exact: false }).waitFor();
  expect(await wb.texts("A2", "A3", "A4", "A5", "A6", ...["B2", "B4", "B6"])).toEqual(["pear", "fig", "plum", "pear", "pear", "1", "4", "16"]);
  await wb.page.keyboard.press("Control+h");
  await wb.page.locator(".wb-find").getByLabel("Find", { exact: true }).fill("p*");
  await wb.page.getByLabel("Replace with").fill("x");
  await wb.page.getByRole("button", { name: "Replace all" }).click();
  await expectEventually(() => wb.texts("A2", "A4", "A5", "A6")).toEqual(["x", "plum", "x", "pear"]);
});

onWorkbench("a table writes into the rows that a filter hides, and refuses to move cells over them", async (wb) => {
  await open(wb);
  const refused = await wb.grid.evaluate(async ({ workbook }) => {
    const area = { sheet: "S", row: 0, column: 0, rows: 6, columns: 2 };
    await workbook.blocks!.set("_service_table_t1", area);
    const before = await workbook.blocks!.read("_service_table_t1");
    const inserted = { kind: "insert", along: "rows", block: { row: 2, column: 0, rows: 1, columns: 2 } } as const;
    const message = await workbook.blocks!.edit("_service_table_t1", before!, [inserted], { ...area, rows: 7 }).catch((thrown: Error) => thrown.message);
    const written = { kind: "write", block: { row: 1, column: 1, rows: 5, columns: 1 }, rows: [[10], [20], [30], [40], [50]] } as const;
    await workbook.blocks!.edit("_service_table_t1", before!, [written], area);
    return message;
  });
  expect(refused).toBe("A filter hides rows at or below the table, so its cells cannot move. Choose Clear filter in the Data toolbar, then try again.");
  expect(await wb.texts("A3", "A4", "B4", "B6", "B8", "C8")).toEqual(["fig", "plum", "30", "50", "70", "150"]);
  expect(hiddenIn(await savedFile(wb))).toEqual([4, 6]);
});
