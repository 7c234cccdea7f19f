import { readBook } from "../../src/workbook/xlsx/read/read-book";
import type { SheetNote } from "../../src/workbook/book";
import { columnName } from "../../src/workbook/cell-address";
import { file } from "../unit/workbook/xlsx/notes-file";
import { keptWorkbench } from "./kept-workbench";
import { execute, openFile, savedFile, select, takeCells, type Workbench } from "./workbench";
import { expectEventually } from "../time";

const { onWorkbench } = keptWorkbench();
const FILE = file();

async function open(wb: Workbench): Promise<void> {
  await openFile(wb, "notes.xlsx", FILE);
}
/** The notes of the first sheet as they are saved, such as `A2:text`. */
const notes = async (wb: Workbench): Promise<readonly string[]> =>
  (readBook(await savedFile(wb)).sheets[0]!.notes ?? []).map(({ row, column, text }: SheetNote) => `${columnName(column)}${row + 1}:${text}`);
const [ANN, BOB, CONVERSATION] = ["A2:Ann:\nfrom the 10-K & p. 4", "B3:plain", "C4:Ann Lee: Right?\nBob: Yes."];
const shown = ({ page }: Workbench, text: string) => page.getByRole("status").locator(".wb-written").filter({ hasText: text });

onWorkbench("shows the note of the selected cell, and writes it with Shift+F2 as one step to undo", async (wb) => {
  await open(wb);
  expect(Buffer.compare(await savedFile(wb), FILE)).toBe(0);
  await select(wb, "A2");
  await shown(wb, "from the 10-K & p. 4").waitFor();
  await wb.page.keyboard.press("Shift+F2");
  const box = wb.page.getByRole("textbox", { name: "Note of A2" });
  await box.waitFor();
  await wb.page.keyboard.type(", later edited");
  await wb.page.keyboard.press("Escape");
  await box.waitFor({ state: "detached" });
  await shown(wb, "p. 4, later edited").waitFor();
  expect(await notes(wb)).toEqual([`${ANN}, later edited`, BOB, CONVERSATION]);
  // The focus is in the cells again.
  await wb.page.keyboard.press("Control+z");
  await expectEventually(() => notes(wb)).toEqual([ANN, BOB, CONVERSATION]);
  expect(Buffer.compare(await savedFile(wb), FILE)).toBe(0);

  await select(wb, "E1");
  await shown(wb, "").waitFor({ state: "detached" });
  await wb.page.keyboard.press("Shift+F2");
  await wb.page.keyboard.press("Escape");
  expect(await notes(wb)).toHaveLength(3);
  await wb.page.keyboard.press("Shift+F2");
  await wb.page.keyboard.type("new");
  await wb.page.keyboard.press("Enter");
  await wb.page.keyboard.type("line");
  await select(wb, "G9");
  expect(await notes(wb)).toEqual(["E1:new\nline", ANN, BOB, CONVERSATION]);
  expect(await wb.texts("E1", "E2")).toEqual(["", ""]);
});

onWorkbench("only shows a conversation, and deletes a note from the menu of its cell", async (wb) => {
  await open(wb);
  await select(wb, "C4");
  await shown(wb, "Ann Lee: Right?").waitFor();
  await wb.page.keyboard.press("Shift+F2");
  await wb.page.getByText("The comment of C4 is a conversation, and only shown here.", { exact: false }).waitFor();
  await select(wb, "B3");
  await wb.page.keyboard.press("Shift+F10");
  await wb.page.getByRole("button", { name: "Delete note" }).click();
  await expectEventually(() => notes(wb)).toEqual([ANN, CONVERSATION]);
  await execute(wb, "workbench.command.deleteNote");
  await wb.page.getByText("B3 has no note.", { exact: false }).waitFor();
});

onWorkbench("notes go with rows, cut, copied, sorted and cleared cells, and undo restores the file", async (wb) => {
  await open(wb);
  const undo = () => execute(wb, "univer.command.undo");
  await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().insertRowsBefore(1, 2));
  expect(await notes(wb)).toEqual(["A4:Ann:\nfrom the 10-K & p. 4", "B5:plain", "C6:Ann Lee: Right?\nBob: Yes."]);
  await undo();

  await select(wb, "A2");
  await takeCells(wb.page, "Control+c");
  await select(wb, "B3");
  await wb.page.keyboard.press("Control+v");
  await expectEventually(() => notes(wb)).toEqual([ANN, "B3:Ann:\nfrom the 10-K & p. 4", CONVERSATION]);
  await undo();
  await select(wb, "A2");
  await takeCells(wb.page, "Control+x");
  await select(wb, "D9");
  await wb.page.keyboard.press("Control+v");
  await expectEventually(() => notes(wb)).toEqual([BOB, CONVERSATION, "D9:Ann:\nfrom the 10-K & p. 4"]);
  await undo();
  await expectEventually(() => notes(wb)).toEqual([ANN, BOB, CONVERSATION]);

  await select(wb, "A1:C3");
  await execute(wb, "sheet.command.clear-selection-all");
  expect(await notes(wb)).toEqual([CONVERSATION]);
  await undo();
  expect(Buffer.compare(await savedFile(wb), FILE)).toBe(0);

  await wb.write("A2:B4", [
    [3, "c"],
    [1, "a"],
    [2, "b"],
  ]);
  await select(wb, "A2:B4");
  await execute(wb, "workbench.command.sortAscending");
  expect(await wb.texts("A2", "A3", "A4")).toEqual(["1", "2", "3"]);
  expect(await notes(wb)).toEqual(["B2:plain", "A4:Ann:\nfrom the 10-K & p. 4", CONVERSATION]);
});
