import { readFileSync } from "node:fs";
import path from "node:path";
import { readDocument } from "../../../src/service/ingest/ingest-document";
import { cftc } from "../../../src/service/publishers/cftc/cftc";
import { fiscaldata } from "../../../src/service/publishers/fiscaldata/fiscaldata";
import type { Publisher } from "../../../src/service/publishers/publisher";
import { tic } from "../../../src/service/publishers/tic/tic";
import { recordRow } from "../../record-row";
import { itWithSharedData } from "../../shared-data";
import { serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

interface Reply<T> {
  readonly data: readonly T[];
  readonly count: number;
  readonly as_of: string;
  readonly detail?: string;
  readonly meta: {
    readonly sample: boolean;
    readonly caveats: string[];
    readonly attribution: Record<string, string>;
    readonly note?: string;
    readonly has_more?: boolean;
  };
}
type Row = Readonly<Record<string, number | string | null>>;

const IMPORTED = "2026-10-01";
let s: ServiceUnderTest;
beforeAll(async () => void (s = await serviceUnderTest({ asOf: "2026-10-05", now: () => Date.UTC(2026, 9, 5, 12) })));
afterAll(() => s.close());
const get = async (url: string, of = s): Promise<Reply<Row>> => (await of.get(url)).json();

function put(publisher: Publisher, folder: string, file: string, name = file): void {
  const parsed = readDocument(publisher.feeds, { name, bytes: readFileSync(path.join(folder, file)) });
  s.store.insertBatch({ publisher: publisher.id, file, sha256: file, rows: parsed.rows, records: parsed.records }, IMPORTED);
}

describe("GET /v1/macro/cot", () => {
  it("says what to load while nothing is imported: there is no sample", async () => {
    const empty = await serviceUnderTest();
    for (const url of ["/v1/macro/cot", "/v1/macro/cot/001602"])
      expect(await get(url, empty)).toMatchObject({
        data: [],
        count: 0,
        meta: { sample: false, caveats: ["cot_lag"], note: expect.stringContaining("update cftc") },
      });
    await empty.close();
  });

  itWithSharedData("lists the published report, largest open interest first, from Friday 15:30 New York on", async (folder) => {
    put(cftc, folder, "cftc/deafut_2026-08-04.txt", "deafut.txt");
    const { data, count, meta } = await get("/v1/macro/cot?as_of=2026-08-10&limit=5");
    expect([count, data.length, meta.has_more]).toEqual([359, 5, true]);
    const interest = data.map((row) => Number(row["open_interest"]));
    expect(interest).toEqual([...interest].sort((a, b) => b - a));
    expect(meta).toMatchObject({ sample: false, caveats: ["cot_lag"], attribution: { cftc: expect.stringContaining("Commitments of Traders") } });
    expect((await get("/v1/macro/cot?as_of=2026-08-07T19:29Z")).data).toEqual([]);
    expect((await get("/v1/macro/cot?as_of=2026-08-07T19:30Z")).count).toBe(359);
  });

  itWithSharedData("finds a market by words, and gives its weeks by its code", async () => {
    const gold = await get("/v1/macro/cot?as_of=2026-08-10&q=gold%20commodity");
    expect(gold.data.map((row) => row["code"])).toEqual(["088691", "088695"]);
    const { data } = await get("/v1/macro/cot/088691?as_of=2026-08-10");
    expect(data).toEqual([gold.data[0]]);
    expect(data[0]).toMatchObject({
      ...{ market: "GOLD - COMMODITY EXCHANGE INC.", date: "2026-08-04", basis: "futures-only", open_interest: 371551 },
      ...{ noncomm_long: 227013, noncomm_short: 29379, noncomm_spread: 28175, noncomm_net: 227013 - 29379, comm_long: 71832, comm_short: 298323 },
    });
    expect((await get("/v1/macro/cot/13874%2B?as_of=2026-08-10")).data).toMatchObject([{ market: "S&P 500 Consolidated - CHICAGO MERCANTILE EXCHANGE" }]);
    expect(await get("/v1/macro/cot?as_of=2026-08-10&q=unobtainium")).toMatchObject({ data: [], meta: { note: expect.stringContaining("fewer words") } });
  });

  itWithSharedData("does not show an old report as the latest; its weeks stay", async () => {
    expect(await get("/v1/macro/cot")).toMatchObject({ data: [], meta: { note: expect.stringContaining("2026-08-04") } });
    expect((await get("/v1/macro/cot/088691")).count).toBe(1);
    expect(await get("/v1/macro/cot/088691?weeks=2")).toMatchObject({ data: [], meta: { note: expect.stringContaining("more weeks") } });
  });

  itWithSharedData("keeps reports with options apart", async (folder) => {
    put(cftc, folder, "cftc/jun7-fc8e_239747_2024-08-20.json");
    expect((await get("/v1/macro/cot/239747?weeks=200&basis=combined")).data).toMatchObject([
      { date: "2024-08-20", open_interest: 19404, noncomm_net: 4773 - 10232 },
    ]);
    expect((await get("/v1/macro/cot?as_of=2024-08-24")).data).toEqual([]);
    expect((await get("/v1/macro/cot?as_of=2024-08-24&basis=combined")).data).toMatchObject([{ code: "239747" }]);
  });

  itWithSharedData("refuses an unknown code with a suggestion, and wrong parameters", async () => {
    const response = await s.get("/v1/macro/cot/088692");
    expect([response.statusCode, response.json().detail]).toEqual([404, expect.stringContaining("088691")]);
    for (const query of ["basis=options", "limit=501", "q="]) expect([query, (await s.get(`/v1/macro/cot?${query}`)).statusCode]).toEqual([query, 422]);
    expect((await s.get("/v1/macro/cot/088691?weeks=0")).statusCode).toBe(422);
  });
});

describe("GET /v1/macro/tic", () => {
  it("says what to load while nothing is imported: there is no sample", async () => {
    for (const url of ["/v1/macro/tic", "/v1/macro/tic/Japan"])
      expect(await get(url)).toMatchObject({ data: [], count: 0, meta: { sample: false, note: expect.stringContaining("update tic") } });
  });

  itWithSharedData("lists the countries of the newest month by their holdings, then the sums, as published", async (folder) => {
    put(tic, folder, "tic/slt_table5_excerpt_2026-07.txt");
    const { data, count, meta } = await get("/v1/macro/tic");
    expect([count, data.map((row) => row["holder"])]).toEqual([
      7,
      ["Japan", "UnitedKingdom", "GrandTotal", "AllOther", "ForeignOfficial", "ForeignOfficialTreasuryBills", "ForeignOfficialTBondsAndNotes"],
    ]);
    expect(data[1]).toEqual({
      ...{ holder: "UnitedKingdom", name: "United Kingdom", kind: "country", month: "2026-07", holdings_bn: 998.3, change_1m_bn: 58.4, change_12m_bn: null },
      ...{ share_pct: 10.79, source: "tic" },
    });
    expect(data[2]).toMatchObject({ name: "Grand total", kind: "sum", holdings_bn: 9248.1, change_1m_bn: -50.4, share_pct: 100 });
    expect(meta).toMatchObject({ caveats: ["tic_lag"], attribution: { tic: expect.any(String) } });
  });

  itWithSharedData("knows a month from the end of the second month after it, unless it was imported before", async () => {
    expect((await get("/v1/macro/tic?as_of=2026-09-30")).data[0]).toMatchObject({ month: "2026-07", holdings_bn: 1103.9 });
    expect((await get("/v1/macro/tic?as_of=2026-09-15")).data[0]).toMatchObject({ month: "2026-06", holdings_bn: 1116.7, change_1m_bn: -26.4 });
    expect(await get("/v1/macro/tic?as_of=2026-07-01")).toMatchObject({ data: [], meta: { note: expect.stringContaining("later day") } });
  });

  itWithSharedData("gives the months of one holder, newest first, by name or code", async () => {
    const { data } = await get("/v1/macro/tic/UnitedKingdom");
    expect(data.map((row) => [row["month"], row["holdings_bn"]])).toEqual([
      ["2026-07", 998.3],
      ["2026-06", 939.9],
      ["2026-05", 948.6],
    ]);
    for (const name of ["united%20kingdom", "GB", "Kingdom,%20United"]) expect((await get(`/v1/macro/tic/${name}`)).data).toEqual(data);
    const response = await s.get("/v1/macro/tic/Japann");
    expect([response.statusCode, response.json().detail]).toEqual([404, expect.stringContaining("Japan?")]);
  });
});

describe("GET /v1/macro/treasury-statement", () => {
  it("says what to load while nothing is imported: there is no sample", async () => {
    expect(await get("/v1/macro/treasury-statement")).toMatchObject({
      data: [],
      count: 0,
      meta: { sample: false, note: expect.stringContaining("update fiscaldata") },
    });
  });

  itWithSharedData("lists the published closing balances, newest first, from 16:00 of the next business day on", async (folder) => {
    put(fiscaldata, folder, "treasury/dts_operating_cash_balance_2025-07-07_2025-07-11.json");
    const { data, count, meta } = await get("/v1/macro/treasury-statement?as_of=2025-07-14");
    expect(count).toBe(5);
    expect(data).toEqual([
      { date: "2025-07-11", closing_balance_musd: 282363, change_musd: 282363 - 288395, source: "fiscaldata" },
      { date: "2025-07-10", closing_balance_musd: 288395, change_musd: 288395 - 311048, source: "fiscaldata" },
      { date: "2025-07-09", closing_balance_musd: 311048, change_musd: 311048 - 343047, source: "fiscaldata" },
      { date: "2025-07-08", closing_balance_musd: 343047, change_musd: 343047 - 332482, source: "fiscaldata" },
      { date: "2025-07-07", closing_balance_musd: 332482, change_musd: null, source: "fiscaldata" },
    ]);
    expect(meta.attribution).toHaveProperty("fiscaldata");
    expect((await get("/v1/macro/treasury-statement?as_of=2025-07-14T19:59Z")).data[0]).toMatchObject({ date: "2025-07-10" });
  });

  itWithSharedData("has the balance that NETLIQ shows", async () => {
    const [newest] = (await get("/v1/macro/treasury-statement?as_of=2025-07-14")).data;
    const { data } = (await s.post({ cells: [{ id: 0, fn: "NETLIQ", args: ["tga"] }], as_of: "2025-07-14" })).json();
    expect([newest?.["closing_balance_musd"], newest?.["date"]]).toEqual([data[0].value, data[0].observation_date]);
  });

  it("has no change over a gap", async () => {
    const filled = await serviceUnderTest();
    const records = [
      ["2024-06-03", 700000],
      ["2024-06-12", 710000],
      ["2024-06-13", 705000],
    ].map(([day, closing_musd]) => recordRow("cash_balance", "TGA", String(day), "fiscaldata", { closing_musd }));
    filled.store.insertBatch({ publisher: "fiscaldata", file: "a", sha256: "a", rows: [], records }, "2024-06-25");
    expect((await get("/v1/macro/treasury-statement", filled)).data.map((row) => row["change_musd"])).toEqual([-5000, null, null]);
    expect((await get("/v1/macro/treasury-statement?days=13", filled)).data).toMatchObject([{ date: "2024-06-13", change_musd: -5000 }]);
    expect((await filled.get("/v1/macro/treasury-statement?days=0")).statusCode).toBe(422);
    await filled.close();
  });
});
