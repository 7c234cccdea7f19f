import type { ConditionalFormat, FormatRule } from "../../src/workbook/conditional-format";
import type { BookCell } from "../../src/workbook/book";
import type { Block } from "../../src/workbook/block";
import { cellIn, blockIn } from "../../src/workbook/cell-reference";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { writeBook } from "../../src/workbook/xlsx/write-book";
import { execute, openFile, savedFile, undo, type Workbench } from "./workbench";
import { expectEventually } from "../time";
import { keptWorkbench } from "./kept-workbench";

const { onWorkbench } = keptWorkbench();

const RED = "#FF0000";
const GREEN = "#00FF00";
const areas = (text: string): Block[] => text.split(" ").map((one) => blockIn(one)!);
const format = (at: string, rule: FormatRule, fill = RED, more: Partial<ConditionalFormat> = {}): ConditionalFormat => ({
  areas: areas(at),
  rule,
  look: { fill },
  ...more,
});
const cell = (at: string, value: BookCell["value"], formula?: string): BookCell => ({ ...cellIn(at)!, value, ...(formula ? { formula } : {}) });

/** Opens a file with these cells and rules on its first sheet. */
async function open(wb: Workbench, cells: readonly BookCell[], formats: readonly ConditionalFormat[]): Promise<Uint8Array> {
  const sorted = [...cells].sort((a, b) => a.row - b.row || a.column - b.column);
  const file = writeBook({
    sheets: [
      { name: "Sheet1", cells: sorted, formats },
      { name: "Other", cells: [cell("A1", 5)] },
    ],
    active: 0,
    names: [{ name: "Limit", formula: "=Other!$A$1" }],
    settings: {},
  });
  await openFile(wb, "rules.xlsx", file);
  return file;
}

/** The fills of cells of the sheet in front. */
const fills = ({ grid }: Workbench, ...addresses: readonly string[]): Promise<(string | undefined)[]> =>
  grid.evaluate(
    ({ api }, places) =>
      places.map(({ row, column }) => {
        const drawn = api.getActiveWorkbook().getActiveSheet().getSheet().getCell(row, column)?.s;
        return typeof drawn === "object" ? (drawn?.bg?.rgb ?? undefined) : undefined;
      }),
    addresses.map((at) => cellIn(at)!),
  );
const rules = async (wb: Workbench, sheet = 0) =>
  (readBook(await savedFile(wb)).sheets[sheet]?.formats ?? []).map(({ areas: blocks, rule }) => ({
    at: blocks.map(({ row, column, rows, columns }) => [row, column, rows, columns].join()).join(" "),
    rule,
  }));

