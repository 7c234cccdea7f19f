import type { Value } from "../../../src/service/answers/family";
import { doubted } from "../../../src/service/answers/doubted";
import { doubtsOf } from "../../../src/service/doubts/doubts";
import { recordRow } from "../../record-row";

const value: Value = { value: 4, source: "finra", sample: false, max_age_s: 60, caveats: ["short_volume_not_short_interest"] };

it("a doubted value keeps its number and carries the caveat and the numbers compared", () => {
  expect(doubted({ ...value }, "600 is more than 500.")).toMatchObject({
    value: 4,
    caveats: ["short_volume_not_short_interest", "value_in_doubt"],
    note: "600 is more than 500.",
  });
  expect(doubted({ ...value, note: "As filed." }, "600 is more than 500.")).toMatchObject({ note: "As filed. 600 is more than 500." });
});

it("a value without a doubt and a reason stay as they are", () => {
  expect(doubted({ ...value }, undefined)).toEqual(value);
  const reason = { code: "stale", reason: "Old.", source: "finra", sample: false, max_age_s: 60 } as const;
  expect(doubted({ ...reason }, "600 is more than 500.")).toEqual(reason);
});

it("short volume above the total volume of the day is doubted", () => {
  const day = (short_volume: number) =>
    recordRow("short_volume", "GME", "2024-06-20", "finra", { short_volume, short_exempt_volume: 0, total_volume: 500, market: "B,Q,N" });
  expect(doubtsOf(day(600), () => undefined)).toEqual(["Short volume 600 is more than the total volume 500 of the day."]);
  expect(doubtsOf(day(500), () => undefined)).toEqual([]);
});
