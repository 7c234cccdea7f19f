import { readFileSync } from "node:fs";
import path from "node:path";
import { createApp } from "../../../src/service/app";
import { companyRecords } from "../../../src/service/publishers/sec/company-facts";
import { openStore } from "../../../src/service/store/store";
import { createClock } from "../../../src/service/time/clock";
import { CASES } from "../../value-cases/run-case";

const NOW = Date.UTC(2026, 5, 1, 12);

/** The reply of the service for a company of the value cases. */
async function statementsOf(ticker: string) {
  const store = openStore({ path: ":memory:" });
  const app = await createApp({ store, clock: createClock(undefined, () => NOW) });
  try {
    const file = `${ticker}.json`;
    const records = companyRecords(readFileSync(path.join(CASES, file)), file);
    store.insertBatches([{ publisher: "sec", file, sha256: "1", rows: [], records }], "2026-06-01");
    const key = "case".padEnd(40, "0");
    store.keys.add(key, "developer", "case", "2024-01-01");
    const { payload } = await app.inject({ method: "GET", url: `/v1/equities/statements/${ticker}`, headers: { authorization: `Bearer ${key}` } });
    return JSON.parse(payload) as {
      readonly data: readonly { readonly figures: readonly { readonly metric: string; readonly doubt?: string }[] }[];
      readonly meta: { readonly caveats: readonly string[]; readonly note?: string };
    };
  } finally {
    await app.close();
    store.close();
  }
}

it("statements name the figures that contradict each other, in the row, the note and the caveats", async () => {
  const { data, meta } = await statementsOf("GPRX");
  const doubt = "Gross profit of 420000000 is more than revenue of 300000000 in FY2025.";
  expect(data[0]?.figures.find(({ metric }) => metric === "gross_profit")).toMatchObject({ doubt });
  expect(meta.note).toContain(doubt);
  expect(meta.caveats).toContain("value_in_doubt");
});

it("statements without a doubt have neither note nor caveat", async () => {
  const { data, meta } = await statementsOf("BNKX");
  expect(data[0]?.figures.flatMap(({ doubt }) => doubt ?? [])).toEqual([]);
  expect(meta.caveats).toEqual([]);
});
