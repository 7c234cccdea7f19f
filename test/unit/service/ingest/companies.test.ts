import { rebuild } from "../../../../src/service/ingest/rebuild";
import { referenceRates } from "../../../../src/service/publishers/nyfed/nyfed";
import type { Publisher } from "../../../../src/service/publishers/publisher";
import { FREE, openUpdates } from "./updates";

const rates = (rate: number): string =>
  JSON.stringify({ refRates: [{ effectiveDate: "2024-06-18", type: "SOFR", percentRate: rate, volumeInBillions: 2000 }] });

const at = openUpdates(Date.parse("2024-06-20T23:00:00Z"));

/** The New York Fed as a publisher by company: one document for each requested company, none otherwise. */
function publisher(): Publisher {
  return {
    id: "nyfed",
    name: "By company",
    terms: FREE,
    msBetween: 100,
    feeds: [
      {
        ...referenceRates,
        fetching: {
          schedule: { timeZone: "America/New_York", on: "daily", at: "18:30" },
          missing: ({ tickers }) => (tickers?.length ? undefined : "name the companies"),
          requests: ({ tickers = [] }) => tickers.map((t) => ({ part: t, url: `${at.loopback.url}/${t}.json` })),
        },
      },
    ],
  };
}
const run = (tickers?: string[]) => at.run(publisher(), { all: tickers !== undefined, tickers });

it("companies requested once are fetched at every later update", async () => {
  at.loopback.replies("/A.json", { body: rates(5.33) });
  at.loopback.replies("/B.json", { body: rates(5.33) });
  expect(await run()).toMatchObject([{ waiting: "name the companies.", failures: [] }]);
  await run(["A"]);
  await run(["B"]);
  expect(at.asked()).toEqual(["/A.json", "/B.json"]);
  await run();
  expect(at.loopback.asked.slice(2).map((a) => a.path)).toEqual(["/A.json", "/B.json"]);
  expect(await at.store.ledger.feeds.state("nyfed.reference-rates")).toMatchObject({ tickers: ["A", "B"], failure: undefined });
  // None of its documents is due again; forgetting documents does not forget companies.
  expect(await run()).toEqual([]);
  await at.store.ledger.feeds.forgetDocuments();
  expect(await at.store.ledger.feeds.state("nyfed.reference-rates")).toMatchObject({ tickers: ["A", "B"], parts: {}, succeeded: undefined });
});

it("a rebuild restores records from the archive with the revised value", async () => {
  at.loopback.replies("/A.json", { body: rates(5.33) });
  await run(["A"]);
  at.loopback.replies("/A.json", { body: rates(5.31) });
  await run(["A"]);
  const row = () => at.store.records.latest<{ rate: number }>("money_rate", "SOFR", "2024-06-20", 5).map((r) => [r.date, r.body.rate]);
  expect(row()).toEqual([["2024-06-18", 5.31]]);
  expect(rebuild(at.store, ["nyfed"])).toEqual({ publishers: ["nyfed"], documents: 2, warnings: { incomplete: [], notices: [] } });
  expect(row()).toEqual([["2024-06-18", 5.31]]);
  expect(at.store.observations.between("SOFR", "2024-06-01", "2024-06-30")).toMatchObject([{ value: 5.31, seen: Date.parse("2024-06-20T23:00:00Z") }]);
  expect(at.store.records.count("money_rate")).toBe(1);
  expect(at.store.imports.files()).toHaveLength(2);
});
