import { sampleOfferings } from "../../../../src/service/families/offerings/sample";
import { LISTED_SINCE, stockListingOf, LISTINGS } from "../../../../src/service/families/offerings/listings";
import { UNIVERSE } from "../../../../src/service/instruments/universe";
import { ask, CLOCK_DAYS, codesOf, fieldNames, numberOf, valueOrCode } from "./company-questions";

test.each(CLOCK_DAYS)("on %s the sample has at least 60 offering filings of all forms, and none has a later date", (day) => {
  const filings = sampleOfferings(day);
  expect(filings.length).toBeGreaterThanOrEqual(60);
  expect(new Set(filings.map(({ body }) => body.form))).toEqual(new Set(["S-1", "S-1/A", "424B4"]));
  expect(filings.every(({ date }) => date <= day)).toBe(true);
  expect(new Set(filings.map(({ body }) => body.accession)).size).toBe(filings.length);
  for (const { body: f } of filings) {
    expect(f.parseConfidence > 0 && f.parseConfidence <= 1).toBe(true);
    if (f.priceLow !== null && f.priceHigh !== null) expect(f.priceLow).toBeLessThan(f.priceHigh);
    if (f.form !== "424B4") expect(f.price).toBeNull();
  }
});

test("IPO gives a reason if only a price range, no price or no figure is stated", () => {
  const day = "2024-06-25";
  const tickers = [...new Set(sampleOfferings(day).map(({ entity }) => entity.toLowerCase()))];
  const codes = codesOf(tickers.flatMap((t) => fieldNames("IPO").map((field) => ask(day, "IPO", t, field))));
  expect(codes).toEqual(new Set(["range_not_priced", "not_priced_yet", "not_stated"]));
  const ranged = tickers.find((t) => valueOrCode(day, "IPO", t, "price") === "range_not_priced")!;
  expect(ask(day, "IPO", ranged, "price")).toMatchObject({ reason: "A range is stated; use price_low and price_high." });
  const priced = tickers.find((t) => typeof valueOrCode(day, "IPO", t, "proceeds") === "number")!;
  expect(numberOf(day, "IPO", priced, "proceeds")).toBeCloseTo(numberOf(day, "IPO", priced, "price") * numberOf(day, "IPO", priced, "shares"), 2);
});

test("IPO finds the newest filing by ticker or company name, and suggests a name for a misspelled one", () => {
  const day = "2024-06-25";
  const newest = valueOrCode(day, "IPO", "rddt", "accession");
  expect(valueOrCode(day, "IPO", "reddit", "accession")).toBe(newest);
  expect(valueOrCode(day, "IPO", "astera", "company")).toBe("Astera Labs");
  expect(ask(day, "IPO", "redditt", "form")).toMatchObject({ code: "no_filing", explanation: expect.stringContaining("Reddit") as string });
  expect(
    sampleOfferings(day)
      .filter(({ entity }) => entity === "RDDT")
      .at(-1)?.body.accession,
  ).toBe(newest);
});

test("the filings of one offering share a key, and the next S-1 begins another", () => {
  const filings = sampleOfferings("2024-06-25").flatMap(({ entity, body }) => (entity === "SMPE" ? [body] : []));
  expect(filings.map((f) => f.form)).toEqual(["S-1", "S-1/A", "S-1/A", "424B4", "S-1"]);
  const [first, ...others] = filings.map((f) => f.groupKey);
  expect(others.map((key) => key === first)).toEqual([true, true, true, false]);
});

test("IPO gives the real offering price of well-known companies, and a reason before they were listed", () => {
  for (const [ticker, price, listed] of [
    ["RDDT", 34, "2024-03-21"],
    ["ABNB", 68, "2020-12-10"],
    ["RIVN", 78, "2021-11-10"],
    ["ARM", 51, "2023-09-14"],
    ["CRWV", 40, "2025-03-28"],
    ["CRCL", 31, "2025-06-05"],
    ["FIG", 33, "2025-07-31"],
    ["KLAR", 40, "2025-09-10"],
    ["DASH", 102, "2020-12-09"],
    ["HOOD", 38, "2021-07-29"],
    ["CART", 30, "2023-09-19"],
    ["KVYO", 30, "2023-09-20"],
    ["BIRK", 46, "2023-10-11"],
  ] as const) {
    for (const day of [listed, "2026-11-22"]) expect(numberOf(day, "IPO", ticker, "price")).toBe(price);
    expect(ask("2020-01-02", "IPO", ticker, "price")).toMatchObject({ code: "no_filing", reason: `${ticker} was not listed on 2020-01-02.` });
  }
  for (const ticker of ["PLTR", "COIN", "RBLX"])
    expect(ask("2026-11-22", "IPO", ticker, "price")).toMatchObject({ code: "no_filing", reason: `${ticker} was listed directly, without an offering.` });
});

test("IPO finds a company by ticker, name or common name", () => {
  for (const [name, ticker] of [
    ["Airbnb", "ABNB"], ["Rivian", "RIVN"], ["DoorDash", "DASH"], ["Robinhood", "HOOD"], ["Instacart", "CART"], ["Klaviyo", "KVYO"], ["Birkenstock", "BIRK"],
    ["Arm Holdings", "ARM"], ["Reddit", "RDDT"], ["CoreWeave", "CRWV"], ["Figma", "FIG"], ["Klarna", "KLAR"], ["Circle", "CRCL"], ["Uber", "UBER"], ["Facebook", "META"],
  ] as const) // prettier-ignore
    for (const field of ["price", "shares", "form", "filed"]) expect([name, field, valueOrCode("2026-11-20", "IPO", name, field)]).toEqual([name, field, valueOrCode("2026-11-20", "IPO", ticker, field)]); // prettier-ignore
  for (const [name, ticker] of Object.entries({ Palantir: "PLTR", Coinbase: "COIN", Apple: "AAPL", Microsoft: "MSFT" }))
    expect(ask("2026-11-20", "IPO", name, "price")).toEqual(ask("2026-11-20", "IPO", ticker, "price"));
});

test("IPO gives the price of every listing in the sample, or no_filing for a direct listing", () => {
  for (const { ticker, listed, price } of LISTINGS) {
    expect(listed >= `${LISTED_SINCE}`).toBe(true);
    expect([ticker, valueOrCode("2026-11-20", "IPO", ticker, "price")]).toEqual([ticker, price ?? "no_filing"]);
  }
});

test.each(["2024-06-25", "2026-11-22"])("on %s IPO never takes a ticker for the start of another company's name", (day) => {
  for (const { ticker } of UNIVERSE) {
    const answer = ask(day, "IPO", ticker, "company");
    if ("value" in answer && answer.value !== null) expect(stockListingOf(ticker)?.company).toBe(answer.value);
    else expect((answer as { explanation?: string }).explanation).not.toMatch(/did you mean/);
  }
  expect(ask(day, "IPO", "AAPL", "price")).toMatchObject({
    reason: "AAPL: no offering since 2010 is in the sample.",
    explanation:
      "Sample data has offerings of well-known companies listed since 2010, but none of Apple (AAPL). To load its newest filings: npm run -s data -- update sec --tickers AAPL",
  });
  expect(ask(day, "IPO", "SPY", "price")).toMatchObject({ reason: "SPY is a fund and has no first offering." });
  expect(valueOrCode(day, "IPO", "q", "company")).toBe("no_filing");
});
