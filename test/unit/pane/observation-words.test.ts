import { Question } from "../../../src/core/question";
import { observationWords, titleWords } from "../../../src/pane/words/values-in-words";

const words = (observed: string, ...call: readonly unknown[]) => observationWords(observed, new Question(JSON.stringify(call), String(call[0])));

describe("the observation date of an answer", () => {
  it("is alone if it is the day asked for, or if no day was", () => {
    expect(words("2024-06-18", "YIELD", "10Y", "2024-06-18")).toBe("2024-06-18");
    expect(words("2024-06-18", "FRED", "DGS10", "value")).toBe("2024-06-18");
    expect(words("2024-06-18", "", "GME", "price/2024-06-19")).toBe("2024-06-18");
  });

  it("says that a day has no curve, so that the one before it is used", () =>
    expect(words("2024-06-18", "YIELD", "10Y", "2024-06-19")).toBe("2024-06-18 (no curve on 2024-06-19; this is the last one before)"));

  it("names the day asked for, such as a day within a month", () =>
    expect(words("2024-06-01", "FREDH", "CPIAUCSL", "2024-06-19", "value")).toBe("2024-06-01 (asked for 2024-06-19)"));
});

describe("the title of an answer", () => {
  const title = (observed: string | undefined, ...call: readonly unknown[]) =>
    titleWords(new Question(JSON.stringify(call), String(call[0])), observed, "Apple Inc.");

  it.each([
    ["2024-06-18", ["YIELD", "10Y", "2024-06-19"], "Treasury yield, 10Y, 18 Jun 2024 (no curve on 19 Jun 2024)"],
    ["2024-06-18", ["YIELD", "10Y", "2024-06-18"], "Treasury yield, 10Y, 18 Jun 2024"],
    ["2024-06-18", ["YIELD", "AS_OF", "2024-06-19"], "Date of the Treasury curve, 18 Jun 2024 (no curve on 19 Jun 2024)"],
    [
      "2024-06-01",
      ["FREDH", "CPIAUCSL", "2024-06-19", "value"],
      "Consumer price index, all urban consumers, seasonally adjusted, 1 Jun 2024 (asked for 19 Jun 2024)",
    ],
    ["2024-06-25", ["FREDH", "DGS10", "2024-06-25", "value"], "Treasury constant maturity, 10 years, 25 Jun 2024"],
    ["2024-06-25", ["PRICE", "AAPL", "last"], "Apple Inc. – last close, 25 Jun 2024"],
    ["2024Q3", ["FIN", "AAPL", "revenue", null], "Apple Inc. – Revenue, 2024Q3"],
    [undefined, ["YIELD", "10Y", "1950-01-01"], "Treasury yield, 10Y, 1 Jan 1950"],
  ])("has the observation date, and says if the day asked for has none: %#", (observed, call, words) => {
    expect(title(observed, ...call)).toBe(words);
  });

  it("is missing for a function that this version does not know", () => expect(title("2024-06-25", "NEW", "X")).toBeUndefined());
});
