import { keptWorkbench } from "./kept-workbench";
import { execute, type Workbench } from "./workbench";
import { expectEventually } from "../time";

/* Pasting large blocks from another program. */

const { onWorkbench } = keptWorkbench();
const ROWS = 600;
const text = Array.from({ length: ROWS }, (_, row) => ["A", "B", "C", "D"].map((column) => `${column}${row + 1}`).join("\t")).join("\n");

/** Pastes as the keyboard does, and waits until all has arrived. */
const paste = ({ grid }: Workbench, cell: string): Promise<void> =>
  grid.evaluate(
    async ({ api }, [address, content]) => {
      api.getActiveWorkbook().getActiveSheet().getRange(address).activate();
      await api.executeCommand("sheet.command.paste-by-short-key", { textContent: content });
    },
    [cell, text] as const,
  );

onWorkbench("a large block of text arrives in pieces, whole, and one undo takes it back", async (workbench) => {
  await workbench.write("B2:B3", [["kept"], ["kept too"]]);
  await paste(workbench, "A2");
  const last = `D${ROWS + 1}`;
  await expectEventually(() => workbench.texts(last)).toEqual([`D${ROWS}`]);
  expect(await workbench.texts("A2", "B2", "B3", "A302", "D302", `A${ROWS + 2}`)).toEqual(["A1", "B1", "B2", "A301", "D301", ""]);
  await expectEventually(() => workbench.grid.evaluate(async ({ workbook }) => (await workbook.selection())?.address)).toBe(`Sheet1!A2:${last}`);
  await execute(workbench, "univer.command.undo");
  expect(await workbench.texts("A2", "B2", "B3", "A302", last)).toEqual(["", "kept", "kept too", "", ""]);
});

onWorkbench("an undo while a block is pasted ends the paste, and takes back what had arrived", async (workbench) => {
  await workbench.write("A1", [["kept"]]);
  const arrived = await workbench.grid.evaluate(async ({ api }, content) => {
    const sheet = api.getActiveWorkbook().getActiveSheet();
    const isFilled = (cell: string): boolean => sheet.getRange(cell).getValue() != null;
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    sheet.getRange("A2").activate();
    void api.executeCommand("sheet.command.paste-by-short-key", { textContent: content });
    while (!isFilled("A2")) await nextFrame();
    const before = ["A2", "A601"].map(isFilled);
    await api.executeCommand("univer.command.undo");
    for (let frame = 0; frame < 20; frame++) await nextFrame();
    return before;
  }, text);
  expect(arrived).toEqual([true, false]);
  const texts = await workbench.texts("A1", "A2", "A302", `D${ROWS + 1}`);
  expect(texts).toEqual(["kept", "", "", ""]);
});
