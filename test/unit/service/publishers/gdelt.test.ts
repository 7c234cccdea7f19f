import { queryOf, type ReportHour } from "../../../../src/service/records/report-counts";
import { rebuild } from "../../../../src/service/ingest/rebuild";
import { gdelt } from "../../../../src/service/publishers/gdelt/gdelt";

import { recordRow } from "../../../record-row";
import { openUpdates } from "../ingest/updates";
import { feedCalled, readAs } from "./read-as";

const HOUR = 3_600_000;
const START = Date.UTC(2024, 5, 25, 10);
const stamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:]/g, "").replace(".000Z", "Z");
/** A timeline in GDELT's format: the number of reports per step, from a moment on. */
const timeline = (counts: readonly number[], { from = START, step = HOUR, title = "oil" as string | null } = {}) => ({
  ...(title === null ? {} : { query_details: { title, date_resolution: "hour" } }),
  timeline: [{ series: "Article Count", data: counts.map((value, i) => ({ date: stamp(from + i * step), value, norm: 5000 })) }],
});
/** Keyword, hour of 2024-06-25 and number of reports. */
const hours = (document: unknown, name = "doc.json") =>
  readAs("gdelt", document, name).records.map((r) => {
    expect(r.date).toBe("2024-06-25");
    return `${r.entity} ${r.key}: ${(r.body as ReportHour).reports}`;
  });

