import { addDays, type IsoDate } from "../../../../src/contract/dates";
import { createClock } from "../../../../src/service/time/clock";
import type { FamilyAnswer } from "../../../../src/service/answers/family";
import type { Context } from "../../../../src/service/answers/context";
import { osint } from "../../../../src/service/families/osint/osint";
import { openStore, type Store } from "../../../../src/service/store/store";
import { recordRow } from "../../../record-row";
import { bring } from "../../../stored";
import { ask as askSample, numberOf } from "./ask-world";

const HOUR = 3_600_000;
const NOON = Date.UTC(2024, 5, 25, 12, 30);
let store: Store;
beforeEach(() => void (store = openStore({ path: ":memory:" })));
afterEach(() => store.close());

/** Number of reports in each hour from a moment on; null omits an hour. */
function take(keyword: string, from: number, counts: readonly (number | null)[]): void {
  const records = counts.flatMap((reports, i) => {
    const moment = new Date(from + i * HOUR).toISOString();
    const body = { hour_ms: from + i * HOUR, reports, monitored: 9000 };
    return reports === null ? [] : [recordRow("report_count", keyword, moment.slice(0, 10), "gdelt", body, { key: moment.slice(11, 13) })];
  });
  bring(store, { records }, "2024-06-25");
}
/** From 06:00 to 11:00 of the day. */
const takeFive = (...counts: readonly (number | null)[]): void => take("oil", Date.UTC(2024, 5, 25, 6), counts);
const notFetched = (short: string, full?: string) => ({
  code: "not_fetched",
  reason: expect.stringContaining(short) as string,
  ...(full === undefined ? {} : { explanation: expect.stringContaining(full) as string }),
});
const turnOn = (): void => store.decisions.decide("gdelt", true, "2024-06-25");

function ask(keyword: string, hours: number, { asOf, now = NOON }: { asOf?: IsoDate; now?: number } = {}, wants?: (keyword: string) => void): FamilyAnswer {
  const context: Context = { store, clock: createClock(asOf, () => now), ...(wants ? { wants } : {}) };
  return osint.functions.OSINT!.evaluate([keyword, hours], context, "");
}

describe("OSINT over published counts", () => {
  test("sums the hours of the window, up to the newest full hour", () => {
    takeFive(100, 1, 2, 3, 4);
    const note = expect.stringContaining("2024-06-25 08:00 to 2024-06-25 11:00 UTC") as string;
    const from = { source: "gdelt", sample: false, observation_date: "2024-06-25", provenance: ["gdelt/report_count/oil"] };
    expect(ask("oil", 3)).toMatchObject({ value: 9, unit: "count", ...from, note });
  });

  test("gives zero only if all hours of the window are loaded", () => {
    takeFive(0, 0, 0, 0, 0);
    expect(ask("oil", 5)).toMatchObject({ value: 0, unit: "count", sample: false });
    expect(ask("oil", 6)).toMatchObject({ code: "not_fetched", sample: false });
  });

  test("gives a reason, not a smaller number, if the window is longer than the loaded hours", () => {
    takeFive(1, 1, 1, 1, 1);
    const full = "Only the last 5 of the 24 hours to 2024-06-25 11:00 UTC are loaded";
    expect(ask("oil", 24)).toMatchObject(notFetched("Only the last 5 of 24 hours are loaded.", full));
  });

  test("gives a reason if an hour within the window is missing", () => {
    takeFive(1, 1, null, 1, 1);
    expect(ask("oil", 2)).toMatchObject({ value: 2 });
    expect(ask("oil", 3)).toMatchObject(notFetched("Only the last 2 of 3 hours are loaded."));
  });

  test("gives a reason if the loaded hours ended more than six hours ago", () => {
    take("oil", Date.UTC(2024, 5, 25, 0), [1, 1, 1, 1, 1]);
    expect(ask("oil", 2, { now: Date.UTC(2024, 5, 25, 11) })).toMatchObject({ value: 2 });
    for (const now of [Date.UTC(2024, 5, 25, 11, 1), Date.UTC(2024, 11, 1)])
      expect(ask("oil", 2, { now })).toMatchObject(notFetched("end at 2024-06-25 05:00 UTC"));
  });

  test("with --as-of, counts back from the end of that day and ignores later hours", () => {
    take("oil", Date.UTC(2024, 5, 23, 20), [1, 1, 1, 1, 50, 50]);
    expect(ask("oil", 3, { asOf: "2024-06-23" })).toMatchObject({ value: 3, observation_date: "2024-06-23" });
    expect(ask("oil", 3, { asOf: "2024-06-20" })).toMatchObject(notFetched("begin after 2024-06-20"));
  });

  test("gives corrected counts, and no sample data for a keyword with loaded counts", () => {
    takeFive(1, 1, 1, 1, 1);
    take("oil", Date.UTC(2024, 5, 25, 10), [7]);
    expect(ask("oil", 2)).toMatchObject({ value: 8, sample: false });
    expect(ask("oil", 100)).toMatchObject({ code: "not_fetched", sample: false });
    expect(ask("gold", 100)).toMatchObject({ sample: true });
    turnOn();
    expect(ask("oil", 2)).toMatchObject({ value: 8, sample: false });
  });
});

