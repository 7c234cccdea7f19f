import type { RecordRow } from "../../../src/service/records/record";
import { openStore, type Store } from "../../../src/service/store/store";
import { recordRow } from "../../record-row";

const DAY = "2026-11-26";
const NAMED = "1993-01-01";
const filer = (entity: string): RecordRow => recordRow("filer", entity, NAMED, "sec", { cik: "1", name: entity });
const fails = (entity: string, name: string): RecordRow =>
  recordRow("security", entity, "2026-01-01", "sec", { cusip: "084670702", name }, { key: name, known: NAMED });
const price = (entity: string, date: string): RecordRow => recordRow("price", entity, date, "user", { close: 1 });

/** The symbols of the stored prices, with their days, after these imports in this order. */
function prices(...imports: readonly (readonly RecordRow[])[]): unknown[] {
  const store: Store = openStore({ path: ":memory:" });
  imports.forEach((records, i) => store.insertBatches([{ publisher: "sec", file: `f${i}`, sha256: String(i), rows: [], records }], DAY));
  const found = store.records.entities("price").map((entity) => [entity, store.records.between("price", entity, "2026-01-01", DAY, DAY).map((r) => r.date)]);
  store.close();
  return found;
}

const PRICES = [price("BRKB", "2026-03-02"), price("BRK.B", "2026-03-03"), price("BRKB", "2026-03-03")];
const WHOLE = [["BRK.B", ["2026-03-02", "2026-03-03"]]];

test.each([
  ["the list of tickers", [filer("BRK.B"), filer("AAPL")]],
  ["the list of fails to deliver", [fails("BRKB", "BERKSHIRE HATHAWAY INC-CL B"), filer("AAPL")]],
  ["the list of tickers, with a line of fails to deliver of the company,", [fails("BRKB", "BRK.B HOLDINGS DEL"), filer("BRK.B")]],
])("a joined spelling counts as the class that %s names, in any order of imports", (_, names) => {
  expect(prices(names, PRICES)).toEqual(WHOLE);
  expect(prices(PRICES, names)).toEqual(WHOLE);
  expect(prices(PRICES.slice(0, 1), names, PRICES.slice(1))).toEqual(WHOLE);
});

test.each([
  ["no SEC file names the class", [filer("AAPL")]],
  ["the list of tickers has another security of that name", [filer("BRKB"), filer("BRK.B")]],
  ["a line of fails to deliver has another security of that name", [fails("BRKB", "OTHER BANCORP"), filer("AAPL")]],
  ["a line of fails to deliver has another company of that name", [fails("BRKB", "OTHER BANCORP"), filer("BRK.B")]],
  ["the list of tickers is not loaded", [fails("BRKB", "BERKSHIRE HATHAWAY INC-CL B")]],
])("a joined spelling stays if %s", (_, names) => {
  const apart = [["BRK.B", ["2026-03-03"]], ["BRKB", ["2026-03-02", "2026-03-03"]]]; // prettier-ignore
  expect(prices(names, PRICES)).toEqual(apart);
  expect(prices(PRICES, names)).toEqual(apart);
});

test("a class with a point counts as the joined symbol that the list of tickers has", () =>
  expect(prices([price("FOX.A", "2026-03-02")], [filer("FOXA")])).toEqual([["FOXA", ["2026-03-02"]]]));
