import { smallFile } from "../unit/workbook/xlsx/small-file";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { keptWorkbench } from "./kept-workbench";
import { openFile, savedFile, select, type Workbench } from "./workbench";
import { expectEventually } from "../time";

const { onWorkbench } = keptWorkbench();

const rule = (attributes: string, ...formulas: readonly string[]): string =>
  `<dataValidation allowBlank="1" showInputMessage="1" showErrorMessage="1" ${attributes}>${formulas.map((formula, i) => `<formula${i + 1}>${formula}</formula${i + 1}>`).join("")}</dataValidation>`;
const RULES = [
  rule('type="list" sqref="A2:A5" promptTitle="Side" prompt="Long or short"', '"long,short"'),
  rule('type="list" sqref="B2:B5" errorTitle="Sector" error="Choose a sector of the list."', "Sectors"),
  rule('type="decimal" operator="lessThanOrEqual" errorStyle="warning" sqref="C2:C5"', "$D$2*2"),
  rule('type="custom" errorStyle="information" sqref="E2:E5"', "COUNTIF($E$2:$E$5,E2)=1"),
  rule('type="whole" sqref="F2"', "1", "Lists!A9"),
];
const FILE = smallFile({
  sheets: {
    S: '<row r="2"><c r="D2"><v>5</v></c></row>',
    Lists:
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Energy</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Banks</t></is></c></row><row r="3"><c r="A3"><v>2030</v></c></row><row r="4"><c r="A4" s="1"><v>45292</v></c></row><row r="9"><c r="A9" t="inlineStr"><is><t>n/a: no data</t></is></c></row>',
  },
  after: `<dataValidations count="${RULES.length}">${RULES.join("")}</dataValidations>`,
  workbook: '<definedNames><definedName name="Sectors">Lists!$A$1:$A$4</definedName></definedNames>',
  parts: {
    "xl/styles.xml":
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>',
  },
  related: { styles: "styles.xml" },
});

const open = (wb: Workbench): Promise<void> => openFile(wb, "rules.xlsx", FILE);
async function typed(wb: Workbench, address: string, text: string): Promise<void> {
  await select(wb, address);
  await wb.page.keyboard.type(text, { delay: 5 });
  await wb.page.keyboard.press("Enter");
}
/** Types a value that the rule allows: the next cell is selected. */
async function accepted(wb: Workbench, address: string, text: string): Promise<void> {
  await typed(wb, address, text);
  await isLeft(wb, address);
}
const isLeft = ({ page, grid }: Workbench, address: string) =>
  page.waitForFunction(([{ api }, at]) => api.getActiveWorkbook().getActiveCell()?.getA1Notation() !== at, [grid, address] as const);
const answer = async ({ page }: Workbench, title: string, label: string): Promise<void> => {
  const question = page.getByRole("dialog", { name: title });
  await question.getByRole("button", { name: label, exact: true }).click();
  await question.waitFor({ state: "detached" });
};

onWorkbench("refuses a typed value as the rule of its cell says, with its own words", async (wb) => {
  await open(wb);
  expect(Buffer.compare(await savedFile(wb), FILE)).toBe(0);
  await typed(wb, "A2", "flat");
  await answer(wb, "A2 does not accept this value", "Cancel");
  await expectEventually(() => wb.texts("A2")).toEqual([""]);
  await accepted(wb, "A2", "long");
  // The result of a typed formula counts.
  await accepted(wb, "A3", '="sh"&"ort"');
  await typed(wb, "A4", "=1+1");
  await answer(wb, "A4 does not accept this value", "Cancel");
  await expectEventually(() => wb.texts("A3", "A4")).toEqual(["short", ""]);
  await typed(wb, "B2", "Mining");
  await wb.page.getByRole("dialog", { name: "Sector" }).getByText("Choose a sector of the list.").waitFor();
  await answer(wb, "Sector", "Cancel");
  await expectEventually(() => wb.texts("B2")).toEqual([""]);
  await accepted(wb, "B2", "banks");
  await typed(wb, "C2", "11");
  await answer(wb, "Is this value right for C2?", "Keep it");
  await isLeft(wb, "C2");
  await accepted(wb, "C3", "10");
  await accepted(wb, "E2", "7");
  await typed(wb, "E3", "7");
  await answer(wb, "Is this value right for E3?", "Cancel");
  await expectEventually(() => wb.texts("E3")).toEqual([""]);
  await accepted(wb, "E3", "8");
  // The bound is a reason, which no number can be compared with.
  await accepted(wb, "F2", "3");
  await expectEventually(() => wb.texts("A2", "B2", "C2", "C3", "E2", "E3", "F2")).toEqual(["long", "banks", "11", "10", "7", "8", "3"]);
});

