import type { AsOf } from "../../../../src/contract/as-of";
import { clockAt, clockOnDay, createClock, futureReason } from "../../../../src/service/time/clock";

const NOW = Date.UTC(2024, 5, 26, 2, 0, 30);
const live = createClock(undefined, () => NOW);
const stateOf = (asOf: AsOf) => {
  const clock = clockAt(asOf, live);
  return [clock.today(), clock.asOf(), clock.moment(), clock.realNow(), clock.follows, clock.fixed() === clock];
};

describe("clockAt", () => {
  it("stops at the end of a day in New York, with that day as today", () => {
    expect(stateOf({ day: "2024-05-02" })).toEqual(["2024-05-02", "2024-05-03T03:59:59Z", Date.UTC(2024, 4, 3, 3, 59, 59), NOW, false, true]);
    expect(stateOf({ day: "2024-01-02" }).slice(0, 2)).toEqual(["2024-01-02", "2024-01-03T04:59:59Z"]);
  });

  it("stops at a moment, with its day in UTC as today", () => {
    const moment = Date.UTC(2024, 4, 3, 1, 0, 7);
    expect(stateOf({ moment })).toEqual(["2024-05-03", "2024-05-03T01:00:07Z", moment, NOW, false, true]);
  });

  it("is as of a day at the moment that it repeats for that day, its last second in New York", () => {
    for (const day of ["2024-05-02", "2024-01-02"]) {
      const moment = clockAt({ day }, live).moment();
      expect(stateOf({ moment })).toEqual(stateOf({ day }));
      expect(clockAt({ moment: moment - 1000 }, live).today()).not.toBe(day);
    }
  });
});

it("clockOnDay stops at the end of the day, but never after the clock's own moment", () => {
  const clock = clockAt({ moment: NOW }, live);
  expect(clockOnDay("2024-06-24", clock).asOf()).toBe("2024-06-25T03:59:59Z");
  expect([clockOnDay("2024-06-25", clock).today(), clockOnDay("2024-06-25", clock).asOf()]).toEqual(["2024-06-25", "2024-06-26T02:00:30Z"]);
});

describe("futureReason", () => {
  it("is absent up to the service's own moment", () => {
    const stopped = createClock("2024-06-25", () => 0);
    for (const asOf of [{ day: "2024-06-24" }, { moment: NOW }]) expect(futureReason(asOf, live)).toBeUndefined();
    expect(futureReason({ day: "2024-06-25" }, stopped)).toBeUndefined();
  });

  it("names the service's own date, and the last day that has ended", () => {
    const date = "this service's date is 2024-06-26 (2024-06-26T02:00:30Z)";
    const day = `as_of: expected a day that has ended in New York, got 2024-06-25; ${date}, so the last such day is 2024-06-24.`;
    expect(futureReason({ day: "2024-06-25" }, live)).toBe(day);
    const moment = `as_of: expected a moment that is not in the future, got 2024-06-26T02:00:31Z; ${date}.`;
    expect(futureReason({ moment: NOW + 1000 }, live)).toBe(moment);
  });
});
