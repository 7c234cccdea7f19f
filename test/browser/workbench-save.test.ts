import { strFromU8, unzipSync } from "fflate";
import { downloadedCell } from "../downloaded-cell";
import { smallFile, worksheet } from "../unit/workbook/xlsx/small-file";
import { fullBook } from "../lossless/full-book";
import { keptWorkbench } from "./kept-workbench";
import { chooseFile, openFile, savedFile, type Workbench } from "./workbench";

const { onWorkbench } = keptWorkbench();

const CELLS =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>2</v></c></row><row r="2"><c r="A2"><f>B1*2</f><v>4</v></c><c r="B2"><v>1.10</v></c></row>' +
  '<row r="3"><c r="A3"><f t="shared" ref="A3:A4" si="0">A2+1</f><v>5</v></c></row><row r="4"><c r="A4"><f t="shared" si="0"/><v>6</v></c></row>';
const AFTER =
  '<conditionalFormatting sqref="A2:A4"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>$B$2</formula></cfRule></conditionalFormatting>' +
  '<dataValidations count="1"><dataValidation type="whole" sqref="B1"><formula1>B2</formula1></dataValidation></dataValidations>';
const SHEET = "xl/worksheets/sheet1.xml";
/** A workbook with everything that is lost if it is written again, and cells that the grid can edit. */
const file = fullBook({ [SHEET]: worksheet(CELLS, AFTER) });

