import { addDays, daysBetween, type IsoDate } from "../../../src/contract/dates";
import { TENOR_SERIES } from "../../../src/contract/series";
import { sampleLatest, sampleValue } from "../../../src/service/sample/series";
import { endOfDay } from "../../../src/service/time/time-zone";
import { bankDayOnOrBefore, isBankDay, isBondHoliday } from "../../../src/service/time/calendar";

const TODAY = "2026-11-20";
const NOW = endOfDay(TODAY);

function bankDaysFrom(from: IsoDate, to: IsoDate): IsoDate[] {
  const days: IsoDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (isBankDay(day)) days.push(day);
  return days;
}
const at = (id: string, date: IsoDate): number => sampleLatest(id, date, 1, NOW)[0]?.value ?? Number.NaN;
const movesOf = (id: string, days: readonly IsoDate[]): number[] =>
  days.slice(1).map((day, i) => Math.round(100 * ((sampleValue(id, day) as number) - (sampleValue(id, days[i]!) as number))));
const deviation = (of: readonly number[]): number => Math.sqrt(of.reduce((sum, x) => sum + x * x, 0) / of.length);

describe("sample SOFR, its index and its averages", () => {
  const days = bankDaysFrom("2020-03-02", TODAY);

  test("the index compounds each bank day's SOFR over calendar days", () => {
    for (const day of days.slice(1)) {
      const before = bankDayOnOrBefore(addDays(day, -1));
      const grown = 1 + ((sampleValue("SOFR", before) as number) / 100) * (daysBetween(before, day) / 360);
      expect([day, sampleValue("SOFRINDEX", day)! / sampleValue("SOFRINDEX", before)!]).toEqual([day, expect.closeTo(grown, 7)]);
    }
  });

  test("the index is 1 on 2018-04-02", () => {
    let level = 1;
    for (let day = "2018-04-03", before = "2018-04-02"; day <= "2020-03-02"; [before, day] = [day, addDays(day, 1)]) {
      while (!isBankDay(day)) day = addDays(day, 1);
      const rate = before === "2018-04-02" ? (sampleValue("SOFR", "2018-04-03") as number) : (sampleValue("SOFR", before) as number);
      level *= 1 + (rate / 100) * (daysBetween(before, day) / 360);
    }
    expect(sampleValue("SOFRINDEX", "2020-03-02")).toBeCloseTo(level, 4);
  });

  test.each([30, 90, 180])("the %s-day average is the growth of the index over these days", (n) => {
    for (const day of days) {
      const from = addDays(day, -n);
      if (from < "2020-03-02" || !isBankDay(from)) continue;
      const average = (sampleValue("SOFRINDEX", day)! / sampleValue("SOFRINDEX", from)! - 1) * (360 / n) * 100;
      expect([day, sampleValue(`SOFR${n}DAYAVG`, day)]).toEqual([day, expect.closeTo(average, 4)]);
    }
  });

  test("the 30-day average is between the lowest and the highest SOFR of its days", () => {
    for (const day of days.filter((_, i) => i % 11 === 0)) {
      const rates = bankDaysFrom(addDays(day, -35), day).map((d) => sampleValue("SOFR", d) as number);
      const average = sampleValue("SOFR30DAYAVG", day) as number;
      expect([day, average >= Math.min(...rates) - 0.01 && average <= Math.max(...rates) + 0.03]).toEqual([day, true]);
    }
  });
});

test("sample rates have no value on Columbus Day and Veterans Day, but VIXCLS has", () => {
  for (const day of ["2024-10-14", "2024-11-11", "2023-10-09", "2018-11-12"]) {
    for (const id of ["DGS10", "SOFR", "EFFR", "DTB3", "DTWEXBGS"]) expect([id, day, sampleValue(id, day)]).toEqual([id, day, undefined]);
    expect(typeof sampleValue("VIXCLS", day)).toBe("number");
  }
});

test("sample series have no value on a day of closed markets, such as 2001-09-11", () => {
  for (const day of ["2001-09-11", "2001-09-14", "2004-06-11", "2007-01-02", "2012-10-29", "2012-10-30", "2018-12-05", "2025-01-09"])
    expect([day, sampleValue("VIXCLS", day)]).toEqual([day, undefined]);
  for (const id of ["DGS10", "DGS3MO", "DTB3"])
    for (const day of ["2001-09-11", "2001-09-12", "2012-10-30"]) expect([id, day, sampleValue(id, day)]).toEqual([id, day, undefined]);
  expect(sampleLatest("DGS10", "2001-09-12", 1, NOW)[0]?.date).toBe("2001-09-10");
  for (const [id, day] of [
    ["EFFR", "2001-09-11"],
    ["DGS10", "2001-09-13"],
    ["DGS10", "2025-01-09"],
    ["VIXCLS", "2001-09-17"],
  ] as const)
    expect([id, day, typeof sampleValue(id, day)]).toEqual([id, day, "number"]);
});

