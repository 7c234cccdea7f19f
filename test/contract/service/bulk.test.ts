import { parse } from "csv-parse/sync";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { BULK_DATASETS } from "../../../src/service/families/bulk/datasets";
import { REDISTRIBUTIONS } from "../../../src/service/records/attribution";
import { recordRow as row } from "../../record-row";
import { congressTrade, shortInterest, shortVolume } from "./rows";
import { bulkLines, importInto, inColumns, serviceUnderTest, take as takeInto, type ServiceUnderTest } from "./service-under-test";

/** More rows than two parts of a file have. */
const SYMBOLS = 4_200;
const volumes = Array.from({ length: SYMBOLS }, (_, i) => shortVolume(`V${String(i).padStart(4, "0")}`, "2024-06-20", i, i * 3));

let s: ServiceUnderTest;
const take = (...records: ReturnType<typeof row>[]) => takeInto(s, records);
beforeAll(async () => {
  s = await serviceUnderTest();
  importInto(s.store, { DGS10: { "2024-06-20": 4.25, "2024-06-21": null, "2024-06-24": 4.3 }, DGS2: { "2024-06-24": 4.7 } }, "treasury");
  importInto(s.store, { VIXCLS: { "2024-06-24": 13.3 } });
  take(
    shortInterest("ZZZT", "2024-05-31", { days_to_cover: 18 }, { known: "2024-06-11" }),
    shortInterest("ZZZT", "2024-06-14", { days_to_cover: null }, { known: "2024-06-25" }),
    shortInterest("ZZZT", "2024-05-31", { days_to_cover: 17 }, { known: "2024-06-20" }),
    congressTrade("ZZZT", "2024-06-03", { member: '=HYPERLINK("https://example.org")', asset: "Stock, common", amount_high: null }, { known: "2024-06-12" }),
    ...volumes,
  );
});
afterAll(() => s.close());

const list = async (query = "") => (await s.read(`/v1/bulk${query}`)).data;
const entry = async (name: string, query = "") => (await list(query)).find(({ dataset }) => dataset === name);
const file = (name: string, query?: string): Promise<any[]> => bulkLines(s, name, query);

describe("GET /v1/bulk", () => {
  it("lists each dataset with its rows, columns and terms, as it is documented, and why others are not offered", async () => {
    const entries = await list();
    expect(entries.filter(({ offered }) => offered).map(({ dataset }) => dataset)).toEqual(BULK_DATASETS.map(({ name }) => name));
    expect(await entry("short_volume")).toMatchObject({ rows: SYMBOLS, url: expect.stringMatching(/^\/v1\/bulk\/short_volume\.csv\?version=\w{16}$/) });
    expect((await entry("short_interest")).sources).toEqual([
      { source: "finra", attribution: expect.stringMatching(/^FINRA\./), licence: expect.any(String), terms: expect.stringMatching(/^https:/), redistribution: "conditional" },
    ]); // prettier-ignore
    for (const { offered, sources, reason } of entries)
      for (const { redistribution } of sources)
        expect([offered, reason === undefined, /^(allowed|conditional)$/.test(redistribution)]).toEqual([offered, offered, offered]);
    expect(REDISTRIBUTIONS).toContain("forbidden");
    const guide = readFileSync(path.join(__dirname, "../../../docs/bulk.md"), "utf8");
    expect((await list()).filter(({ dataset, offered }) => !guide.includes(offered ? `\`${dataset}.csv\`` : `\`${dataset}\``))).toEqual([]);
  });

  it("has the columns of each file", async () => {
    for (const { dataset, columns } of (await list()).filter(({ offered }) => offered))
      expect([dataset, (await s.get(`/v1/bulk/${dataset}.csv`)).body.split("\r\n")[0]!.split(",")]).toEqual([dataset, Object.keys(columns)]);
  });
});

