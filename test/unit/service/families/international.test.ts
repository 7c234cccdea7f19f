import { addDays } from "../../../../src/contract/dates";
import { COUNTRIES, INDICATORS, type Indicator } from "../../../../src/contract/vocabulary";
import { sampleValue } from "../../../../src/service/sample/series";
import { ask, codeOf, DAYS, numberOf, reasonOf, valueOf } from "./ask-world";

const DAY = "2024-06-25";
const bis = (country: string, indicator: Indicator, field = "value", day = DAY) => ask(day, "BIS", country, indicator, field);

describe("BIS", () => {
  test("accepts two letters, three letters or a name for a country", () => {
    for (const [two, three, name] of COUNTRIES) {
      expect(bis(three, "cpi")).toEqual({ ...bis(two, "cpi"), note: `${three} read as ${two}` });
      expect(bis(name, "cpi")).toEqual({ ...bis(two, "cpi"), note: `${name.toUpperCase()} read as ${two}` });
    }
  });

  test.each([
    ["policy_rate", "%", /^\d{4}-\d{2}$/, "pp"],
    ["cpi", "idx", /^\d{4}-\d{2}$/, "%"],
    ["gdp", "USD", /^\d{4}$/, "%"],
    ["IRLT", "%", /^\d{4}-\d{2}$/, "pp"],
    ["reer", "idx", /^\d{4}-\d{2}$/, "%"],
    ["house_prices", "idx", /^\d{4}Q[1-4]$/, "%"],
    ["credit_to_gdp", "%", /^\d{4}Q[1-4]$/, "pp"],
    ["credit_gap", "pp", /^\d{4}Q[1-4]$/, "pp"],
  ] as const)("%s has the unit %s, a period that matches %s, and a yearly change in %s", (indicator, unit, period, yoyUnit) => {
    const value = bis("US", indicator);
    expect(value).toMatchObject({ unit });
    expect(valueOf(bis("US", indicator, "unit"))).toBe(unit);
    expect(valueOf(bis("US", indicator, "period"))).toMatch(period);
    expect(valueOf(bis("US", indicator, "yoy_unit"))).toBe(yoyUnit);
    expect(bis("US", indicator, "yoy")).toMatchObject({ unit: yoyUnit, caveats: expect.arrayContaining(["econ_yoy_is_a_kresmion_calculation"]) });
    expect(value.caveats).toEqual(expect.arrayContaining(["econ_values_as_published", "econ_mixed_periods", "econ_attribution_travels_with_the_data"]));
  });

  // Worked from the rules: end of the fourth month after for prices, of the next month for yields and exchange rates, of the seventh for house prices and credit.
  test.each([
    ["cpi", "2024-06-29", "2024-01", "2024-06-30", "2024-02"],
    ["IRLT", "2024-06-29", "2024-04", "2024-06-30", "2024-05"],
    ["reer", "2024-06-29", "2024-04", "2024-06-30", "2024-05"],
    ["house_prices", "2024-07-30", "2023Q3", "2024-07-31", "2023Q4"],
    ["credit_to_gdp", "2024-07-30", "2023Q3", "2024-07-31", "2023Q4"],
    ["gdp", "2024-12-30", "2022", "2024-12-31", "2023"],
  ] as const)("%s of every economy has the same period: on %s %s, on %s %s", (indicator, before, older, day, newer) => {
    const periods = (on: string) =>
      new Set(COUNTRIES.map(([country]) => bis(country, indicator, "period", on)).flatMap((a) => (codeOf(a) ? [] : [valueOf(a)])));
    expect([[...periods(before)], [...periods(day)]]).toEqual([[older], [newer]]);
  });

  test("a period is published only after it has ended", () => {
    for (const day of DAYS)
      for (const [country] of COUNTRIES)
        for (const indicator of INDICATORS) {
          const { observation_date } = bis(country, indicator, "value", day);
          if (observation_date) expect(observation_date < day).toBe(true);
        }
  });

  test("yoy compares with the same period a year earlier", () => {
    const now = bis("FR", "house_prices");
    const before = [...Array(800).keys()]
      .map((n) => bis("FR", "house_prices", "value", addDays(DAY, -n)))
      .find((a) => a.observation_date === `${Number(now.observation_date!.slice(0, 4)) - 1}${now.observation_date!.slice(4)}`);
    expect(numberOf(bis("FR", "house_prices", "yoy"))).toBeCloseTo((numberOf(now) / numberOf(before!) - 1) * 100, 1);
  });

  test("the credit gap has the same period as the credit ratio", () => {
    for (const country of ["DE", "BR", "JP"]) expect(valueOf(bis(country, "credit_gap", "period"))).toBe(valueOf(bis(country, "credit_to_gdp", "period")));
  });

  test("policy_rate is the rate that CBRATE shows for the same day", () => {
    const answer = bis("SE", "policy_rate");
    const monthEnd = answer.observation_date!;
    const clock = [...Array(15).keys()].map((n) => addDays(monthEnd, n)).find((day) => ask(day, "CBRATE", "SE").observation_date === monthEnd)!;
    expect(numberOf(ask(clock, "CBRATE", "SE"))).toBe(numberOf(answer));
  });

  test("the long-term rate of Japan is that of the series IRLTLT01JPM156N", () => {
    const answer = bis("JP", "IRLT");
    expect(numberOf(answer)).toBeCloseTo(sampleValue("IRLTLT01JPM156N", `${answer.observation_date!.slice(0, 7)}-01`) ?? NaN, 1);
  });

  test.each(["2010-06-30", "2024-06-25", "2026-11-20"])("on %s the long-term rate of the US is the monthly mean of the 10-year yield", (day) => {
    const answer = bis("US", "IRLT", "value", day);
    const month = answer.observation_date!.slice(0, 7);
    const days = [...Array(31).keys()].map((n) => addDays(`${month}-01`, n)).filter((day) => day.startsWith(month));
    const inMonth = days.flatMap((day) => sampleValue("DGS10", day) ?? []);
    expect(Math.abs(numberOf(answer) - inMonth.reduce((sum, y) => sum + y, 0) / inMonth.length)).toBeLessThan(0.05);
  });

  test.each(["2015-06-30", "2024-06-25", "2026-11-20"])("on %s long-term rates rank as in reality, such as Switzerland below Germany below Greece", (day) => {
    const rate = (country: string) => numberOf(bis(country, "IRLT", "value", day));
    const order = [["CH", "DE"], ["DE", "FR"], ["FR", "GR"], ["DE", "XM"], ["XM", "US"], ["DE", "GB"], ["US", "MX"], ["US", "IN"], ...(day > "2022-06" ? [["CN", "US"] as const] : [])] as const; // prettier-ignore
    for (const [low, high] of order) expect({ low, high, holds: rate(low) < rate(high) }).toEqual({ low, high, holds: true });
    const policy = numberOf(bis("BR", "policy_rate", "value", day));
    expect(Math.abs(rate("BR") - policy)).toBeLessThan(2);
  });

  test("sample values are close to well-known published figures", () => {
    const known: [country: string, indicator: Indicator, field: string, day: string, value: number, off: number][] = [
      ["TR", "cpi", "yoy", "2024-08-31", 68, 8], ["TR", "policy_rate", "value", "2024-06-25", 50, 0], ["TR", "cpi", "yoy", "2026-11-20", 31, 4],
      ["AR", "cpi", "yoy", "2024-10-31", 270, 30], ["BR", "cpi", "yoy", "2024-06-25", 4, 1], ["BR", "policy_rate", "value", "2024-08-15", 10.5, 0],
      ["CN", "cpi", "yoy", "2024-06-25", 0.3, 0.6], ["CN", "gdp", "value", "2026-04-01", 18.7e12, 0.6e12], ["CN", "IRLT", "value", "2024-06-25", 2.3, 0.3],
      ["IN", "cpi", "yoy", "2024-06-25", 5, 1], ["IN", "IRLT", "value", "2024-06-25", 7, 0.4], ["IN", "gdp", "value", "2026-04-01", 3.9e12, 0.2e12],
      ["JP", "cpi", "yoy", "2024-06-25", 2.8, 0.6], ["JP", "gdp", "value", "2025-12-15", 4.05e12, 0.2e12], ["JP", "IRLT", "value", "2024-07-25", 0.98, 0.15],
      ["CH", "cpi", "yoy", "2024-06-25", 1.4, 0.4], ["CH", "IRLT", "value", "2021-01-31", -0.5, 0.2], ["CH", "IRLT", "value", "2024-06-25", 0.7, 0.3],
      ["GB", "cpi", "yoy", "2022-12-31", 10.3, 1.5], ["GB", "cpi", "yoy", "2024-10-31", 2.1, 0.6], ["GB", "IRLT", "value", "2020-10-01", 0.2, 0.15],
      ["US", "gdp", "value", "2025-12-31", 29.2e12, 0.5e12], ["DE", "IRLT", "value", "2021-01-31", -0.6, 0.2], ["XM", "cpi", "yoy", "2022-12-31", 9.6, 1.5],
      ["US", "house_prices", "yoy", "2022-10-25", 17, 1.5], ["GB", "house_prices", "yoy", "2022-10-25", 9, 1.5], ["TR", "house_prices", "yoy", "2023-01-31", 150, 10],
      ["ES", "house_prices", "yoy", "2025-07-31", 11, 1], ["IT", "house_prices", "yoy", "2025-05-10", 4, 1], ["GR", "house_prices", "yoy", "2025-07-31", 7, 1.5],
    ]; // prettier-ignore
    const wrong = known.flatMap(([country, indicator, field, day, value, off]) => {
      const shown = numberOf(bis(country, indicator, field, day));
      return Math.abs(shown - value) <= off ? [] : [`${country} ${indicator} ${day}: ${shown} for ${value}`];
    });
    expect(wrong).toEqual([]);
  });

  test("credit_to_gdp is within 15 % of each economy's known ratio", () => {
    const sizes = { AR: 20, TR: 60, JP: 180, US: 145, CN: 200, CH: 270, DE: 115, FR: 210, GB: 140, MX: 42 };
    for (const day of ["2024-06-25", "2026-11-20"])
      for (const [country, size] of Object.entries(sizes)) {
        const ratio = numberOf(bis(country, "credit_to_gdp", "value", day)) / size;
        expect({ country, near: ratio > 0.85 && ratio < 1.15 }).toEqual({ country, near: true });
      }
  });

  test("consumer prices of the US rise over a year as the series CPIAUCSL does", () => {
    for (const day of DAYS) {
      const month = `${bis("US", "cpi", "value", day).observation_date!.slice(0, 7)}-01`;
      const level = (first: string) => sampleValue("CPIAUCSL", first) ?? Number.NaN;
      const rise = 100 * (level(month) / level(`${Number(month.slice(0, 4)) - 1}${month.slice(4)}`) - 1);
      expect(Math.abs(numberOf(bis("US", "cpi", "yoy", day)) - rise)).toBeLessThan(0.02);
    }
  });

  test("every euro-area indicator has a sample value", () => {
    for (const indicator of INDICATORS) expect([indicator, typeof valueOf(bis("XM", indicator))]).toEqual([indicator, "number"]);
    const { observation_date, value } = bis("XM", "IRLT") as { observation_date: string; value: number };
    expect(value).toBeCloseTo(sampleValue("IRLTLT01EZM156N", `${observation_date.slice(0, 7)}-01`) ?? NaN, 1);
    expect(numberOf(bis("Eurozone", "cpi"))).toBe(numberOf(bis("XM", "cpi")));
  });

  test("gives a reason for an indicator that is not covered, and names the function to use instead", () => {
    expect(bis("DE", "policy_rate")).toMatchObject({ code: "not_covered", explanation: expect.stringContaining('CBRATE("XM")') });
    expect(codeOf(bis("SG", "policy_rate"))).toBe("not_covered");
    expect(codeOf(bis("HK", "IRLT"))).toBe("not_covered");
    expect(codeOf(bis("AR", "policy_rate"))).toBe("withheld_stopped");
  });

  test("gives a reason for a day before an economy's series begins", () => {
    expect(codeOf(bis("CN", "house_prices", "value", "1995-03-01"))).toBe("no_data_yet");
    expect(codeOf(bis("CN", "house_prices", "yoy", "2005-12-01"))).toBe("no_data_yet");
    expect(codeOf(bis("CN", "house_prices", "value", "2005-12-01"))).toBeUndefined();
  });

  test("suggests the nearest country for an unknown one", () => {
    expect(reasonOf(bis("Germny", "cpi"))).toBe("Unknown country GERMNY; did you mean GERMANY?");
    expect(reasonOf(bis("Atlantis", "cpi"))).toBe("Unknown country ATLANTIS.");
    expect(codeOf(bis("EG", "cpi"))).toBe("unknown_country");
  });

  test.each([
    ["cpi", "Bank for International Settlements"],
    ["IRLT", "Organisation for Economic Co-operation and Development"],
    ["gdp", "World Bank"],
  ] as const)("the attribution of %s says that it is sample data and names the %s", (indicator, publisher) => {
    const line = valueOf(bis("CA", indicator, "attribution"));
    expect(line).toContain("Generated sample data");
    expect(line).toContain(publisher);
  });
});