test("sample consumer prices match known yearly changes, and lack October 2025", () => {
  const rise = (month: string, before: string) => (sampleValue("CPIAUCSL", `${month}-01`)! / sampleValue("CPIAUCSL", `${before}-01`)! - 1) * 100;
  expect([rise("2024-09", "2023-09"), rise("2025-01", "2024-01"), rise("2025-09", "2024-09")].map((x) => x.toFixed(1))).toEqual(["2.4", "3.0", "3.0"]);
  expect(sampleValue("CPIAUCSL", "2025-10-01")).toBeNull();
});

test("sample VIXCLS repeats no level more than five times in the calm year 2017", () => {
  const levels = bankDaysFrom("2017-01-03", "2018-01-31").map((day) => sampleValue("VIXCLS", day) as number);
  expect(Math.min(...levels)).toBeGreaterThanOrEqual(9);
  const most = Math.max(...levels.map((level) => levels.filter((other) => other === level).length));
  expect(most).toBeLessThanOrEqual(5);
});

describe("the sample yield curve", () => {
  const ids = Object.values(TENOR_SERIES);
  const years = bankDaysFrom("2022-07-01", TODAY);

  test("has 2-, 10- and 30-year yields that move by 4 to 8 basis points a day", () => {
    for (const id of ["DGS2", "DGS10", "DGS30"]) {
      const size = deviation(movesOf(id, years));
      expect({ id, size, usual: size > 4 && size < 8 }).toMatchObject({ usual: true });
    }
  });

  test("has neighbouring tenors that move together", () => {
    for (let i = ids.indexOf("DGS2"); i + 1 < ids.length; i++) {
      const [near, far] = [movesOf(ids[i]!, years), movesOf(ids[i + 1]!, years)];
      const apart = near.map((x, k) => x - far[k]!);
      const [usual, most] = [deviation(apart), Math.max(...apart.map(Math.abs))];
      // In the bank runs of March 2023 two-year yields fell by half a point in a day, others by less.
      expect({ pair: `${ids[i]} ${ids[i + 1]}`, usual, most, close: usual < 2 && most <= 15 }).toMatchObject({ close: true });
    }
  });

  test("has 2-year yields above 10-year yields only from July 2022 to August 2024", () => {
    const slope = (day: IsoDate) => (sampleValue("DGS10", day) as number) - (sampleValue("DGS2", day) as number);
    for (const day of bankDaysFrom("2022-07-18", "2024-07-31")) expect([day, slope(day) < 0]).toEqual([day, true]);
    for (const day of [...bankDaysFrom("2020-06-01", "2022-02-28"), ...bankDaysFrom("2024-10-01", TODAY)]) expect([day, slope(day) > 0]).toEqual([day, true]);
  });

  test("has a 10-year yield 0.4 to 3.2 percent above the real one", () => {
    for (const day of bankDaysFrom("2009-06-01", TODAY).filter((day) => !isBondHoliday(day))) {
      const breakeven = (sampleValue("DGS10", day) as number) - (sampleValue("DFII10", day) as number);
      expect([day, breakeven > 0.4 && breakeven < 3.2]).toEqual([day, true]);
    }
  });
});

