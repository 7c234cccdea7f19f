import { createCalculatingCells, reportsCalculating } from "../../../src/hosts/excel/excel-pane-host";

/* office.js of npm lacks the preview event: the smallest Excel that has it. */

type Handler = (event: { readonly worksheetId: string; readonly address?: string }) => Promise<void>;
class Sheet {
  readonly handlers: Record<string, Handler[]> = { busy: [], calculated: [] };
  readonly onCalculated = { add: (handler: Handler) => this.handlers.calculated!.push(handler) };
  constructor(
    readonly id: string,
    public name: string,
  ) {}
  get onCalculationBusy() {
    return { add: (handler: Handler) => this.handlers.busy!.push(handler) };
  }
  tell = (event: "busy" | "calculated", address?: string) =>
    Promise.all(this.handlers[event]!.map((handler) => handler({ worksheetId: this.id, ...(address === undefined ? {} : { address }) })));
}

function excelWith(...items: Sheet[]) {
  const added: Handler[] = [];
  const worksheets = { items, load: () => undefined, onAdded: { add: (h: Handler) => added.push(h) }, getItem: (id: string) => items.find((s) => s.id === id) };
  const context = { workbook: { worksheets }, sync: async () => undefined };
  Object.assign(globalThis, { Excel: { Worksheet: Sheet, run: (_: unknown, batch: (c: unknown) => Promise<unknown>) => batch(context) } });
  return {
    add: async (sheet: Sheet) => {
      items.push(sheet);
      for (const handler of added) await handler({ worksheetId: sheet.id });
    },
  };
}
afterEach(() => void Reflect.deleteProperty(globalThis, "Excel"));

const cell = (sheet: string, row: number, column: number) => ({ sheet, row, column });

test("an Excel without the event reports nothing", () => {
  expect(reportsCalculating()).toBe(false);
  Object.assign(globalThis, { Excel: { Worksheet: class {} } });
  expect(reportsCalculating()).toBe(false);
});

test("cells are calculating from the event until their sheet is calculated", async () => {
  const [first, second] = [new Sheet("{1}", "Rates"), new Sheet("{2}", "Other")];
  excelWith(first, second);
  expect(reportsCalculating()).toBe(true);
  const cells = createCalculatingCells();
  await cells.listen();
  await first.tell("busy", "A1:B2,Rates!D4");
  await second.tell("busy", "C:C");
  let isCalculating = await cells.read();
  const places = [cell("Rates", 1, 1), cell("Rates", 3, 3), cell("Rates", 2, 0), cell("Other", 999, 2), cell("Other", 0, 0), cell("Gone", 0, 0)];
  expect(places.map(isCalculating)).toEqual([true, true, false, true, false, false]);
  first.name = "Yields";
  await second.tell("calculated");
  isCalculating = await cells.read();
  expect([cell("Yields", 0, 0), cell("Rates", 0, 0), cell("Other", 999, 2)].map(isCalculating)).toEqual([true, false, false]);
});

test("a sheet that is added is heard too", async () => {
  const excel = excelWith(new Sheet("{1}", "Rates"));
  const cells = createCalculatingCells();
  await cells.listen();
  const sheet = new Sheet("{9}", "New");
  await excel.add(sheet);
  await sheet.tell("busy", "B2");
  expect((await cells.read())(cell("New", 1, 1))).toBe(true);
});