describe("GDELT's timeline of article counts", () => {
  test("counts full hours, without the first and the last step", () => {
    expect(hours(timeline([9, 10, 0, 12, 3]))).toEqual(["oil 11: 10", "oil 12: 0", "oil 13: 12"]);
    const body = { hour_ms: START + HOUR, reports: 10, monitored: 5000 };
    expect(readAs("gdelt", timeline([9, 10, 0])).records).toMatchObject([{ dataset: "report_count", known: "2024-06-25", source: "gdelt", body }]);
  });

  test("counts an hour from quarter hours only if all four exist", () => {
    const quarters = timeline([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4], { step: HOUR / 4 });
    expect(hours(quarters)).toEqual(["oil 11: 8", "oil 12: 12"]);
    quarters.timeline[0]?.data.splice(5, 1);
    expect(hours(quarters)).toEqual(["oil 12: 12"]);
  });

  test("has no row for an hour in which GDELT monitored nothing", () => {
    const outage = timeline([1, 0, 2, 3]);
    outage.timeline[0]?.data.splice(1, 1, { date: stamp(START + HOUR), value: 0, norm: 0 });
    expect(hours(outage)).toEqual(["oil 12: 2"]);
  });

  const BUSY = "Please limit requests to one every 5 seconds or contact us for larger queries.\n";
  test.each([
    ["text instead of JSON, with GDELT's message", BUSY, /expected data, got a message from GDELT: "Please limit requests to one every 5 seconds/],
    ["a web page", "<html><body>Down</body></html>", /this is a web page/],
    ["half a document", JSON.stringify(timeline([1, 2, 3])).slice(0, 90), /this JSON is incomplete/],
    ["a list of articles, which ends at 250", { articles: [{ url: "https://example.org", title: "Oil" }] }, /list of articles, which ends at 250/],
    ["an empty timeline", { timeline: [] }, /the timeline is empty.*does not mean zero/],
    ["no timeline", { query_details: { title: "oil" } }, /expected a list "timeline"/],
    ["a share of all articles", { timeline: [{ series: "Volume Intensity", data: [] }] }, /expected one series, Article Count, got "Volume Intensity"/],
    ["a smoothed count", timeline([1, 2.5, 3]), /expected a whole number as value/],
    ["steps of a day", timeline([1, 2, 3, 4], { from: Date.UTC(2024, 5, 1), step: 24 * HOUR }), /got steps of 1440 minutes/],
    ["a single step", timeline([1]), /only one step/],
    ["two steps, because both may be incomplete", timeline([1, 2]), /no full hour/],
    ["steps out of order", timeline([1, 2, 3], { step: -HOUR }), /not in order of time/],
    ["more reports than were monitored", timeline([1, 9000, 3]), /9000 matching reports but only 5000/],
  ])("is refused for %s", (_what, document, sentence) => expect(() => readAs("gdelt", document)).toThrow(sentence));

  test("has its keyword from the document or the file name, and is refused without one", () => {
    const silent = timeline([1, 2, 3], { title: null });
    expect(hours(timeline([1, 2, 3], { title: '"Oil"  Tariff' }))).toEqual(["oil tariff 11: 2"]);
    for (const name of ["gdelt-Oil tariff.json", "gdelt-oil%20tariff.json"]) expect(hours(silent, name)).toEqual(["oil tariff 11: 2"]);
    expect(() => readAs("gdelt", silent, "doc.json")).toThrow(/name the file gdelt-KEYWORD\.json/);
    expect(() => readAs("gdelt", timeline([1, 2, 3], { title: "gold" }), "gdelt-oil.json")).toThrow(/named after "oil", but the document counts "gold"/);
    expect(() => readAs("gdelt", timeline([1, 2, 3], { title: "oil domain:cnn.com" }))).toThrow(/does not state its keyword in plain words/);
  });

  test("has no query for a keyword with GDELT's operators", () => {
    expect(["oil tariff", "covid-19 at&t", "öl"].map(queryOf)).toEqual(["oil tariff", '"covid-19" "at&t"', "öl"]);
    expect(["-oil", "domain:cnn.com", "(oil or gas)", '"oil"', "near5:x", "oil*"].map(queryOf)).toEqual(Array(6).fill(undefined));
  });
});

describe("requests to GDELT", () => {
  const requests = (storedDays: readonly string[]) => {
    const keywords = [{ keyword: "oil tariff", storedDays: new Set(storedDays) }];
    return feedCalled("gdelt.report-counts").fetching!.requests({ today: "2024-06-25", newest: undefined, settings: {}, keywords });
  };

  test("cover 30 days of a new keyword in overlapping windows", () => {
    const asked = requests([]);
    const url = "https://api.gdeltproject.org/api/v2/doc/doc?query=oil%20tariff&mode=timelinevolraw&format=json&timespan=144h";
    expect(asked[0]).toMatchObject({ name: "gdelt-oil%20tariff.json", url });
    const windows = asked.slice(1).map((r) => [...r.url.matchAll(/datetime=(\d{8})000000/g)].map((m) => m[1]));
    expect(windows[0]).toEqual(["20240615", "20240621"]);
    expect(windows[1]).toEqual(["20240610", "20240616"]);
    expect(windows[windows.length - 1]?.[0]).toBe("20240521");
  });

  test("skip a window whose days are stored", () => {
    const days = Array.from({ length: 40 }, (_, i) => new Date(Date.UTC(2024, 5, 25) - i * 24 * HOUR).toISOString().slice(0, 10));
    expect(requests(days)).toHaveLength(1);
    expect(requests(days.filter((day) => day !== "2024-06-12"))).toHaveLength(2);
  });

  test("are off by default, and at least five seconds apart", () => {
    expect(gdelt.terms.defaultOn).toBe(false);
    expect(gdelt.msBetween).toBeGreaterThanOrEqual(5000);
  });
});

describe("an update of GDELT", () => {
  const NOW = Date.UTC(2024, 5, 25, 23, 30);
  const NEWEST = (query: string) => `/api/v2/doc/doc?query=${query}&mode=timelinevolraw&format=json&timespan=144h`;
  const at = openUpdates(NOW, /^https:\/\/[^/]+/);
  beforeEach(() => at.store.decisions.decide("gdelt", true, "2024-06-25"));
  const run = (keywords?: readonly string[]) => at.run(gdelt, { keywords, all: keywords !== undefined });
  const long = (title: string, hoursLong = 144) =>
    JSON.stringify(timeline(Array<number>(hoursLong).fill(2), { from: NOW - 0.5 * HOUR - (hoursLong - 1) * HOUR, title }));
  /** A row for each of the last days, so no older window is requested. */
  function alreadyKept(...keywords: readonly string[]): void {
    const days = Array.from({ length: 45 }, (_, i) => new Date(NOW - (i + 5) * 24 * HOUR).toISOString().slice(0, 10));
    const body = { hour_ms: 0, reports: 1, monitored: 2 };
    const records = days.flatMap((date) => keywords.map((entity) => recordRow("report_count", entity, date, "gdelt", body, { key: "some" })));
    at.store.insertBatch({ publisher: "gdelt", file: "a", sha256: "a", rows: [], records }, "2024-06-25");
  }
  const kept = (keyword: string) =>
    at.store.records.between<ReportHour>("report_count", keyword, "2024-01-01", "2024-12-31", "2024-12-31").filter((r) => r.key !== "some");
  const publishes = (keyword: string, body = long(keyword)) => at.loopback.replies(NEWEST(keyword), { body });

  test("requests the keywords that cells use, and nothing without one", async () => {
    expect(await run()).toMatchObject([{ documents: 0, waiting: expect.stringContaining("No keyword is set yet") }]);
    expect(at.loopback.asked).toEqual([]);
    await at.store.ledger.keywords.add(["oil"], NOW);
    publishes("oil");
    await run();
    expect(kept("oil")).toHaveLength(142);
    expect(at.loopback.asked.every((one, i, all) => i === 0 || one.at - (all[i - 1]?.at ?? 0) >= 5000)).toBe(true);
  });

  test("requests a new keyword at once, and a fetched one at the next hour", async () => {
    await at.store.ledger.keywords.add(["oil"], NOW);
    publishes("oil");
    alreadyKept("oil", "gold");
    expect(await run()).toMatchObject([{ documents: 1, failures: [] }]);
    expect(await run()).toEqual([]);
    await at.store.ledger.keywords.add(["gold"], NOW);
    publishes("gold");
    expect(await run()).toMatchObject([{ added: 142, failures: [] }]);
    at.loopback.pass(HOUR);
    expect(await run()).toHaveLength(1);
  });

  test("keeps stored counts, and updates other keywords, if a reply is a message", async () => {
    await at.store.ledger.keywords.add(["oil"], NOW - 1);
    alreadyKept("oil", "gold");
    publishes("oil");
    await run();
    await at.store.ledger.keywords.add(["gold"], NOW);
    publishes("gold");
    publishes("oil", "Timespan is too short.");
    const [result] = await run();
    expect(result?.failures.join()).toContain('oil, last 6 days: expected data, got a message from GDELT: "Timespan is too short."');
    expect([kept("oil").length, kept("gold").length]).toEqual([142, 142]);
    expect((await at.store.ledger.feeds.state("gdelt.report-counts")).failure).toContain("Timespan is too short.");
  });

  test("stores corrected counts, which a rebuild restores from the archive", async () => {
    publishes("oil");
    await run(["oil"]);
    publishes("oil", long("oil").replaceAll('"value":2', '"value":3'));
    expect((await run(["oil"]))[0]).toMatchObject({ added: 0, changed: 142 });
    expect(kept("oil").map((r) => r.body.reports)).toEqual(Array(142).fill(3));
    rebuild(at.store, ["gdelt"]);
    expect(kept("oil").map((r) => r.body.reports)).toEqual(Array(142).fill(3));
  });
});
