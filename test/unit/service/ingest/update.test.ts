import type { UpdateOptions } from "../../../../src/service/ingest/update";
import { Stopped } from "../../../../src/service/ingest/transport";
import { layoutFeed } from "../../../../src/service/publishers/reading/layout-feed";
import type { FetchRequest, Publisher } from "../../../../src/service/publishers/publisher";
import { referenceRates } from "../../../../src/service/publishers/nyfed/nyfed";
import { parYieldCurve } from "../../../../src/service/publishers/treasury/treasury";
import type { FeedState } from "../../../../src/service/ledger/feeds";
import { sha256Of } from "../../../../src/service/store/archive";
import type { Reply } from "../publishers/loopback";
import { FREE, openUpdates } from "./updates";

const THURSDAY = Date.parse("2024-06-20T23:00:00Z");
const DAY = 24 * 60 * 60_000;
const HEAD = 'Date,"1 Mo","10 Yr"\n';
const WEDNESDAY_ROW = "06/18/2024,5.47,4.22\n";
const CURVE = `${HEAD}06/20/2024,5.47,4.25\n${WEDNESDAY_ROW}`;
const LATER = `${HEAD}06/21/2024,5.47,4.26\n06/20/2024,5.47,4.25\n${WEDNESDAY_ROW}`;
const UNKNOWN = `${HEAD.trim()},"17 Yr"\n06/20/2024,5.47,4.25,4.4\n`;
const TAGGED: Reply = { body: CURVE, headers: { ETag: '"one"', "Content-Type": "text/csv" } };

const at = openUpdates(THURSDAY);
const stop = (): AbortController => new AbortController();

/** Two publishers with a feed each: the Treasury's curve by year, and the New York Fed's rates in one document. */
function publishers(years: readonly string[] = ["2024"], more: Partial<FetchRequest> = {}): [Publisher, Publisher] {
  const schedule = { timeZone: "America/New_York", on: "business", at: "18:30" } as const;
  const curve = layoutFeed("treasury.par-yield-curve", parYieldCurve, {
    schedule,
    requests: () => years.map((year) => ({ part: year, url: `${at.loopback.url}/curve/${year}.csv`, ...more })),
  });
  const rates = { ...referenceRates, fetching: { schedule, requests: () => [{ part: "sofr", url: `${at.loopback.url}/sofr.json` }] } };
  return [
    { id: "treasury", name: "Treasury", terms: FREE, feeds: [curve], msBetween: 1000, headers: { "X-Reader": "a person" } },
    { id: "nyfed", name: "New York Fed", terms: FREE, feeds: [rates], msBetween: 500 },
  ];
}

const SOFR = JSON.stringify({ refRates: [{ effectiveDate: "2024-06-18", type: "SOFR", percentRate: 5.33, volumeInBillions: 2000 }] });
const run = (more: Partial<UpdateOptions> = {}) => at.run(publishers(), more);
const served = (): unknown[] => at.store.observations.between("DGS10", "2024-06-01", "2024-06-30").map((o) => [o.date, o.value]);
const curveState = (): Promise<FeedState> => at.store.ledger.feeds.state("treasury.par-yield-curve");
const failure = async (): Promise<string | undefined> => (await curveState()).failure;
const GOOD = [
  ["2024-06-18", 4.22],
  ["2024-06-20", 4.25],
];

