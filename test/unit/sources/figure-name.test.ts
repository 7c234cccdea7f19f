import { readPathQuestion, readQuestion } from "../../../src/core/question";
import { dayWords, figureName, figuresWords, figureWords } from "../../../src/sources/figure-name";
import { asking, questionOf } from "../core/question-of";

describe("the name of a figure", () => {
  it.each([
    [readQuestion("PRICE", ["AAPL"]), "Apple Inc. – last close"],
    [readQuestion("PRICE", ["AAPL", "change_pct"]), "Apple Inc. – change from the previous close"],
    [readQuestion("FIN", ["AAPL", "revenue", "FY2024"]), "Apple Inc. – Revenue, FY2024"],
    [readQuestion("SHORTINTEREST", ["GME", "days"]), "Apple Inc. – days to cover"],
    [readPathQuestion("AAPL", "price"), "Apple Inc. – last close"],
    [readPathQuestion("GME", "short.pctfloat"), "Apple Inc. – percent of float, a lower bound"],
  ])("of a company begins with its name: %#", (read, words) => {
    expect(figureWords(figureName(questionOf(read))!, "Apple Inc.")).toBe(words);
  });

  it.each([
    [readQuestion("FRED", ["DGS10"]), "Treasury constant maturity, 10 years"],
    [readQuestion("FRED", ["CPIAUCSL", "previous"]), "Consumer price index, all urban consumers, seasonally adjusted, previous observation"],
    [readQuestion("FREDH", ["DGS10", "2024-06-25"]), "Treasury constant maturity, 10 years, 25 Jun 2024"],
    [readQuestion("YIELD", ["10Y", "2024-06-19"]), "Treasury yield, 10Y, 19 Jun 2024"],
    [readQuestion("CBRATE", ["US"]), "United States – policy rate"],
    [readQuestion("SIGNAL", ["AAPL"]), "AAPL – signal type"],
    [readQuestion("LIQUIDITY", []), "Balance sheet less reverse repo less Treasury General Account"],
    [readQuestion("OSINT", ["oil"]), "oil – number of reports that match"],
    [readQuestion("WHALE", ["ETH", "net_usd"]), "Ether – inflow less outflow"],
  ])("of a series, a tenor, a country: %#", (read, words) => {
    expect(figureWords(figureName(questionOf(read))!)).toBe(words);
  });

  it("is given once for each figure of a formula, for at most three", () => {
    const asked = ["days", "short_interest", "days", "pctfloat", "pctshares"].map((field) => asking("SHORTINTEREST", "GME", field));
    expect(figuresWords(asked.slice(0, 3))).toBe("GME – days to cover; GME – shares sold short");
    expect(figuresWords(asked)).toBe("GME – days to cover; GME – shares sold short; GME – percent of float, a lower bound and 1 more");
    expect(figuresWords([])).toBe("");
  });

  it("has a day as a person writes it", () => {
    expect(dayWords("2026-11-20")).toBe("20 Nov 2026");
    expect(dayWords("2024Q3")).toBe("2024Q3");
  });
});
