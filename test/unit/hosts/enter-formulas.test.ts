import { enterFormulas } from "../../../src/hosts/excel/enter-formulas";
import { pass, withFakeTimers } from "../../time";

withFakeTimers();

const CELLS = Array.from({ length: 8_000 }, (_, row) => ({ row, column: 0, formula: `=SERVICE.FRED("DGS10",${row})` }));

/** @param refusal the code with which Excel refuses a request for these rows; undefined if it accepts it */
function excel(refusal: (rows: readonly number[]) => string | undefined) {
  const sent: number[] = [];
  let queued: number[] = [];
  const getRange = (address: string) => {
    const range = {};
    const first = Number(/\d+/.exec(address)?.[0]) - 1;
    const set = (rows: unknown[]): void => rows.forEach((_, i) => queued.push(first + i));
    return Object.defineProperty(range, "formulas", { set });
  };
  const context = {
    workbook: { worksheets: { getItem: () => ({ getRange }) } },
    sync: async () => {
      const rows = queued;
      queued = [];
      sent.push(rows.length);
      const code = refusal(rows);
      if (code !== undefined) throw Object.assign(new Error("refused"), { code });
    },
  };
  return { context: context as unknown as Parameters<typeof enterFormulas>[0], sent };
}

it("enters 8,000 formulas in four requests", async () => {
  const { context, sent } = excel(() => undefined);
  expect(await enterFormulas(context, "Sheet1", CELLS)).toEqual([]);
  expect(sent).toEqual([2_000, 2_000, 2_000, 2_000]);
});

it("waits once for a limit on requests, and halves nothing", async () => {
  let requests = 0;
  const { context, sent } = excel(() => (++requests === 2 ? "ActivityLimitReached" : undefined));
  const entered = enterFormulas(context, "Sheet1", CELLS);
  await pass(1_000);
  expect(await entered).toEqual([]);
  expect(sent).toEqual([2_000, 2_000, 2_000, 2_000, 2_000]);
});

it("returns only the cells that Excel rejects", async () => {
  const { context } = excel((rows) => (rows.includes(2_345) ? "InvalidArgument" : undefined));
  expect((await enterFormulas(context, "Sheet1", CELLS)).map(({ place }) => place.row)).toEqual([2_345]);
});

it("returns all cells that are left if Excel would refuse any request", async () => {
  for (const code of ["ActivityLimitReached", "InvalidOperationInCellEditMode", "ConnectionFailure", "RequestAborted"]) {
    let requests = 0;
    const { context, sent } = excel(() => (++requests > 1 ? code : undefined));
    const entered = enterFormulas(context, "Sheet1", CELLS);
    await pass(60_000);
    expect((await entered).map(({ place }) => place.row)).toEqual(CELLS.slice(2_000).map(({ row }) => row));
    expect(sent.length).toBeLessThan(10);
  }
});