async function open(wb: Workbench): Promise<void> {
  await openFile(wb, "model.xlsx", file);
}
const changedParts = (now: Uint8Array): string[] => {
  const [a, b] = [unzipSync(file), unzipSync(now)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((name) => Buffer.compare(a[name] ?? Buffer.alloc(0), b[name] ?? Buffer.alloc(0)) !== 0)
    .sort();
};
const sheetOf = (now: Uint8Array): string => strFromU8(unzipSync(now)[SHEET]!);
const change = (wb: Workbench, work: "insert" | "undo" | "redo") =>
  wb.grid.evaluate(({ api }, name) => {
    const book = api.getActiveWorkbook();
    if (name === "insert") book.getActiveSheet().insertRowsBefore(1, 2);
    else if (name === "undo") book.undo();
    else book.redo();
  }, work);

onWorkbench("saves an opened workbook with its own bytes, and after an edit with that cell and its dependents only", async (wb) => {
  await open(wb);
  await wb.page.getByText("Not shown here, and kept when you save:", { exact: false }).waitFor();
  expect(Buffer.compare(await savedFile(wb), file)).toBe(0);

  await wb.write("B1", [[3]]);
  await wb.settled();
  const after = await savedFile(wb);
  expect(changedParts(after)).toEqual([SHEET]);
  expect(sheetOf(after)).toBe(
    worksheet(CELLS, AFTER)
      .replace('<c r="B1"><v>2</v>', '<c r="B1"><v>3</v>')
      .replace("<v>4</v>", "<v>6</v>")
      .replace("<v>5</v>", "<v>7</v>")
      .replace('<f t="shared" si="0"/><v>6</v>', '<f t="shared" si="0"/><v>8</v>'),
  );
});

onWorkbench("shows the calls of a workbook from Google Sheets with their values, and saves it in Google's form", async (wb) => {
  const data = (value: number): string =>
    `<row r="1"><c r="B1" t="inlineStr"><is><t>DGS10</t></is></c>${downloadedCell("D1", "GOOGLEFINANCE(B1)", 5)}</row>` +
    `<row r="2">${downloadedCell("A2", "SERVICE_FRED(B1)", value)}<c r="C2"><f>A2*2</f><v>${2 * value}</v></c></row>`;
  await openFile(wb, "sheets.xlsx", smallFile({ sheets: { S: data(1.11) } }));
  expect(await wb.grid.evaluate(({ api }) => api.getActiveWorkbook().getActiveSheet().getRange("A2").getFormula())).toBe("=SERVICE.FRED(B1)");
  expect(await wb.texts("A2", "D1")).toEqual(["1.11", "5"]);
  await wb.write("B1", [["DGS2"]]);
  const [shown, other] = await wb.texts("A2", "D1");
  const now = Number(shown);
  expect([now > 1.11, other]).toEqual([true, "5"]);
  expect(sheetOf(await savedFile(wb))).toBe(worksheet(data(now)).replace("DGS10</t>", "DGS2</t>").replace("<t>", '<t xml:space="preserve">'));
});

onWorkbench("opens a workbook with macros, says that they do not run, and saves it with them and under its own extension", async (wb) => {
  const { page } = wb;
  await chooseFile({ page }, "Model.v2.xlsm", file);
  await page.getByText(/^Opened Model\.v2\..* 1 set of macros.* Its macros do not run here\.$/).waitFor();
  await wb.write("B1", [[3]]);
  await wb.settled();
  expect(changedParts(await savedFile(wb))).toEqual([SHEET]);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save .xlsx" }).click()]);
  expect(download.suggestedFilename()).toBe("Model.v2.xlsm");
  await page.getByText("Model.v2.xlsm saved to your browser's downloads.").waitFor();
  expect(await wb.grid.evaluate(({ workbook }) => workbook.fileName?.())).toBe("Model.v2.xlsm");
  await chooseFile({ page }, "old.xls", file);
  await page.getByText("old.xls was not opened. Expected an .xlsx or .xlsm workbook.", { exact: false }).waitFor();
});

onWorkbench("saves inserted rows with all that refers to their cells, and after an undo the file as it was", async (wb) => {
  await open(wb);
  await change(wb, "insert");
  await wb.settled();
  const xml = sheetOf(await savedFile(wb));
  for (const expected of [
    '<row r="4"><c r="A4"><f>B1*2</f><v>4</v></c><c r="B4"><v>1.10</v></c></row>',
    'sqref="A4:A6"',
    "<formula>$B$4</formula>",
    "<formula1>B4</formula1>",
  ])
    expect(xml).toContain(expected);
  await change(wb, "undo");
  await wb.settled();
  expect(changedParts(await savedFile(wb))).toEqual([]);
  await change(wb, "redo");
  await wb.settled();
  expect(sheetOf(await savedFile(wb))).toBe(xml);
});

onWorkbench("saves cut cells with their rules, a copied sheet with those of the sheet, and after undo the file as it was", async (wb) => {
  await open(wb);
  await wb.grid.evaluate(async ({ api }) => {
    const book = api.getActiveWorkbook();
    const [unit, sheet] = [book.getId(), book.getActiveSheet().getSheetId()];
    const range = (startRow: number, endRow: number, startColumn: number, endColumn: number) => ({ startRow, endRow, startColumn, endColumn });
    const cut = { fromUnitId: unit, toUnitId: unit, fromSubUnitId: sheet, toSubUnitId: sheet, fromRange: range(0, 3, 0, 1), toRange: range(9, 12, 3, 4) };
    await api.executeCommand("sheet.command.move-range", cut);
    await api.executeCommand("sheet.command.copy-sheet", { unitId: unit, subUnitId: sheet });
  });
  await wb.settled();
  const now = unzipSync(await savedFile(wb));
  for (const part of [SHEET, "xl/worksheets/sheet2.xml"])
    for (const expected of ['sqref="D11:D13"', "<formula>$E$11</formula>", "<formula1>E11</formula1>", '<c r="D11"><f>E10*2</f><v>4</v></c>'])
      expect(strFromU8(now[part]!)).toContain(expected);
  await change(wb, "undo");
  await change(wb, "undo");
  await wb.settled();
  expect(changedParts(await savedFile(wb))).toEqual([]);
});

onWorkbench("names what cannot be kept before it saves, and saves only if the user agrees", async (wb) => {
  await openFile(wb, "pivot.xlsx", fullBook());
  await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().deleteRows(8, 1));
  await wb.settled();
  await wb.page.getByRole("button", { name: "Save .xlsx" }).click();
  const question = wb.page.getByRole("dialog", { name: "Some parts cannot follow your edits" });
  await question
    .getByText("The pivot table P (Sheet1!D8:E9) is saved as plain cells, because rows or columns in it were inserted or deleted.", { exact: false })
    .waitFor();
  const saving = wb.page.waitForEvent("download");
  await question.getByRole("button", { name: "Save anyway" }).click();
  const parts: Buffer[] = [];
  for await (const part of await (await saving).createReadStream()) parts.push(part as Buffer);
  const names = Object.keys(unzipSync(new Uint8Array(Buffer.concat(parts))));
  expect(names).not.toContain("xl/pivotTables/pivotTable1.xml");
  expect(names).toContain("xl/vbaProject.bin");
});