describe("an update", () => {
  it("fetches what is due, and only that", async () => {
    at.loopback.replies("/curve/2024.csv", TAGGED);
    at.loopback.replies("/sofr.json", { body: SOFR });
    expect(await run()).toMatchObject([
      { feed: "treasury.par-yield-curve", documents: 1, added: 4, failures: [] },
      { feed: "nyfed.reference-rates", documents: 1, added: 2, failures: [] },
    ]);
    expect(served()).toEqual(GOOD);
    expect(await curveState()).toMatchObject({ failure: undefined, complete: "2024-06-20", nextDue: "2024-06-21T22:30:00.000Z" });
    expect(await run()).toEqual([]);
    expect(at.loopback.asked).toHaveLength(2);
    at.loopback.pass(DAY);
    expect(await run()).toHaveLength(2);
    expect(await run({ all: true })).toHaveLength(2);
  });

  it("leaves out a publisher that is off, until it is turned on", async () => {
    at.loopback.replies("/curve/2024.csv", TAGGED);
    const [treasury] = publishers();
    const restricted = { ...treasury, terms: { ...treasury.terms, defaultOn: false } };
    expect(await run({ publishers: [restricted], all: true })).toEqual([]);
    at.store.decisions.decide("treasury", true, "2024-06-20");
    expect(await run({ publishers: [restricted] })).toHaveLength(1);
    at.store.decisions.decide("treasury", false, "2024-06-20");
    expect(await run({ publishers: [treasury], all: true })).toEqual([]);
    expect(at.loopback.asked).toHaveLength(1);
  });

  it("sends the contact and the publisher's headers, and pauses between requests", async () => {
    at.loopback.replies("/curve/2023.csv", { body: CURVE.replaceAll("2024", "2023").replace("06/18", "06/16") });
    at.loopback.replies("/curve/2024.csv", TAGGED);
    await run({ publishers: [publishers(["2023", "2024"])[0]], contact: "you@example.org" });
    const [first, second] = at.loopback.asked;
    expect(first?.headers).toMatchObject({ "x-reader": "a person", "user-agent": expect.stringMatching(/^service-addin\/[\d.]+ \(you@example\.org\)$/) });
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(1000);
  });

  it("sends the last ETag or date, and takes a 304 reply as success without new rows", async () => {
    at.loopback.replies("/curve/2024.csv", TAGGED);
    at.loopback.replies("/sofr.json", { body: SOFR, headers: { "Last-Modified": "Thu, 20 Jun 2024 13:00:00 GMT" } });
    await run();
    at.loopback.pass(DAY);
    expect(await run()).toMatchObject([
      { documents: 0, unchanged: 1, added: 0, failures: [] },
      { documents: 0, unchanged: 1, added: 0, failures: [] },
    ]);
    expect(at.loopback.asked[2]?.headers["if-none-match"]).toBe('"one"');
    expect(at.loopback.asked[3]?.headers["if-modified-since"]).toBe("Thu, 20 Jun 2024 13:00:00 GMT");
    expect((await curveState()).succeeded).toBe(new Date(THURSDAY + DAY + 0).toISOString());
    expect(served()).toEqual(GOOD);
  });

  it("imports nothing if a document equals the last one of its part", async () => {
    at.loopback.replies("/curve/2024.csv", { body: CURVE });
    await run();
    at.loopback.pass(DAY);
    expect((await run())[0]).toMatchObject({ documents: 1, unchanged: 0, added: 0, changed: 0, failures: [] });
    expect(at.store.imports.files()).toHaveLength(1);
  });

  it("archives a document that the parser refuses", async () => {
    at.loopback.replies("/curve/2024.csv", { body: UNKNOWN });
    await run();
    expect(await failure()).toContain('"17 Yr" is not a column of the Treasury');
    const kept = at.store.archive.get(sha256Of(Buffer.from(UNKNOWN)));
    expect(kept && new TextDecoder().decode(kept)).toContain("17 Yr");
  });

  it("requests a document without an ETag if the last one was refused", async () => {
    at.loopback.replies("/curve/2024.csv", { body: "<html>Sign in</html>", headers: { ETag: '"login"' } }, TAGGED);
    await run();
    at.loopback.pass(DAY);
    await run();
    expect(at.loopback.asked.find((a, i) => i > 0 && a.path.startsWith("/curve"))?.headers["if-none-match"]).toBeUndefined();
    expect(served()).toEqual(GOOD);
  });

  it("records no failure if a day's document does not exist", async () => {
    at.loopback.replies("/curve/2024.csv", { status: 403 });
    expect(await run({ publishers: [publishers(["2024"], { absentStatuses: [403] })[0]] })).toMatchObject([{ documents: 0, failures: [] }]);
    expect(await failure()).toBeUndefined();
  });

  it("reports a failure if none of five requested documents exists", async () => {
    const days = ["1", "2", "3", "4", "5"];
    await run({ publishers: [publishers(days, { absentStatuses: [404] })[0]] });
    expect(await failure()).toContain("None of the 5 requested documents exists: the publisher may have moved them.");
  });
});

