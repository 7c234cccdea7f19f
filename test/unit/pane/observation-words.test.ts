import { Question } from "../../../src/core/question";
import { observationWords } from "../../../src/pane/words/observation-words";

const words = (observed: string, ...call: readonly unknown[]) => observationWords(observed, new Question(JSON.stringify(call), String(call[0])));

describe("the observation date of an answer", () => {
  it("is alone if it is the day asked for, or if no day was", () => {
    expect(words("2024-06-18", "YIELD", "10Y", "2024-06-18")).toBe("2024-06-18");
    expect(words("2024-06-18", "FRED", "DGS10", "value")).toBe("2024-06-18");
    expect(words("2024-06-18", "", "GME", "price/2024-06-19")).toBe("2024-06-18");
  });

  it("says that a day has no curve, so that the one before it is used", () =>
    expect(words("2024-06-18", "YIELD", "10Y", "2024-06-19")).toBe("2024-06-18, the last curve before 2024-06-19, which has none"));

  it("names the day asked for, such as a day within a month", () =>
    expect(words("2024-06-01", "FREDH", "CPIAUCSL", "2024-06-19", "value")).toBe("2024-06-01; asked for 2024-06-19"));
});
