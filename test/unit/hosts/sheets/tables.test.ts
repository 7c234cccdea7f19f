import { createSheetBlocks } from "../../../../src/hosts/sheets/menu/sheet-blocks";
import type { NamedBlocks } from "../../../../src/pane/workbook";
import { blockIn } from "../../../../src/workbook/cell-reference";
import { editAndRefresh, type EditedSheet, type Tally } from "../../../conformance/random-edits";
import { many, SEED, TESTED } from "../../../corpus";
import { createSpreadsheet, type SpreadsheetOptions } from "../../../sheets/spreadsheet";
import { createScript } from "./menu-script";

type Adapter = ReturnType<typeof createSheetBlocks>;

/** A spreadsheet of Google's, edited as a user does, with the adapter's blocks. */
function edited(): EditedSheet {
  let saved: SpreadsheetOptions = {};
  let book = createSpreadsheet({ timeZone: "America/Sao_Paulo" });
  const open = (options: SpreadsheetOptions): void => {
    book = createSpreadsheet(options);
    Object.assign(globalThis, { SpreadsheetApp: book.SpreadsheetApp });
  };
  const sheet = () => book.SpreadsheetApp.getActiveSheet();
  const adapter = (): Adapter => createSheetBlocks(book.SpreadsheetApp.getActiveSpreadsheet() as unknown as Parameters<typeof createSheetBlocks>[0]);
  open(book.state());
  const blocks: NamedBlocks = {
    find: async (names) => adapter().find(names),
    read: async (name) => adapter().read(name),
    set: async (name, block) => adapter().set(name, block),
    edit: async (name, read, edits, block) => adapter().edit(name, read, edits, block),
    references: async (name) => adapter().references(name),
  };
  return {
    blocks,
    put: async (cells) => {
      saved = book.state();
      for (const [address, content] of Object.entries(cells)) {
        const { row, column } = blockIn(address)!;
        const tab = sheet();
        if (column >= tab.getMaxColumns()) tab.insertColumnsAfter(tab.getMaxColumns(), column - tab.getMaxColumns() + 1);
        tab.getRange(row + 1, column + 1).setValue(content ?? "");
      }
    },
    resize: async (kind, along, at, count) => {
      saved = book.state();
      const tab = sheet();
      const change = {
        insert: { rows: tab.insertRowsBefore, columns: tab.insertColumnsBefore },
        delete: { rows: tab.deleteRows, columns: tab.deleteColumns },
      }[kind][along];
      change(at + 1, count);
    },
    undo: async () => open(saved),
  };
}

const RUNS = many(40, 4);

describe("tables in Google Sheets", () => {
  beforeEach(() => void createScript({ book: {} }).run(() => undefined));

  it(`lose nothing of the user's in 100 random edits with refreshes between them (${TESTED})`, async () => {
    const sum: Partial<Tally> = {};
    for (let run = 0; run < RUNS; run++) {
      const tally = await editAndRefresh(edited(), Number(SEED) * 1_000 + run, { edits: 100, rounds: 8 });
      for (const [what, count] of Object.entries(tally)) sum[what as keyof Tally] = (sum[what as keyof Tally] ?? 0) + (count as number);
    }
    const { refreshes = 0, refusals = 0, ...happened } = sum;
    expect(refreshes).toBe(RUNS * 8);
    expect(refusals).toBeLessThan(refreshes / 2);
    expect(Object.values(happened).every((count) => count > 0)).toBe(true);
  });
});
