import { enterFormulas } from "../../../src/hosts/excel/enter-formulas";
import { pass, withFakeTimers } from "../../time";

withFakeTimers();

const WAS = '=_xldudf_SERVICE_FRED("DGS10")';
const CELLS = Array.from({ length: 8_000 }, (_, row) => ({ row, column: 0, formula: `=SERVICE.FRED("DGS10",${row})`, was: WAS }));

/**
 * @param refusal the code with which Excel refuses a request for these rows, of which it has done all before the last; undefined if it accepts it
 * @param meanwhile changes cells before a request, as a co-author does
 */
function excel(refusal: (rows: readonly number[]) => string | undefined, meanwhile: (cells: string[]) => void = () => undefined) {
  const cells = CELLS.map(({ was }) => was);
  const sent: number[] = [];
  let queued: (() => void)[] = [];
  let rows: number[] = [];
  const getRange = (address: string) => {
    const [first = 0, last = first] = [...address.matchAll(/\d+/g)].map((m) => Number(m[0]) - 1);
    const range = {
      load: () => {
        queued.push(() => {
          const formulas = cells.slice(first, last + 1).map((cell) => [cell]);
          Object.defineProperty(range, "formulas", { value: formulas });
          const values = formulas.map(([formula = ""]) => [formula.startsWith("=") ? "shown" : formula]);
          Object.assign(range, { values, valueTypes: formulas.map(() => ["String"]) });
        });
        return range;
      },
    };
    const set = (given: string[][]): void => {
      queued.push(() =>
        given.forEach(([formula = ""], i) => {
          rows.push(first + i);
          cells[first + i] = formula;
        }),
      );
    };
    return Object.defineProperty(range, "formulas", { set, configurable: true });
  };
  const context = {
    workbook: { worksheets: { getItem: () => ({ getRange }) } },
    sync: async () => {
      const work = queued;
      queued = [];
      rows = [];
      meanwhile(cells);
      for (const one of work) one();
      sent.push(rows.length);
      const code = refusal(rows);
      if (code !== undefined) throw Object.assign(new Error("refused"), { code });
    },
  };
  return { context: context as unknown as Parameters<typeof enterFormulas>[0], sent, cells };
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

it("gives back what a co-author typed before the request, and returns the cell", async () => {
  let requests = 0;
  const { context, sent, cells } = excel(
    () => undefined,
    (all) => {
      if (++requests === 2) all[2_345] = "mine";
    },
  );
  expect(await enterFormulas(context, "Sheet1", CELLS)).toEqual([
    { place: { sheet: "Sheet1", row: 2_345, column: 0 }, why: "The cell has changed and was skipped. Rescan, then try again." },
  ]);
  expect(sent).toEqual([2_000, 2_000, 1, 2_000, 2_000]);
  expect([cells[2_344], cells[2_345]]).toEqual([CELLS[2_344]?.formula, "'mine"]);
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