describe("the stored document stays in use when the publisher", () => {
  /** The good document came on Thursday; on Friday this comes instead. The other publisher is unaffected. */
  async function onFriday(...replies: Reply[]): Promise<void> {
    at.loopback.replies("/curve/2024.csv", { body: CURVE });
    at.loopback.replies("/sofr.json", { body: SOFR });
    await run();
    at.loopback.pass(DAY);
    at.loopback.replies("/curve/2024.csv", ...replies);
    const [curve, rates] = await run();
    expect(curve?.failures).toHaveLength(1);
    expect(rates?.failures).toEqual([]);
    // The last good data is still served with its own dates, and its as-of time is unchanged.
    expect(served()).toEqual(GOOD);
    expect((await curveState()).succeeded).toBe(new Date(THURSDAY).toISOString());
    expect(Date.parse((await curveState()).tried ?? "")).toBeGreaterThanOrEqual(THURSDAY + DAY);
  }
  const host = (): string => new URL(at.loopback.url).host;

  it("has a server error: four retries with growing pauses, then another in an hour", async () => {
    await onFriday({ status: 503, body: "Service Unavailable" });
    expect(await failure()).toBe(`${host()} has a server error (status 503). The next update tries again.`);
    expect(at.loopback.asked.filter((a) => a.path.startsWith("/curve"))).toHaveLength(5);
    expect(at.loopback.slept.filter((ms) => ms >= 2000)).toEqual([2000, 8000, 32000]);
    const { nextDue, tried } = await curveState();
    expect(Date.parse(nextDue ?? "") - Date.parse(tried ?? "")).toBe(60 * 60_000);
    const before = at.loopback.asked.length;
    expect(await run({ patient: true })).toEqual([]);
    expect(at.loopback.asked).toHaveLength(before);
    at.loopback.pass(60 * 60_000);
    at.loopback.replies("/curve/2024.csv", { body: LATER });
    expect(await run({ patient: true })).toMatchObject([{ added: 2, failures: [] }]);
    expect(await failure()).toBeUndefined();
  });

  it("has a server error for a moment: a retry succeeds", async () => {
    at.loopback.replies("/curve/2024.csv", { status: 502 }, { status: 429, headers: { "Retry-After": "17" } }, TAGGED);
    expect((await run())[0]).toMatchObject({ added: 4, failures: [] });
    expect(at.loopback.slept).toContain(17_000);
  });

  it("sends a Retry-After of two hours: no request until then", async () => {
    await onFriday({ status: 429, headers: { "Retry-After": "7200" } });
    expect(await failure()).toContain("too many requests (status 429)");
    const { nextDue, tried } = await curveState();
    expect(Date.parse(nextDue ?? "") - Date.parse(tried ?? "")).toBe(7_200_000);
    expect(at.loopback.asked.filter((a) => a.path.startsWith("/curve"))).toHaveLength(2);
  });

  it.each<[string, Reply, string | RegExp]>([
    ["has renamed a column", { body: LATER.replace("10 Yr", "10-year") }, '"10-year" is not a column of the Treasury'],
    [
      "sends a web page with status 200",
      { body: "<!DOCTYPE html><html><body>Down for maintenance</body></html>", headers: { "Content-Type": "text/html" } },
      "this is a web page, not a document of this publisher",
    ],
    [
      "sends a file that ends within a value",
      { body: LATER.slice(0, -2) },
      /line 4: the file stops after "4\.2?" without a line end, so the value may be cut short/,
    ],
    ["sends an empty document", { body: "" }, "the document is empty"],
    ["sends a header without a row", { body: HEAD }, "there is no line of data under the header"],
    [
      "sends a file that ends before the stored one",
      { body: `${HEAD}06/13/2024,5.48,4.24\n` },
      "this document is older than the stored one (it ends on 2024-06-13, the stored one on 2024-06-20)",
    ],
    ["sends a value for a future day", { body: `${HEAD}06/27/2024,5.47,4.26\n06/20/2024,5.47,4.25\n` }, "a value for 2024-06-27, which is in the future"],
    [
      "no longer has the document (status 404)",
      { status: 404, body: "Not found" },
      "has no such document (status 404). The address may have moved: update the service, or import a downloaded file.",
    ],
    ["announces a document of more than 64 MiB", { body: CURVE, headers: { "Content-Length": String(80 * 1024 * 1024) } }, "sent more than 64 MiB"],
  ])("%s", async (_, reply, said) => {
    await onFriday(reply);
    expect(await failure()).toMatch(said);
  });

  it("does not answer within 60 seconds: the request ends", async () => {
    await onFriday({ hangs: true });
    expect(await failure()).toBe(`${host()} did not answer within 60 seconds. The next update tries again.`);
  });

  it("cannot be reached: no retry", async () => {
    const [treasury] = publishers();
    await at.loopback.close();
    const [result] = await run({ publishers: [treasury] });
    expect(result?.failures[0]).toMatch(/^127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\. Check the connection; the next update tries again\.$/);
    expect(at.loopback.slept).toEqual([]);
  });

  it("sends fewer bytes than it announced", async () => {
    await onFriday({ body: LATER, breaksAfter: 50 });
    expect(await failure()).toBe(`${host()} sent an incomplete document (50 of ${LATER.length} bytes), so nothing was imported. The next update tries again.`);
    const half = at.store.archive.get(sha256Of(Buffer.from(LATER.slice(0, 50))));
    expect(half && new TextDecoder().decode(half)).toBe(LATER.slice(0, 50));
  });

  it("sends an earlier version of the stored document again", async () => {
    at.loopback.replies("/curve/2024.csv", { body: CURVE.replace("4.22", "4.99") });
    await run();
    at.loopback.pass(DAY);
    at.loopback.replies("/curve/2024.csv", { body: CURVE });
    await run();
    at.loopback.pass(3 * DAY);
    at.loopback.replies("/curve/2024.csv", { body: CURVE.replace("4.22", "4.99") });
    await run();
    expect(await failure()).toContain("this document is older than the stored one");
    expect(served()).toEqual(GOOD);
  });

  it("sends a document with an earlier Last-Modified than the stored one", async () => {
    at.loopback.replies("/curve/2024.csv", { body: CURVE, headers: { "Last-Modified": "Thu, 20 Jun 2024 22:10:00 GMT" } });
    await run();
    at.loopback.pass(DAY);
    at.loopback.replies("/curve/2024.csv", { body: CURVE.replace("4.22", "4.99"), headers: { "Last-Modified": "Wed, 19 Jun 2024 22:10:00 GMT" } });
    await run();
    expect(await failure()).toContain("this document is older");
    expect(served()).toEqual(GOOD);
  });

  it("redirects to another host; only a redirect to the same host is followed", async () => {
    await onFriday({ status: 302, headers: { Location: "http://127.0.0.2:9/elsewhere.csv" } });
    expect(await failure()).toContain("redirects to http://127.0.0.2:9/elsewhere.csv, which is not followed");
    at.loopback.replies("/curve/2024.csv", { status: 302, headers: { Location: "/moved.csv" } });
    at.loopback.replies("/moved.csv", { body: LATER });
    await run({ all: true });
    expect(await failure()).toBeUndefined();
    expect(served()).toHaveLength(3);
  });

  it("sends one invalid document of two: the valid one is imported, the other is named", async () => {
    at.loopback.replies("/curve/2022.csv", { body: "<html></html>" });
    at.loopback.replies("/curve/2024.csv", TAGGED);
    const [result] = await run({ publishers: [publishers(["2022", "2024"])[0]] });
    expect(result).toMatchObject({ documents: 1, added: 4 });
    expect(await failure()).toMatch(/^2022: this is a web page/);
    expect(served()).toEqual(GOOD);
  });
});

