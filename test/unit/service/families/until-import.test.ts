import { createClock } from "../../../../src/service/time/clock";
import type { Context } from "../../../../src/service/answers/context";
import { untilImport } from "../../../../src/service/answers/until-import";
import type { RecordRow } from "../../../../src/service/records/record";
import { openStore, type Store } from "../../../../src/service/store/store";
import { recordRow } from "../../../record-row";
import { bring as importInto, seriesRows } from "../../../stored";

const TODAY = "2024-06-28";
let store: Store;
let context: Context;
beforeEach(() => {
  store = openStore({ path: ":memory:" });
  context = { store, clock: createClock(TODAY, () => 0) };
});
afterEach(() => store.close());

const price = (symbol: string, close: number): RecordRow => recordRow("price", symbol, TODAY, "user", { close });
const bring = (records: readonly RecordRow[], rows: ReturnType<typeof sofr> = []) => importInto(store, { rows, records }, TODAY);
const funding = (rate: number): RecordRow => recordRow("funding", "BTC", TODAY, "user", { rate });
const sofr = (value: number) => seriesRows("SOFR", "nyfed", { [TODAY]: value });

/** A result computed from prices, and how often it was computed. */
function overPrices() {
  const made = { times: 0 };
  const closeOf = untilImport((of: Context, symbol: string) => {
    made.times++;
    return { close: of.store.records.latest<{ close: number }>("price", symbol, TODAY, 1)[0]?.body.close };
  });
  return { made, read: () => closeOf(context, "AAPL").close };
}

describe("values cached until an import", () => {
  it("stay cached after an import only if it has no rows that they depend on", () => {
    bring([price("AAPL", 214)]);
    const { made, read } = overPrices();
    expect(read()).toBe(214);
    bring([funding(0.01)]);
    bring([], sofr(5.33));
    expect([read(), made.times]).toEqual([214, 1]);
    bring([price("AAPL", 215)]);
    expect([read(), made.times]).toEqual([215, 2]);
    // Within one snapshot and outside of any.
    bring([funding(0.02)]);
    expect([store.reading(read), made.times]).toEqual([215, 2]);
  });

  it("are recomputed only if the series, the holdings or the dataset that they read changes", () => {
    const made: string[] = [];
    const reads = {
      series: () => store.observations.latest("SOFR", TODAY, 1),
      holdings: () => [store.institutions.any()],
      funding: () => store.records.latest("funding", "BTC", TODAY, 1),
    };
    const read = untilImport((_context: Context, of: keyof typeof reads) => (made.push(of), reads[of]()));
    const all = (): void => void (["series", "holdings", "funding"] as const).forEach((of) => read(context, of));
    all();
    made.length = 0;
    bring([], sofr(5.33));
    all();
    expect(made.splice(0)).toEqual(["series"]);
    bring([funding(0.01)]);
    all();
    expect(made.splice(0)).toEqual(["funding"]);
    store.forgetSeries("SOFR", TODAY);
    all();
    expect(made.splice(0)).toEqual(["series"]);
    // Rebuilt rows may differ in any way.
    store.imports.replay(["test"], new Map(), () => undefined);
    all();
    expect(made).toEqual(expect.arrayContaining(["series", "funding"]));
  });

  it("do not come from a failed import, and are recomputed after the next one", () => {
    bring([price("AAPL", 214)]);
    const { read } = overPrices();
    read();
    const broken = { ...price("AAPL", 0), body: { toJSON: () => { throw new Error("half a file"); } } }; // prettier-ignore
    expect(() => bring([price("AAPL", 999), broken])).toThrow("half a file");
    expect(read()).toBe(214);
    bring([price("AAPL", 220)]);
    expect(read()).toBe(220);
  });
});