describe("OSINT while fetching from GDELT is turned on", () => {
  test("says that the next update fetches a keyword without counts, and requests the keyword for it", () => {
    const wanted: string[] = [];
    const wants = (keyword: string): void => void wanted.push(keyword);
    expect(ask("oil tariff", 24, {}, wants)).toMatchObject({ sample: true });
    expect(wanted).toEqual([]);
    turnOn();
    const why = notFetched('No counts of "oil tariff" are fetched yet.', "next update fetches them: npm run -s data -- update gdelt");
    expect(ask("oil tariff", 24, {}, wants)).toMatchObject({ ...why, source: "gdelt", sample: false });
    expect(wanted).toEqual(["oil tariff"]);
  });

  test("does not request a keyword with a minus, which GDELT would read as an operator", () => {
    turnOn();
    const wanted: string[] = [];
    expect(ask("oil -tariff", 24, {}, (k) => wanted.push(k))).toMatchObject({ code: "not_covered", reason: expect.stringContaining("plain words only") });
    expect(wanted).toEqual([]);
  });
});

describe("the keywords that the next update fetches", () => {
  test("are the last twenty requested: the oldest drops out", async () => {
    const { keywords } = store.ledger;
    for (let i = 0; i < 25; i++) await keywords.add([`word${i}`], NOON + i * 1000);
    const list = await keywords.list();
    expect(list).toHaveLength(20);
    expect(list.slice(0, 2)).toEqual(["word24", "word23"]);
    expect(list).not.toContain("word4");
  });

  test("include an older keyword if it is requested again", async () => {
    const { keywords } = store.ledger;
    for (let i = 0; i < 20; i++) await keywords.add([`word${i}`], NOON + i);
    await keywords.add(["word0"], NOON + 2 * HOUR);
    await keywords.add(["fresh"], NOON + 3 * HOUR);
    const list = await keywords.list();
    expect(list.slice(0, 2)).toEqual(["fresh", "word0"]);
    expect(list).not.toContain("word1");
  });
});

const DAY = "2024-06-25";

describe("OSINT", () => {
  test("counts more than 20 reports of a common word, and zero of a rare one", () => {
    expect(numberOf(askSample(DAY, "OSINT", "inflation"))).toBeGreaterThan(20);
    expect(askSample(DAY, "OSINT", "zebrafish quantum teapot")).toMatchObject({ value: 0, unit: "count" });
  });

  test.each(["2024-06-25", "2026-11-22"])("at %s an unknown word has almost no reports, a country or company many", (day) => {
    for (const word of ["zzzqqq", "asdfgh", "qwerty", "xkcdfoo", "blorptang"]) expect(numberOf(askSample(day, "OSINT", word, 720))).toBeLessThanOrEqual(3);
    for (const word of ["taiwan", "Israel", "nvidia", "apple", "JPMorgan", "coffee", "nickel"]) {
      expect(numberOf(askSample(day, "OSINT", word, 24))).toBeGreaterThan(20);
      expect(numberOf(askSample(day, "OSINT", word, 720))).toBeGreaterThan(1000);
    }
    for (const name of ["Nvidia", "Costco", "Walmart", "Coca-Cola", "Broadcom", "Palantir"])
      expect(numberOf(askSample(day, "OSINT", name.toLowerCase(), 168))).toBeGreaterThan(30);
    for (const words of ["federal reserve", "interest rates", "supreme court", "white house"])
      expect(numberOf(askSample(day, "OSINT", words, 24))).toBeGreaterThan(10);
    expect(numberOf(askSample(day, "OSINT", "israel", 24))).toBeGreaterThan(numberOf(askSample(day, "OSINT", "kuwait", 24)));
  });

  test("a longer window never has fewer reports", () => {
    const counts = [1, 6, 24, 48, 168, 720].map((hours) => numberOf(askSample(DAY, "OSINT", "copper", hours)));
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.every(Number.isInteger)).toBe(true);
  });

  test("the count of 48 hours is the sum of two days' counts", () => {
    const sum = numberOf(askSample(DAY, "OSINT", "gold", 24)) + numberOf(askSample(addDays(DAY, -1), "OSINT", "gold", 24));
    expect(numberOf(askSample(DAY, "OSINT", "gold", 48))).toBe(sum);
  });

  test("a further word gives fewer reports, and blanks and letter case do not matter", () => {
    expect(numberOf(askSample(DAY, "OSINT", "oil tariff", 720))).toBeLessThan(numberOf(askSample(DAY, "OSINT", "oil", 720)));
    expect(askSample(DAY, "OSINT", "  OIL ")).toEqual(askSample(DAY, "OSINT", "oil"));
  });

  test("24 hours are the default", () => {
    expect(askSample(DAY, "OSINT", "oil", null)).toEqual(askSample(DAY, "OSINT", "oil", 24));
  });
});
