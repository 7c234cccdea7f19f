import type { ConditionalFormat, FormatRule } from "../../src/workbook/conditional-format";
import type { BookCell, Block } from "../../src/workbook/book";
import { cellIn, blockIn } from "../../src/workbook/cell-reference";
import { readBook } from "../../src/workbook/xlsx/read-book";
import { writeBook } from "../../src/workbook/xlsx/write-book";
import { keptPage } from "../conformance/kept-page";
import { openWorkbench, type Workbench } from "./workbench";

const kept = keptPage({ open: (browser, service) => openWorkbench(browser, service), renew: ({ newBook }) => newBook() });

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
  await wb.page.getByLabel("Workbook to open").setInputFiles({ name: "rules.xlsx", mimeType: "application/octet-stream", buffer: Buffer.from(file) });
  await wb.page.getByText("Opened rules.").waitFor();
  await wb.settled();
  return file;
}

interface Drawn {
  readonly s?: { readonly bg?: { readonly rgb?: string }; readonly n?: { readonly pattern?: string } };
  readonly v?: unknown;
}
/** The fills of cells of the sheet in front. */
const fills = ({ grid }: Workbench, ...addresses: readonly string[]): Promise<(string | undefined)[]> =>
  grid.evaluate(
    ({ api }, places) =>
      places.map(({ row, column }) => {
        const sheet = (
          api.getActiveWorkbook().getActiveSheet() as unknown as { getSheet(): { getCell(row: number, column: number): Drawn | null } }
        ).getSheet();
        return sheet.getCell(row, column)?.s?.bg?.rgb;
      }),
    addresses.map((at) => cellIn(at)!),
  );
const run = ({ grid }: Workbench, id: string, params: object = {}) =>
  grid.evaluate(
    ({ api }, [command, given]) => (api as unknown as { executeCommand(id: string, params: object): Promise<unknown> }).executeCommand(command, given),
    [id, params] as const,
  );
const saved = async ({ grid }: Workbench): Promise<Uint8Array> => new Uint8Array(await grid.evaluate(async ({ workbook }) => [...(await workbook.file())]));
const rules = async (wb: Workbench, sheet = 0) =>
  (readBook(await saved(wb)).sheets[sheet]?.formats ?? []).map(({ areas: blocks, rule }) => ({
    at: blocks.map(({ row, column, rows, columns }) => [row, column, rows, columns].join()).join(" "),
    rule,
  }));
const undo = ({ grid }: Workbench) => grid.evaluate(({ api }) => void api.getActiveWorkbook().undo());

describe("conditional formats", () => {
  it("are shown as in Excel, follow values, and are saved with the bytes of the file", async () => {
    const { page: wb, passed } = await kept();
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
    await expect
      .poll(() => fills(wb, "A1", "A2", "A3", "A4", "B1", "C1", "C2", "C3"))
      .toEqual([RED, GREEN, GREEN, RED, undefined, undefined, GREEN, undefined]);
    expect(Buffer.compare(await saved(wb), file)).toBe(0);
    await wb.write("A1:A2", [[9], [1]]);
    await wb.settled();
    await expect.poll(() => fills(wb, "A1", "A2")).toEqual([GREEN, RED]);
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getSheetByName("Other")!.getRange("A1").setValue(10));
    await wb.settled();
    await expect.poll(() => fills(wb, "A1", "C2")).toEqual([RED, undefined]);
    passed();
  });

  it("show what arrives from the service", async () => {
    const { page: wb, passed } = await kept();
    await open(wb, [cell("A1", null, '=SERVICE.FRED("DGS10")')], [format("A1:A2", { kind: "cell", operator: "greaterThan", formulas: ["0"] }, GREEN)]);
    await expect.poll(() => fills(wb, "A1", "A2")).toEqual([GREEN, undefined]);
    passed();
  });

  it("follow rows that are inserted, deleted and moved, cells that are cut and copied, and copied sheets", async () => {
    const { page: wb, passed } = await kept();
    const values = [1, 9, 3, 8].map((value, i) => cell(`A${i + 2}`, value));
    const file = await open(wb, values, [
      format("A2:A5", { kind: "formula", formula: "A2>5" }),
      format("A2:A5", { kind: "formula", formula: "A2>Sheet1!$A$2" }, GREEN, { stops: true }),
    ]);
    const formulas = async (sheet = 0) => (await rules(wb, sheet)).map(({ at, rule }) => `${at}: ${rule.kind === "formula" ? rule.formula : rule.kind}`);
    const before = await formulas();
    expect(before).toEqual(["1,0,4,1: A2>5", "1,0,4,1: A2>Sheet1!$A$2"]);
    await expect.poll(() => fills(wb, "A2", "A3", "A4")).toEqual([undefined, RED, GREEN]);

    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().insertRowsBefore(0, 1));
    await wb.settled();
    expect(await formulas()).toEqual(["2,0,4,1: A3>5", "2,0,4,1: A3>Sheet1!$A$3"]);
    await expect.poll(() => fills(wb, "A3", "A4", "A5")).toEqual([undefined, RED, GREEN]);
    await undo(wb);
    await wb.settled();
    expect(Buffer.compare(await saved(wb), file)).toBe(0);

    const unit = await wb.grid.evaluate(({ api }) => [api.getActiveWorkbook().getId(), api.getActiveWorkbook().getActiveSheet().getSheetId()] as const);
    const range = (at: string) => {
      const { row, column, rows, columns } = blockIn(at)!;
      return { startRow: row, startColumn: column, endRow: row + rows - 1, endColumn: column + columns - 1 };
    };
    await run(wb, "sheet.command.move-range", { fromRange: range("A4"), toRange: range("C4") });
    await wb.settled();
    expect(await formulas()).toEqual(["1,0,2,1 4,0,1,1 3,2,1,1: A2>5", "1,0,2,1 4,0,1,1 3,2,1,1: A2>Sheet1!$A$2"]);
    await expect.poll(() => fills(wb, "A4", "C4")).toEqual([undefined, GREEN]);
    await undo(wb);
    await wb.settled();
    expect(await formulas()).toEqual(before);

    await run(wb, "sheet.command.copy-sheet", { unitId: unit[0], subUnitId: unit[1] });
    await wb.settled();
    const names = readBook(await saved(wb)).sheets.map(({ name }) => name);
    const copy = names.indexOf("Sheet1 (2)");
    expect(await formulas(copy)).toEqual(["1,0,4,1: A2>5", "1,0,4,1: A2>'Sheet1 (2)'!$A$2"]);
    await undo(wb);
    await wb.settled();
    expect(Buffer.compare(await saved(wb), file)).toBe(0);
    passed();
  });
});