/** Rounded public levels with their tolerances. */
const KNOWN: readonly (readonly [id: string, day: IsoDate, level: number, off: number])[] = [
  ["VIXCLS", "2008-11-20", 80, 5], ["VIXCLS", "2017-11-03", 9.5, 1.5], ["VIXCLS", "2001-09-10", 31.8, 0.1], ["VIXCLS", "2008-09-15", 31.7, 0.1], ["VIXCLS", "2020-03-16", 82.7, 1], ["VIXCLS", "2025-04-09", 33.6, 0.1], ["VIXCLS", "2024-08-05", 38.6, 1],
  ["ICSA", "2009-03-28", 650e3, 50e3], ["ICSA", "2020-04-04", 6.1e6, 0.3e6], ["ICSA", "2024-06-22", 240e3, 20e3],
  ["WALCL", "2008-08-27", 905e3, 30e3], ["WALCL", "2008-12-17", 2.25e6, 0.1e6], ["WALCL", "2020-06-10", 7.17e6, 0.1e6], ["WALCL", "2022-04-13", 8.96e6, 0.1e6],
  ["WALCL", "2024-06-19", 7.25e6, 0.1e6], ["WALCL", "2025-11-19", 6.6e6, 0.1e6],
  ["RRPONTSYD", "2020-09-15", 0, 1], ["RRPONTSYD", "2022-12-30", 2550, 150], ["RRPONTSYD", "2024-06-14", 400, 60], ["RRPONTSYD", "2026-06-15", 3, 5],
  ["WRESBAL", "2021-12-15", 4.2e6, 0.2e6], ["WTREGEN", "2020-07-29", 1.79e6, 0.1e6],
  ["DFEDTARU", "2020-03-04", 1.25, 0], ["DFEDTARU", "2020-03-16", 0.25, 0], ["DFEDTARU", "2023-07-27", 5.5, 0], ["DFEDTARU", "2025-11-20", 4, 0],
  ["EFFR", "2019-09-17", 2.3, 0.02], ["FEDFUNDS", "2000-06-15", 6.53, 0.1], ["FEDFUNDS", "2020-04-15", 0.05, 0.05], ["DPCREDIT", "2008-12-16", 0.5, 0], ["DPCREDIT", "2019-06-14", 3, 0],
  ["CPIAUCSL", "2000-06-15", 172.4, 0.6], ["CPIAUCSL", "2010-01-15", 217.5, 0.8], ["CPIAUCSL", "2020-01-15", 259, 0.8], ["CPIAUCSL", "2024-05-15", 313.1, 0.8],
  ["M2SL", "2000-01-15", 4660, 60], ["M2SL", "2020-02-15", 15450, 150], ["M2SL", "2022-04-15", 21700, 150], ["M2SL", "2024-06-15", 21000, 150],
  ["DGS10", "2008-12-30", 2.1, 0.15], ["DGS2", "2008-12-15", 0.75, 0.15], ["DGS2", "2021-01-15", 0.15, 0.1], ["DGS2", "2023-10-19", 5.1, 0.15],
  ["DGS10", "2020-08-04", 0.52, 0.1], ["DGS30", "2023-10-19", 5.1, 0.1], ["DGS10", "1981-09-01", 15.3, 0.5],
  ["DGS10", "1987-10-19", 10.15, 0.05], ["DGS10", "1987-10-20", 9.5, 0.1], ["DGS3MO", "2001-09-10", 3.25, 0.05],
  ["DGS10", "2008-09-12", 3.74, 0.02], ["DGS10", "2008-09-15", 3.47, 0.02], ["DGS3MO", "2008-09-17", 0.03, 0.02], ["DGS3MO", "2008-09-19", 0.99, 0.02],
  ["DGS10", "2019-07-31", 2.02, 0.02], ["DGS2", "2019-07-31", 1.89, 0.02], ["DGS10", "2019-08-22", 1.62, 0.02], ["DGS10", "2019-09-03", 1.47, 0.02],
  ["DGS10", "2019-09-13", 1.9, 0.02], ["DGS2", "2024-12-31", 4.25, 0.02], ["DGS10", "2025-04-30", 4.17, 0.02], ["DGS10", "2025-05-15", 4.46, 0.12],
  ["DTWEXBGS", "2011-07-15", 88, 4], ["DTWEXBGS", "2022-09-27", 128.5, 1], ["UMCSENT", "2022-06-15", 50, 2], ["UMCSENT", "2020-01-15", 99.8, 2],
  ["NFCI", "2008-10-17", 2.6, 0.4], ["STLFSI4", "2020-03-20", 5.6, 0.5],
  ["MORTGAGE30US", "1981-10-09", 18.6, 0.3], ["MORTGAGE30US", "2021-01-07", 2.65, 0.15], ["MORTGAGE30US", "2023-10-26", 7.79, 0.15],
  ["IRLTLT01EZM156N", "2020-12-15", -0.2, 0.2], ["IRLTLT01EZM156N", "2023-06-15", 3.2, 0.3],
  ["IRLTLT01JPM156N", "2020-06-15", 0.01, 0.1], ["IRLTLT01JPM156N", "2024-06-15", 0.98, 0.15],
]; // prettier-ignore

test.each(KNOWN)("sample %s on %s is about %s", (id, day, level, off) => {
  expect({ value: at(id, day), near: Math.abs(at(id, day) - level) <= off }).toMatchObject({ near: true });
});

test("sample reserves, Treasury account and reverse repo sum to less than the balance sheet", () => {
  for (let day = "2003-01-08"; day <= TODAY; day = addDays(day, 7)) {
    const parts = at("WRESBAL", day) + at("WTREGEN", day) + 1000 * (day < "2013-10-01" ? 0 : at("RRPONTSYD", day));
    expect([day, parts < at("WALCL", day)]).toEqual([day, true]);
  }
});