describe("an update that is stopped", () => {
  it("keeps complete documents, and its status says that it was stopped", async () => {
    const stopper = stop();
    at.loopback.replies("/curve/2023.csv", { body: CURVE.replaceAll("2024", "2023").replace("06/18", "06/16") });
    at.loopback.replies("/curve/2024.csv", TAGGED);
    const transport = {
      ...at.loopback.transport,
      fetch: async (url: string, init: RequestInit) => {
        if (url.includes("2024")) stopper.abort();
        return at.loopback.transport.fetch(url, init);
      },
    };
    await expect(run({ publishers: [publishers(["2023", "2024"])[0]], transport, stop: stopper.signal })).rejects.toBeInstanceOf(Stopped);
    expect(served()).toEqual([]);
    expect(at.store.observations.between("DGS10", "2023-01-01", "2023-12-31")).toHaveLength(2);
    expect(await failure()).toBe("The update was stopped. Received documents are stored; type: npm run -s data -- update");
    await run({ publishers: [publishers(["2023", "2024"])[0]] });
    expect(await failure()).toBeUndefined();
    expect(served()).toEqual(GOOD);
  });

  it("has that status from its first request on, in case the process is killed", async () => {
    let during: string | undefined;
    at.loopback.replies("/curve/2024.csv", TAGGED);
    const transport = {
      ...at.loopback.transport,
      fetch: async (url: string, init: RequestInit) => {
        during ??= await failure();
        return at.loopback.transport.fetch(url, init);
      },
    };
    await run({ transport });
    expect(during).toContain("The update was stopped.");
  });
});
