import { existsSync } from "node:fs";
import { fredKey, fredLine } from "../../src/commands/start/fred-key";
import { PUBLISHERS } from "../../src/service/publishers/all";
import { openStore } from "../../src/service/store/store";
import { dataBench, updating } from "./data-bench";

const NOW = Date.parse("2024-06-25T23:30:00Z");
const HOUR = 3_600_000;
const bench = dataBench(NOW);
const run = (...argv: readonly string[]) => bench.run(argv);
const { inStore, take } = bench;
/** A timeline of the hours up to now, two reports each. */
const timeline = (title: string, hours = 144): string => {
  const steps = Array.from({ length: hours }, (_, i) => new Date(NOW - 0.5 * HOUR - (hours - 1 - i) * HOUR).toISOString().replace(/[-:]|\.000/g, ""));
  return JSON.stringify({ query_details: { title }, timeline: [{ series: "Article Count", data: steps.map((date) => ({ date, value: 2, norm: 900 })) }] });
};
const NEWEST = (query: string): string => `/api/v2/doc/doc?query=${query}&mode=timelinevolraw&format=json&timespan=144h`;
const kept = (keyword: string): number => inStore((s) => s.records.between("report_count", keyword, "2024-01-01", "2024-12-31", "2024-12-31").length);

describe("data -- update gdelt", () => {
  it("is refused until its terms are accepted, then fetches and remembers the named keywords", async () => {
    expect(await run("update", "gdelt", "--keywords", "oil")).toMatchObject({ status: 2, err: expect.stringContaining("gdelt is off") });
    expect((await run("enable", "gdelt")).out).toMatch(/citation[\s\S]*link to https:\/\/www\.gdeltproject\.org/);
    expect(await inStore((s) => s.ledger.keywords.list())).toEqual([]);
    await run("enable", "gdelt", "--accept");
    expect((await run("update", "gdelt")).out).toContain("gdelt.report-counts: not fetched. No keyword is set yet");
    bench.loopback.replies(NEWEST("oil"), { body: timeline("oil") });
    bench.loopback.replies(NEWEST("trade%20war"), { body: timeline("trade war") });
    await run("update", "gdelt", "--keywords", " Oil, trade  war,oil");
    expect([kept("oil"), kept("trade war")]).toEqual([142, 142]);
    expect(await inStore((s) => s.ledger.keywords.list())).toEqual(["oil", "trade war"]);
    expect(bench.loopback.asked.slice(0, 2).map((a) => a.path)).toEqual([NEWEST("oil"), NEWEST("trade%20war")]);
  });

  it.each([
    [["update", "--keywords", "oil"], "--keywords: only for GDELT"],
    [["update", "treasury", "--keywords", "oil"], "--keywords: only for GDELT"],
    [["update", "gdelt", "--keywords", "oil,-gas"], '--keywords: expected plain words, keywords separated by commas, such as "oil,trade war", got "-gas"'],
    [["update", "gdelt", "--keywords", ","], "--keywords: expected plain words"],
    [["update", "gdelt", "--keywords", Array.from({ length: 21 }, (_, i) => `word${i}`).join(",")], "at most 20 keywords, got 21"],
  ])("refuses %j before any request", async (argv, sentence) => {
    expect(await run(...argv)).toMatchObject({ status: 2, err: expect.stringContaining(sentence) });
    expect(bench.loopback.asked).toEqual([]);
  });
});

describe("data -- import gdelt", () => {
  it("accepts a downloaded timeline with a stated keyword or one in its file name", async () => {
    bench.put("bq.json", timeline("copper", 30));
    const { status, out } = await take("gdelt-gold mine.json", timeline("", 30), "gdelt", "bq.json");
    expect([status, kept("copper"), kept("gold mine")]).toEqual([0, 28, 28]);
    expect(out).toContain("Next, type: npm run -s eval -- '=SERVICE.OSINT(\"copper\")'");
  });

  it("refuses a timeline without a keyword, says what to do, and stores nothing", async () => {
    expect(await take("doc.json", timeline(""), "gdelt")).toMatchObject({
      status: 1,
      err: expect.stringMatching(/doc\.json: .*name the file gdelt-KEYWORD\.json/),
    });
    expect(existsSync(bench.at(".service", "service.db"))).toBe(false);
  });
});

describe("data -- enable fred", () => {
  it("prints the terms, waits for consent, and says what to set", async () => {
    const read = await run("enable", "fred");
    expect([read.status, read.out]).toEqual([2, expect.stringMatching(/may not be stored, cached, archived[\s\S]*not endorsed or certified/)]);
    expect((await run("enable", "fred", "--accept")).out).toContain("nothing is stored. Next, set SERVICE_FRED_KEY to your key and type: npm start");
    expect((await run("status")).out).toMatch(/^fred +on .*per cell$/m);
  });

  it("does not allow updates or imports of FRED: both are refused without a request", async () => {
    await run("enable", "fred", "--accept");
    expect(await run("update", "fred")).toMatchObject({ status: 2, err: expect.stringContaining("there is nothing to update") });
    expect(await take("a.json", '{"observations":[]}', "fred")).toMatchObject({ status: 2, err: expect.stringContaining("its terms forbid storing its data") });
    expect(bench.loopback.asked).toEqual([]);
  });
});

describe("SERVICE_FRED_KEY", () => {
  const KEY = "0123456789abcdef".repeat(2);

  it("is read from the environment, and refused with a message that does not contain it if invalid", () => {
    expect([fredKey({}), fredKey({ SERVICE_FRED_KEY: " " }), fredKey({ SERVICE_FRED_KEY: ` ${KEY}\n` })]).toEqual([undefined, undefined, KEY]);
    for (const wrong of [KEY.slice(1), `${KEY}0`, KEY.toUpperCase(), `${KEY.slice(1)}&`]) {
      expect(() => fredKey({ SERVICE_FRED_KEY: wrong })).toThrow("SERVICE_FRED_KEY: expected 32 lower-case letters and digits");
      expect(() => fredKey({ SERVICE_FRED_KEY: wrong })).not.toThrow(wrong);
    }
  });

  it("npm start says in one line what is still missing for FRED", () => {
    expect(fredLine(true, false, "")).toMatch(/^FRED is on but has no key. Set the variable SERVICE_FRED_KEY/);
    expect(fredLine(false, true, " --data x")).toContain("npm run -s data -- enable fred --data x");
    expect([fredLine(true, true, ""), fredLine(false, false, "")]).toEqual([undefined, undefined]);
  });
});

it("--live fetches a newly requested keyword at its next check, not at the next hour", async () => {
  const store = openStore({ path: ":memory:" });
  store.decisions.decide("gdelt", true, "2024-06-25");
  for (const { id } of PUBLISHERS.flatMap((p) => p.feeds)) await store.ledger.feeds.keep(id, { succeeded: new Date(NOW).toISOString(), parts: {} });
  let updates = 0;
  let before: number | undefined;
  const atLook = async (look: number): Promise<void> => {
    if (look > 1) return;
    before = updates;
    await store.ledger.keywords.add(["copper"], NOW);
  };
  await updating(store, { looks: 2, update: () => void updates++, atLook, now: NOW });
  expect(before).toBe(0);
  expect(updates).toBeGreaterThan(0);
  store.close();
});