describe("GET /v1/bulk/{dataset}.csv", () => {
  it("has the values, dates, sources and caveats of cells, and of published rows only", async () => {
    const lines = await file("macro_series");
    expect(lines.map((l) => [l.series_id, l.date, l.value])).toEqual([
      ["DGS2", "2024-06-24", "4.7"],
      ["DGS10", "2024-06-24", "4.3"],
      ["DGS10", "2024-06-20", "4.25"],
      ["T10Y2Y", "2024-06-24", "-0.4"],
    ]);
    for (const line of lines) {
      const cell = await s.ask("FREDH", line.series_id, line.date);
      expect([Number(line.value), line.unit, line.date, line.source, line.caveats.split(" ")]).toEqual([
        cell.value, cell.unit, cell.observation_date, cell.source, cell.caveats,
      ]); // prettier-ignore
      expect(line.attribution).toBe("U.S. Department of the Treasury, daily Treasury rates");
    }
    const { data: history } = await s.read("/v1/macro/fred/DGS10/history?publication=true");
    expect(lines.filter((l) => l.series_id === "DGS10").map((l) => l.public_at)).toEqual(history.map((point) => point.public.at).reverse());
    const short = (await file("short_interest")).at(-1);
    const cell = await s.ask("SHORTINTEREST", "ZZZT", "days");
    expect([short.date, short.days_to_cover, short.days_to_cover_censored, cell.value, cell.observation_date]).toEqual([
      "2024-06-14",
      "",
      "true",
      null,
      "2024-06-14",
    ]);
  });

  it("has the rates of central banks, and the statistics of countries by basis, as cells show the newest", async () => {
    importInto(s.store, { "CBPOL.CH": { "2024-06-20": 1.5, "2024-06-21": 1.25 }, "CBPOL.XM": { "2024-06-12": 3.75 } }, "bis");
    importInto(s.store, { "CBPOL.XM.MRR": { "2024-06-12": 4.25 } }, "ecb");
    importInto(
      s.store,
      { "ECON.cpi.DE.HICP15": { "2024-04-30": 128.1 }, "ECON.cpi.DE": { "2023-12-31": 134.2 }, "ECON.credit_gap.DE": { "2023-09-30": -3.1 } },
      "bis",
    );
    importInto(s.store, { "ECON.gdp.DE": { "2021-12-31": 4.28e12, "2022-12-31": 4.08e12 } }, "worldbank");
    importInto(s.store, { "ECON.gdp.FR": { "2022-12-31": 2.8e12 } });
    importInto(s.store, { "TIC.UnitedKingdom": { "2024-03-01": 728.1 }, "TIC.GrandTotal": { "2024-03-01": 8091.7 } }, "tic");
    const rates = await file("policy_rates");
    expect(inColumns(rates, "country", "date", "rate", "kind", "source")).toEqual([
      "CH 2024-06-21 1.25 policy rate bis",
      "CH 2024-06-20 1.5 policy rate bis",
      "XM 2024-06-12 3.75 policy rate bis",
      "XM 2024-06-12 4.25 main refinancing rate ecb",
    ]);
    const rate = await s.ask("CBRATE", "CH", "rate");
    expect([rate.value, rate.observation_date, rate.source, rate.caveats]).toEqual([1.25, rates[0].date, rates[0].source, rates[0].caveats.split(" ")]);
    const statistics = await file("country_statistics");
    // The series of the operator's own file is left out.
    expect(inColumns(statistics, "name", "indicator", "date", "value", "unit", "frequency", "basis")).toEqual([
      "Germany cpi 2023-12-31 134.2 idx monthly consumer price index, 2010 = 100",
      "Germany cpi 2024-04-30 128.1 idx monthly harmonised index of consumer prices, 2015 = 100",
      "Germany credit_gap 2023-09-30 -3.1 pp quarterly ",
      "Germany gdp 2022-12-31 4080000000000 USD yearly ",
      "Germany gdp 2021-12-31 4280000000000 USD yearly ",
    ]);
    for (const at of [1, 2, 3]) {
      const [line, cell] = [statistics[at]!, await s.ask("BIS", "DE", statistics[at].indicator, "value")];
      expect([Number(line.value), line.unit, line.date, line.source, line.caveats.split(" ")]).toEqual([
        cell.value, cell.unit, cell.observation_date, cell.source, cell.caveats,
      ]); // prettier-ignore
    }
    expect(inColumns(await file("foreign_holders"), "holder", "date", "holdings_bn", "name", "kind", "source", "public_at")).toEqual([
      "GrandTotal 2024-03-01 8091.7 Grand total sum tic 2024-06-01T03:59:59Z",
      "UnitedKingdom 2024-03-01 728.1 United Kingdom country tic 2024-06-01T03:59:59Z",
    ]);
    expect((await entry("country_statistics")).rows).toBe(6);
  });

  it("has each row once, in the version that was public at the moment", async () => {
    const days = async (query = "") => (await file("short_interest", query)).map((l) => [l.date, l.days_to_cover]);
    expect(await days()).toEqual([["2024-05-31", "17"], ["2024-06-14", ""]]); // prettier-ignore
    expect(await days("?as_of=2024-06-19")).toEqual([["2024-05-31", "17"]]);
    expect(await days("?as_of=2024-06-03")).toEqual([]);
    expect((await entry("short_interest", "?as_of=2024-06-19")).url).toMatch(/\?as_of=2024-06-19&version=/);
  });

  it("keeps text from being read as a formula, and refuses what is not offered", async () => {
    expect((await file("congress_trades"))[0]).toMatchObject({
      member: '(=HYPERLINK("https://example.org"))',
      asset: "Stock, common",
      amount_high: "",
      source: "house",
    });
    for (const [url, status, detail] of [
      ["liquidations.csv", 403, "liquidations is not offered. The terms of its publishers do not allow it to be passed on, or do not say so."],
      ["short_volum.csv", 404, 'There is no file "short_volum.csv"; did you mean short_volume.csv? GET /v1/bulk lists the files.'],
      ["short_volume", 404, 'There is no file "short_volume"; did you mean short_volume.csv? GET /v1/bulk lists the files.'],
      ["short_volume.csv?as_of=2099-01-01", 422, expect.stringContaining("as_of: expected")],
    ] as const) {
      const reply = await s.get(`/v1/bulk/${url}`);
      expect([url, reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([url, status, detail]);
    }
  });

  it("answers a range of the version that the client has, from any byte on", async () => {
    const { version } = await entry("short_volume");
    const url = `/v1/bulk/short_volume.csv?version=${version}`;
    const whole = await s.get(url);
    expect([whole.statusCode, whole.headers.etag, whole.headers["accept-ranges"]]).toEqual([200, `"${version}"`, "bytes"]);
    const bytes = whole.rawPayload;
    expect(parse(bytes, { columns: true })).toHaveLength(SYMBOLS);
    for (const first of [0, 1, 777, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2), bytes.length - 1]) {
      const part = await s.get(url, { range: `bytes=${first}-`, "accept-encoding": "gzip" });
      expect([first, part.statusCode, part.headers["content-range"], part.headers["content-length"]]).toEqual([
        first, 206, `bytes ${first}-${bytes.length - 1}/${bytes.length}`, String(bytes.length - first),
      ]); // prettier-ignore
      expect(part.rawPayload.equals(bytes.subarray(first))).toBe(true);
    }
    const ranged = async (range: string, headers: Record<string, string> = {}, at = url) => {
      const reply = await s.get(at, { range, ...headers });
      return [reply.statusCode, reply.rawPayload.equals(bytes) ? "whole" : reply.statusCode === 206 ? reply.body : reply.headers["content-range"]];
    };
    const bare = "/v1/bulk/short_volume.csv";
    expect(await ranged("bytes=0-5")).toEqual([206, "symbol"]);
    expect(await ranged("bytes=-2")).toEqual([206, "\r\n"]);
    expect(await ranged(`bytes=${bytes.length}-`)).toEqual([416, `bytes */${bytes.length}`]);
    for (const ignored of ["bytes=5-2", "bytes=-", "lines=1-2", "bytes=0-1,4-5"]) expect(await ranged(ignored)).toEqual([200, "whole"]);
    expect(await ranged("bytes=0-5", { "if-range": `"${version}"` }, bare)).toEqual([206, "symbol"]);
    expect(await ranged("bytes=0-5", { "if-match": `"${version}"` }, bare)).toEqual([206, "symbol"]);
    // Which rows the client has is unknown.
    expect(await ranged("bytes=0-5", {}, bare)).toEqual([200, "whole"]);
    expect(await ranged("bytes=0-5", { "if-range": '"another"' }, bare)).toEqual([200, "whole"]);
    expect((await s.get(bare, { "if-none-match": `"${version}"` })).statusCode).toBe(304);
  });

  it("compresses the file, under a tag of its own", async () => {
    const [plain, packed] = [await s.get("/v1/bulk/short_volume.csv"), await s.get("/v1/bulk/short_volume.csv", { "accept-encoding": "gzip" })];
    expect([packed.headers["content-encoding"], packed.headers.vary]).toEqual(["gzip", "accept-encoding"]);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const head = await s.app.inject({ method: "HEAD", url: "/v1/bulk/short_volume.csv", headers: { authorization: `Bearer ${s.key}` } });
    expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, plain.headers.etag, ""]);
  });

  it("makes only the rest of a file whose download was interrupted", async () => {
    const dataset = BULK_DATASETS.find(({ name }) => name === "short_volume")!;
    const url = `/v1/bulk/short_volume.csv?version=${(await entry("short_volume", "?as_of=2024-06-24")).version}&as_of=2024-06-24`;
    const part = jest.spyOn(dataset, "part");
    const places = () => part.mock.calls.map(([, from]) => (from === undefined ? "" : (JSON.parse(from) as string[])[0]));
    const running = await s.app.inject({ method: "GET", url, headers: { authorization: `Bearer ${s.key}` }, payloadAsStream: true });
    const [stream, received] = [running.stream(), [] as Buffer[]];
    for await (const piece of stream as AsyncIterable<Buffer>) {
      received.push(piece);
      if (places().length === 2) break;
    }
    const had = Buffer.concat(received);
    expect(places()).toEqual(["", "V1998"]);
    part.mockClear();
    const rest = await s.get(url, { range: `bytes=${had.length}-` });
    // The rest is made once for its length, and once to be sent.
    expect(places()).toEqual(["V3997", "V3997"]);
    const whole = (await s.get(url)).rawPayload;
    expect(rest.headers["content-range"]).toBe(`bytes ${had.length}-${whole.length - 1}/${whole.length}`);
    expect(Buffer.concat([had, rest.rawPayload]).equals(whole)).toBe(true);
    part.mockRestore();
  });

  it("has rows of one state: after an import a version is refused, and a running download ends", async () => {
    const { version } = await entry("short_volume");
    const url = `/v1/bulk/short_volume.csv?version=${version}`;
    // An import of other rows changes nothing.
    take(row("positions", "001", "2024-06-18", "cftc", { market: "M", basis: "futures-only", open_interest: 1 }));
    expect((await entry("short_volume")).version).toBe(version);
    const running = await s.app.inject({ method: "GET", url, headers: { authorization: `Bearer ${s.key}` }, payloadAsStream: true });
    const received: Buffer[] = [];
    const read = async () => {
      for await (const piece of running.stream() as AsyncIterable<Buffer>) {
        if (received.length === 0) take(shortVolume("V9999", "2024-06-20", 1, 3, "B"));
        received.push(piece);
      }
    };
    await expect(read()).rejects.toThrow();
    expect(Buffer.concat(received).toString()).not.toContain("V9999");
    const again = await s.get(url, { range: "bytes=100-" });
    expect([again.statusCode, again.json<{ detail: string }>().detail]).toEqual([412, expect.stringContaining("short_volume has changed since this version")]);
    expect((await s.get("/v1/bulk/short_volume.csv", { "if-match": `"${version}"` })).statusCode).toBe(412);
    const now = (await entry("short_volume")).version;
    expect(now).not.toBe(version);
    expect((await s.get(`/v1/bulk/short_volume.csv?version=${now}`)).body).toContain("V9999,2024-06-20,1,0,3,0.3333,B,finra,");
  });
});
