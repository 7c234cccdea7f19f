import { inWords } from "../../../src/core/in-words";

it("inWords writes a time to the minute in UTC, and midnight as a date", () => {
  expect(inWords("2024-07-01T00:00:00Z")).toBe("2024-07-01");
  expect(inWords("2024-07-01T10:30:15.123Z")).toBe("2024-07-01 10:30 UTC");
  expect(inWords("2024-07-01")).toBe("2024-07-01");
});
