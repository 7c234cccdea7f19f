import { bis } from "../../../../src/service/publishers/bis/bis";
import { ecb } from "../../../../src/service/publishers/ecb/ecb";
import { onlyFeeds, openUpdates } from "./updates";

const at = openUpdates(Date.parse("2026-11-19T20:00:00Z"), /^https:\/\/[^/]+/);
const WEEK = 7 * 24 * 60 * 60_000;
const EER = "/api/v2/data/dataflow/BIS/WS_EER/1.0/M.R.B.*?format=csv";
const header = "FREQ,EER_TYPE,EER_BASKET,REF_AREA,UNIT_MEASURE,TIME_PERIOD,OBS_VALUE,OBS_STATUS";
const eer = (...rows: readonly (readonly [month: string, value: number])[]): string =>
  `${[header, ...rows.map(([month, value]) => `M,R,B,US,882,${month},${value},A`)].join("\n")}\n`;

it("a revised exchange rate replaces the previous one, and both are archived", async () => {
  const rates = onlyFeeds(bis, "bis.effective-exchange-rates");
  at.loopback.replies(EER, { body: eer(["2026-09", 107.8], ["2026-10", 108]) }, { body: eer(["2026-09", 107.9], ["2026-10", 108], ["2026-11", 108.4]) });
  expect(await at.run(rates)).toMatchObject([{ documents: 1, added: 2, changed: 0, failures: [] }]);
  at.loopback.pass(2 * WEEK);
  expect(await at.run(rates)).toMatchObject([{ documents: 1, added: 1, changed: 1, failures: [] }]);
  expect(at.store.observations.latest("ECON.reer.US", "2026-09-30", 1)).toMatchObject([{ value: 107.9, seen: Date.parse("2026-12-03T20:00:00Z") }]);
  expect(at.store.forgetSeries("ECON.reer.US", "2026-12-03")).toBe(4);
  expect(at.loopback.asked[0]?.headers["accept"]).toBe("text/csv");
});

it("a table of nominal rates in place of real ones is refused, and stored values stay", async () => {
  const rates = onlyFeeds(bis, "bis.effective-exchange-rates");
  at.loopback.replies(
    EER,
    { body: eer(["2026-10", 108]) },
    { body: eer(["2026-10", 109], ["2026-11", 110]).replace("M,R,B,US,882,2026-11", "M,N,B,US,882,2026-11") },
  );
  await at.run(rates);
  at.loopback.pass(2 * WEEK);
  expect(await at.run(rates)).toMatchObject([{ documents: 0, failures: [expect.stringContaining("expected R under EER_TYPE")] }]);
  expect(at.store.observations.latest("ECON.reer.US", "2026-12-31", 1)).toMatchObject([{ date: "2026-10-31", value: 108 }]);
});

it("the update of consumer prices succeeds if the quarterly table does not exist", async () => {
  const cpi = "FREQ,REF_AREA,UNIT_MEASURE,TIME_PERIOD,OBS_VALUE\nM,US,628,2026-09,150.2\n";
  at.loopback.replies("/api/v2/data/dataflow/BIS/WS_LONG_CPI/1.0/M.*.628?format=csv&detail=dataonly", { body: cpi });
  expect(await at.run(onlyFeeds(bis, "bis.consumer-prices"))).toMatchObject([{ documents: 1, added: 1, failures: [] }]);
});

it("the ECB's key rates are requested from a week before the stored day, with pauses", async () => {
  const head = "KEY,FREQ,REF_AREA,CURRENCY,PROVIDER_FM,INSTRUMENT_FM,PROVIDER_FM_ID,DATA_TYPE_FM,TIME_PERIOD,OBS_VALUE";
  const day = (date: string) => `${head}\nFM.D.U2.EUR.4F.KR.DFR.LEV,D,U2,EUR,4F,KR,DFR,LEV,${date},2.5\n`;
  const path = "/service/data/FM/D.U2.EUR.4F.KR.DFR+MRR_FR.LEV?";
  at.loopback.replies(`${path}endPeriod=2026-11-19&format=csvdata`, { body: day("2026-11-19") });
  at.loopback.replies(`${path}startPeriod=2026-11-12&endPeriod=2026-11-26&format=csvdata`, { body: day("2026-11-26") });
  expect(await at.run(onlyFeeds(ecb, "ecb.key-rates"))).toMatchObject([{ added: 1, failures: [] }]);
  at.loopback.pass(WEEK);
  expect(await at.run(onlyFeeds(ecb, "ecb.key-rates"))).toMatchObject([{ added: 1, failures: [] }]);
  await at.run(onlyFeeds(ecb, "ecb.harmonised-prices"));
  const [, , third, fourth] = at.loopback.asked;
  expect((fourth?.at ?? 0) - (third?.at ?? 0)).toBe(ecb.msBetween);
});