describe("conditional formats", () => {
  onWorkbench("are shown as in Excel, follow values, and are saved with the bytes of the file", async (wb) => {
    const file = await open(
      wb,
      [cell("A1", 4), cell("A2", 6), cell("A3", "n/a: no data"), cell("B1", 1, "=A1-3"), cell("C1", 4), cell("C2", 6)],
      [
        format("C1:C3", { kind: "formula", formula: "C1>Limit" }, GREEN),
        format("A1:A4", { kind: "cell", operator: "lessThan", formulas: ["Other!$A$1"] }),
        format("A1:A4", { kind: "cell", operator: "greaterThan", formulas: ["5"] }, GREEN),
        format("B1:B2", { kind: "formula", formula: 'SERVICE.FRED("DGS10")>0' }),
      ],
    );
    await expectEventually(() => fills(wb, "A1", "A2", "A3", "A4", "B1", "C1", "C2", "C3")).toEqual([
      RED,
      GREEN,
      GREEN,
      RED,
      undefined,
      undefined,
      GREEN,
      undefined,
    ]);
    expect(Buffer.compare(await savedFile(wb), file)).toBe(0);
    await wb.write("A1:A2", [[9], [1]]);
    await wb.settled();
    await expectEventually(() => fills(wb, "A1", "A2")).toEqual([GREEN, RED]);
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getSheetByName("Other")!.getRange("A1").setValue(10));
    await wb.settled();
    await expectEventually(() => fills(wb, "A1", "C2")).toEqual([RED, undefined]);
  });

  onWorkbench("show what arrives from the service", async (wb) => {
    await open(wb, [cell("A1", null, '=SERVICE.FRED("DGS10")')], [format("A1:A2", { kind: "cell", operator: "greaterThan", formulas: ["0"] }, GREEN)]);
    await expectEventually(() => fills(wb, "A1", "A2")).toEqual([GREEN, undefined]);
  });

  onWorkbench("follow rows that are inserted, deleted and moved, cells that are cut and copied, and copied sheets", async (wb) => {
    const values = [1, 9, 3, 8].map((value, i) => cell(`A${i + 2}`, value));
    const file = await open(wb, values, [
      format("A2:A5", { kind: "formula", formula: "A2>5" }),
      format("A2:A5", { kind: "formula", formula: "A2>Sheet1!$A$2" }, GREEN, { stops: true }),
    ]);
    const formulas = async (sheet = 0) => (await rules(wb, sheet)).map(({ at, rule }) => `${at}: ${rule.kind === "formula" ? rule.formula : rule.kind}`);
    const before = await formulas();
    expect(before).toEqual(["1,0,4,1: A2>5", "1,0,4,1: A2>Sheet1!$A$2"]);
    await expectEventually(() => fills(wb, "A2", "A3", "A4")).toEqual([undefined, RED, GREEN]);

    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().insertRowsBefore(0, 1));
    await wb.settled();
    expect(await formulas()).toEqual(["2,0,4,1: A3>5", "2,0,4,1: A3>Sheet1!$A$3"]);
    await expectEventually(() => fills(wb, "A3", "A4", "A5")).toEqual([undefined, RED, GREEN]);
    await undo(wb);
    await wb.settled();
    expect(Buffer.compare(await savedFile(wb), file)).toBe(0);

    const unit = await wb.grid.evaluate(({ api }) => [api.getActiveWorkbook().getId(), api.getActiveWorkbook().getActiveSheet().getSheetId()] as const);
    const range = (at: string) => {
      const { row, column, rows, columns } = blockIn(at)!;
      return { startRow: row, startColumn: column, endRow: row + rows - 1, endColumn: column + columns - 1 };
    };
    await execute(wb, "sheet.command.move-range", { fromRange: range("A4"), toRange: range("C4") });
    await wb.settled();
    expect(await formulas()).toEqual(["1,0,2,1 4,0,1,1 3,2,1,1: A2>5", "1,0,2,1 4,0,1,1 3,2,1,1: A2>Sheet1!$A$2"]);
    await expectEventually(() => fills(wb, "A4", "C4")).toEqual([undefined, GREEN]);
    await undo(wb);
    await wb.settled();
    expect(await formulas()).toEqual(before);

    await execute(wb, "sheet.command.copy-sheet", { unitId: unit[0], subUnitId: unit[1] });
    await wb.settled();
    const names = readBook(await savedFile(wb)).sheets.map(({ name }) => name);
    const copy = names.indexOf("Sheet1 (2)");
    expect(await formulas(copy)).toEqual(["1,0,4,1: A2>5", "1,0,4,1: A2>'Sheet1 (2)'!$A$2"]);
    await undo(wb);
    await wb.settled();
    expect(Buffer.compare(await savedFile(wb), file)).toBe(0);
  });

  onWorkbench("are copied with cells, with formulas for the first of their cells, and go with cleared formats", async (wb) => {
    await wb.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const file = await open(
      wb,
      [cell("B3", 9), cell("B4", 1), cell("D1", 8), cell("D2", 2)],
      [format("B3:B4", { kind: "formula", formula: "B3>5" }, GREEN), format("B3:B4", { kind: "cell", operator: "equal", formulas: ["$D$1"] })],
    );
    const select = (at: string) => wb.grid.evaluate(({ api }, one) => void api.getActiveWorkbook().getActiveSheet().getRange(one).activate(), at);
    await expectEventually(() => fills(wb, "B3", "B4")).toEqual([GREEN, undefined]);
    await select("B3:B4");
    await execute(wb, "univer.command.copy");
    await select("A1");
    await execute(wb, "univer.command.paste");
    await wb.settled();
    await expectEventually(() => fills(wb, "A1", "A2", "B3", "B4")).toEqual([GREEN, undefined, GREEN, undefined]);
    expect(await rules(wb)).toEqual([
      { at: "0,0,2,1 2,1,2,1", rule: { kind: "formula", formula: "A1>5" } },
      { at: "0,0,2,1 2,1,2,1", rule: { kind: "cell", operator: "equal", formulas: ["$D$1"] } },
    ]);
    await undo(wb);
    await wb.settled();
    expect(Buffer.compare(await savedFile(wb), file)).toBe(0);
    await select("B3");
    await execute(wb, "sheet.command.clear-selection-format");
    await wb.settled();
    expect(await rules(wb)).toEqual([
      { at: "3,1,1,1", rule: { kind: "formula", formula: "B4>5" } },
      { at: "3,1,1,1", rule: { kind: "cell", operator: "equal", formulas: ["$D$1"] } },
    ]);
    await undo(wb);
    await wb.settled();
    expect(Buffer.compare(await savedFile(wb), file)).toBe(0);
    await execute(wb, "sheet.command.clear-worksheet-conditional-rule");
    expect(await rules(wb)).toEqual([]);
    await undo(wb);
    await wb.settled();
    expect(Buffer.compare(await savedFile(wb), file)).toBe(0);
  });

  onWorkbench("are made in the panel, and saved as Excel has them", async (wb) => {
    await open(
      wb,
      [cell("A1", "n/a: none"), cell("A2", 2)],
      [format("A1:A2", { kind: "cell", operator: "greaterThan", formulas: ["1"] }, GREEN, { look: { format: '0.0" x"' } })],
    );
    const shown = () => wb.grid.evaluate(({ api }) => api.getActiveWorkbook().getActiveSheet().getSheet().getCell(1, 0)?.v);
    await expectEventually(shown).toBe("2.0 x");
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().getRange("A1:A2").activate());
    await wb.page.getByRole("tab", { name: "Data", exact: true }).click();
    await wb.page.getByRole("button", { name: "Conditional Formatting" }).click();
    await wb.page.getByText("New rule…").click();
    const panel = wb.page.locator("[data-u-comp='sidebar']");
    await panel.getByText("Applies to").waitFor();
    await panel.getByLabel("Value").fill("N/A");
    await panel.getByRole("button", { name: "Bold" }).press("Enter");
    await panel.getByRole("button", { name: "OK" }).click();
    await expectEventually(() => rules(wb)).toEqual([
      { at: "0,0,2,1", rule: { kind: "text", operator: "containsText", text: "N/A" } },
      { at: "0,0,2,1", rule: { kind: "cell", operator: "greaterThan", formulas: ["1"] } },
    ]);
    const [made] = readBook(await savedFile(wb)).sheets[0]!.formats!;
    expect(made!.look?.bold).toBe(true);
    // The list of rules.
    await panel.getByRole("button", { name: /Greater than 1/ }).press("Enter");
    await panel.getByLabel("Value").fill("3");
    await panel.getByRole("button", { name: "OK" }).click();
    await expectEventually(async () => (await rules(wb)).map(({ rule }) => rule)).toContainEqual({ kind: "cell", operator: "greaterThan", formulas: ["3"] });
  });
});
