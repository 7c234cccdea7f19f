import { recordRow } from "../../record-row";
import type { ReportedOffering } from "../../../src/service/records/offering";
import { openServices } from "./service-under-test";

const serve = openServices();
const PRICED: ReportedOffering = {
  ticker: "ZZZT", company: "Example Inc.", form: "424B4", filed: "2024-05-01", price: 15, priceLow: null, priceHigh: null, shares: 10_000_000, exchange: null,
  parseConfidence: 1, accession: "0000000042-24-000001", groupKey: "333-1",
}; // prettier-ignore

it.each([
  ["a price of thousands", { price: 15_000 }, "The 424B4 states 15000 US dollars a share; offering prices are above 0 and at most 1000."],
  ["a range the wrong way round", { price: null, priceLow: 16, priceHigh: 14 }, "The 424B4 states a price range from 16 to 14 US dollars."],
  ["proceeds of a few dollars", { shares: 100 }, "100 shares at 15 US dollars in the 424B4 are 1500 US dollars."],
  ["plausible figures", {}, undefined],
])("an offering with %s is shown with the doubt, if there is one", async (_, more, note) => {
  const s = await serve();
  const row = recordRow("offering", "ZZZT", "2024-05-01", "sec", { ...PRICED, ...more }, { key: "424B4 1" });
  s.store.insertBatch({ publisher: "sec", file: "a", sha256: "a", rows: [], records: [row] }, "2024-06-25");
  const answer = await s.ask("IPO", "ZZZT", "shares");
  expect(answer.value).toBe({ ...PRICED, ...more }.shares);
  expect(answer.note).toBe(note);
  expect(answer.caveats?.includes("value_in_doubt")).toBe(note !== undefined);
  expect((await s.ask("IPO", "ZZZT", "company")).note).toBeUndefined();
});
