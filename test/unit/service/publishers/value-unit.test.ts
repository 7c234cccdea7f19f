import fc from "fast-check";
import { readValues } from "../../../../src/service/publishers/sec/holding-line";

type Line = readonly [raw: number, shares: number, cusip?: string];

/** Reads a table of lines, each of a security of its own. */
const tableOf = (filed: string, lines: readonly Line[], { covered = false, coverTotal = undefined as number | undefined } = {}) =>
  readValues({
    ...{ filed, lines: lines.length, total: lines.reduce((sum, [raw]) => sum + raw, 0) },
    cover: { lines: lines.length, ...(coverTotal === undefined ? {} : { total: coverTotal }) },
    shares: lines.map(([raw, shares, cusip = `1000${raw}${shares}`.slice(0, 9)]) => ({ cusip, raw, shares, isCovered: covered })),
  });
const at = (price: number, n = 1): Line[] => Array.from({ length: n }, (_, i) => [price * (1000 + i), 1000 + i, `2000000${String(10 + i)}`]);
const DEAR: Line[] = Object.entries({ "62944T105": 7200, "09857L108": 4800, "053332102": 3700 }).map(([cusip, price]) => [price * 1000, 1000, cusip]);
const [OLD, NEW] = ["2022-02-14", "2024-02-14"];

const BOTH_PRICES = /although .* the median price per share is \S+ dollars, and would be \S+\.$/;

describe("the unit of a table of 13F holdings", () => {
  test.each([
    ["thousands before 2023", OLD, at(0.15, 5), "thousands"],
    ["dollars since 2023", NEW, at(150, 5), "dollars"],
    ["one line in thousands before 2023", OLD, at(2.4), "thousands"],
    ["one line in dollars since 2023", NEW, at(0.8), "dollars"],
    ["Berkshire's class A alone in thousands", OLD, [[46_871, 100, "084670108"]], "thousands"],
    ["Berkshire's class A alone in dollars", NEW, [[46_871_000, 100, "084670108"]], "dollars"],
    ["other dear shares alone in dollars", NEW, DEAR, "dollars"],
  ] as const)("is %s without a doubt", (_, filed, lines, unit) => expect(tableOf(filed, lines)).toEqual({ unit }));

  test.each([
    ["in dollars before 2023, with one line", OLD, at(150), "dollars"],
    ["in dollars before 2023, with many low prices", OLD, at(5, 12), "dollars"],
    ["in thousands since 2023, with three lines", NEW, at(0.15, 3), "thousands"],
    ["of Berkshire's class A in thousands since 2023", NEW, [[46_871, 100, "084670108"]], "thousands"],
    ["of another dear share in thousands since 2023", NEW, [[7_200, 1000, "62944T105"]], "thousands"],
  ] as const)("is read %s, with a doubt that states both prices", (_, filed, lines, unit) =>
    expect(tableOf(filed, lines)).toEqual({ unit, doubt: expect.stringMatching(BOTH_PRICES) as string }),
  );

  test("is thousands since 2023 for two lines of covered companies at a few cents", () =>
    expect(tableOf(NEW, at(0.13, 2), { covered: true })).toMatchObject({ unit: "thousands", doubt: expect.stringContaining("0.13") as string }));

  test.each([
    ["low-priced shares before 2023 that may be in dollars", OLD, at(8.79), "thousands", "8,790"],
    ["shares since 2023 at a price that none has", NEW, at(250_000), "dollars", "250,000"],
    ["two unknown securities at a few cents since 2023", NEW, at(0.13, 2), "dollars", "0.13"],
  ] as const)("stays by the filing day for %s, with a doubt", (_, filed, lines, unit, price) =>
    expect(tableOf(filed, lines)).toEqual({ unit, doubt: `Values are read in ${unit}, and the median price per share is then ${price} dollars.` }),
  );

  test("is that of the cover's total if prices decide nothing", () => {
    expect(tableOf(NEW, at(1, 1), { coverTotal: 1_000_000 })).toMatchObject({ unit: "thousands" });
    expect(tableOf(NEW, at(0.13, 2), { coverTotal: 260_130 })).toMatchObject({ unit: "thousands", doubt: expect.any(String) as string });
  });

  test("stays dollars if one of a few securities would be too dear in thousands", () => {
    const lines = [25_000_000, 20_000, 30_000].map((raw, i): Line => [raw, 100_000, `30000000${i}`]);
    expect(tableOf(NEW, lines, { covered: true })).toMatchObject({ unit: "dollars" });
  });

  test.each([OLD, NEW])("does not change because values stand in the column of shares: filed %s", (filed) => {
    const lines: Line[] = [17_100_000, 24_000_000, 9_000_000].map((n) => [n, n]);
    expect(tableOf(filed, lines)).toEqual({ unit: filed === OLD ? "thousands" : "dollars", doubt: "In 3 of 3 lines the value equals the number of shares." });
    expect(tableOf(filed, [...lines, ...at(150, 4).map(([raw, shares]): Line => [filed === OLD ? raw / 1000 : raw, shares])]).doubt).toBeUndefined();
  });

  test("does not depend on the order of the lines", () => {
    const cusip = fc.constantFrom("084670108", "037833100", "594918104", "67066G104");
    const table = fc.array(fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e5 }), cusip), { minLength: 1, maxLength: 15 });
    fc.assert(
      fc.property(table, fc.constantFrom(OLD, NEW), fc.boolean(), fc.infiniteStream(fc.nat()), (lines, filed, covered, order) => {
        const placed = lines.map((one) => [order.next().value as number, one] as const).sort((a, b) => a[0] - b[0]);
        const shuffled = placed.map(([, one]) => one);
        expect(tableOf(filed, shuffled, { covered })).toEqual(tableOf(filed, lines, { covered }));
      }),
    );
  });
});
