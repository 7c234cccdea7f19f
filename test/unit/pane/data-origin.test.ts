import { createDataOrigin } from "../../../src/pane/connection/data-origin";
import { STATUS } from "../../status-reply";
import { desk } from "./in-memory-host";
import { saved } from "./in-memory-workbook";
import { fakeTimers } from "../../time";

beforeEach(() => {
  fakeTimers({ now: Date.parse("2024-06-25T12:00:00Z") });
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test("the origin is that of the open workbook's cells, also of answers from the cache, after new data was imported", async () => {
  const d = desk();
  /** It has published rows, and sample data for the rest. */
  const status = { ...STATUS, families: [{ family: "curve", sample: true, real_names: 1 }] };
  const served = { ...d.host, fetch: async () => ({ ok: true as const, body: { data: status } }) };
  const data = createDataOrigin(served);
  d.prices.set("A", { value: 1, sample: true, observation_date: "2024-06-24", max_age_s: 86_400 });
  d.prices.set("B", { value: 2, sample: false, observation_date: "2024-06-24", max_age_s: 86_400 });
  const openBookWith = async (ticker: string): Promise<void> => {
    const other = d.openAnother((book) => book.put("Sheet1!A1", `=SERVICE.PRICE("${ticker}")`, saved(null)));
    await other.recalculate([{ sheet: "Sheet1", row: 0, column: 0 }]);
    await pass(5_000);
  };
  await openBookWith("A");
  expect(data.origin()).toBe("sample");
  await openBookWith("B");
  expect(data.origin()).toBe("published");
  await data.renew();
  await openBookWith("A");
  expect(data.origin()).toBe("sample");
  d.openAnother();
  await pass(5_000);
  expect(data.origin()).toBe("published");
});