onWorkbench("shows the prompt and the list of the selected cell, with the mouse and with Alt+Down, also after rows were inserted", async (wb) => {
  await open(wb);
  await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().insertRowsBefore(0, 3));
  await select(wb, "A5");
  await wb.page.getByRole("status").getByText("Long or short").waitFor();
  await wb.page.getByRole("button", { name: "List of A5" }).click();
  const list = wb.page.getByRole("listbox", { name: "Values for A5" });
  await list.getByRole("option", { name: "short" }).click();
  await expectEventually(() => wb.texts("A5")).toEqual(["short"]);
  await select(wb, "B6");
  await wb.page.keyboard.press("Alt+ArrowDown");
  await wb.page.getByRole("listbox", { name: "Values for B6" }).waitFor();
  await wb.page.keyboard.press("ArrowDown");
  await wb.page.keyboard.press("ArrowDown");
  await wb.page.keyboard.press("Enter");
  await expectEventually(() => wb.texts("B6")).toEqual(["2030"]);
  // A date is shown as its cell shows it, and the chosen cell shows it so, too.
  await select(wb, "B8");
  await wb.page.getByRole("button", { name: "List of B8" }).click();
  await wb.page.getByRole("option", { name: "2024-01-01" }).click();
  await expectEventually(() => wb.texts("B8")).toEqual(["2024-01-01"]);
  await select(wb, "B7");
  await wb.page.keyboard.press("Alt+ArrowDown");
  await wb.page.getByRole("listbox", { name: "Values for B7" }).waitFor();
  await wb.page.keyboard.press("Escape");
  await wb.page.getByRole("listbox").waitFor({ state: "detached" });
  await select(wb, "A1");
  await wb.page.getByRole("button", { name: /^List of/ }).waitFor({ state: "detached" });
});

onWorkbench("cut cells take their rules along, a copied sheet has those of its source, and the saved file has both", async (wb) => {
  await open(wb);
  await wb.grid.evaluate(async ({ api }) => {
    const book = api.getActiveWorkbook();
    const [unit, sheet] = [book.getId(), book.getActiveSheet().getSheetId()];
    const range = (startRow: number, endRow: number, startColumn: number) => ({ startRow, endRow, startColumn, endColumn: startColumn });
    const cut = { fromUnitId: unit, toUnitId: unit, fromSubUnitId: sheet, toSubUnitId: sheet, fromRange: range(1, 2, 0), toRange: range(7, 8, 7) };
    await api.executeCommand("sheet.command.move-range", cut);
    await api.executeCommand("sheet.command.copy-sheet", { unitId: unit, subUnitId: sheet });
  });
  await expectEventually(() => wb.grid.evaluate(({ api }) => api.getActiveWorkbook().getActiveSheet().getSheetName())).toBe("S (2)");
  for (const cell of ["A4", "H8"]) {
    await select(wb, cell);
    await wb.page.getByRole("button", { name: `List of ${cell}` }).waitFor();
  }
  await typed(wb, "H9", "flat");
  await answer(wb, "H9 does not accept this value", "Cancel");
  await expectEventually(() => wb.texts("H9")).toEqual([""]);
  await accepted(wb, "A2", "flat");
  const { sheets } = readBook(await savedFile(wb));
  for (const name of ["S", "S (2)"])
    expect(
      sheets
        .find((sheet) => sheet.name === name)
        ?.validations?.map(({ sqref, formulas }) => [sqref, ...formulas])
        .slice(0, 2),
    ).toEqual([
      ["A4:A5 H8:H9", '="long,short"'],
      ["B2:B5", "=Sectors"],
    ]);
});
