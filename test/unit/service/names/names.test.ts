import { MAX_REASON } from "../../../../src/contract/wire";
import { coinNamed } from "../../../../src/service/names/coins";
import { readEconomy } from "../../../../src/service/names/economies";
import { seriesNamed, tenorNamed } from "../../../../src/service/names/rates";
import { readTicker } from "../../../../src/service/names/tickers";
import { whyUnknown, unknownTicker } from "../../../../src/service/names/unknown";
import { PERPETUALS, WHALE_ASSETS } from "../../../../src/contract/vocabulary";
import { SERIES_IDS } from "../../../../src/contract/series";

/** Each spelling with the name that it is read as. */
const spelled = (spellings: Readonly<Record<string, readonly string[]>>): [text: string, name: string | undefined][] =>
  Object.entries(spellings).flatMap(([name, texts]) => texts.map((text): [string, string | undefined] => [text, name === "none" ? undefined : name]));

const imported = (...known: string[]) => ({ records: { isPublished: (_: string, entity: string) => known.includes(entity) } }) as never;
const ticker = (text: string, ...known: string[]) => readTicker(text, imported(...known));

describe("tickers in the notation of other vendors", () => {
  test.each(
    spelled({
      AAPL: ["AAPL US EQUITY", "AAPL US", "AAPL UW EQUITY", "AAPL.O", "AAPL.OQ", "AAPL.US", "NASDAQ:AAPL", "AAPL:US", "AAPL-US"],
      IBM: ["IBM UN EQUITY", "IBM.N", "NYSE:IBM"],
      SPY: ["NYSEARCA:SPY"],
      "BRK.B": ["BRK.B-US", "BRK/B", "BRK-B", "BRK B", "BRK/B US EQUITY", "NYSE:BRK.B"],
    }),
  )("%s is read as %s", (text, name) => expect(ticker(text)).toEqual({ name }));

  test.each(["AAPL", "BRK.B", "^GSPC", "S&P 500", "EURUSD=X", "GC=F", "CURRENCY:EURUSD", "BTC-USD", "APPLE INC", "7203", "ZZZ-B"])(
    "%s is left unchanged",
    (text) => expect(ticker(text)).toBeUndefined(),
  );

  test.each(["VOD LN EQUITY", "VOD LN", "VOD.L", "LON:VOD", "VOD:LN", "VOD-GB", "7203.T", "7203 JP EQUITY", "SAP.DE", "ETR:SAP", "0700.HK", "XNOWHERE:ABC"])(
    "%s never becomes a US ticker",
    (text) => expect(ticker(text)).toMatchObject({ refused: "not_covered", text: { short: "Exchange not covered: only US tickers are served." } }),
  );

  test("a ticker is left unchanged if prices are imported under that spelling", () => {
    expect(ticker("VOD.L", "VOD.L")).toBeUndefined();
    expect(ticker("CWEN-A", "CWEN.A")).toEqual({ name: "CWEN.A" });
  });
});

test.each(
  spelled({
    BTC: [
      "BTCUSDT",
      "BTC-PERP",
      "BTC/USDT",
      "BTC/USDT:USDT",
      "BTC-USD",
      "BTCUSD_PERP",
      "BTC-USDT-SWAP",
      "BTC-PERPETUAL",
      "BINANCE:BTCUSDT.P",
      "XBT",
      "XBTUSDTM",
      "BITCOIN",
    ],
    PEPE: ["1000PEPEUSDT"],
    USDT: ["USDT"],
    USDC: ["USDCUSDT"],
    WBTC: ["WBTCUSDT"],
    none: ["ETHBTC", "BTC-EUR", "BTC-27DEC24", "USD"],
  }),
)("%s is the coin %s", (text, coin) => expect(coinNamed(text)).toBe(coin));

test.each(
  spelled({
    GB: ["UK", "GREAT BRITAIN"],
    US: ["UNITED STATES", "THE UNITED STATES", "USA", "U.S.", "AMERICA"],
    KR: ["KOREA", "SOUTH KOREA", "KOREA, REPUBLIC OF"],
    CZ: ["CZECH REPUBLIC", "CZECHIA"],
    TR: ["TURKEY", "TÜRKIYE"],
    HK: ["HONG KONG"],
    XM: ["EUROZONE", "EURO AREA", "EURO-AREA", "EZ", "EA", "EMU"],
    DE: ["DEU"],
    RU: ["RUSSIAN FEDERATION"],
    KP: ["NORTH KOREA"],
  }),
)("%s is the economy %s", (text, name) => expect(readEconomy(text, false)).toEqual({ name }));

test("the EU is refused with a hint to XM; names of central banks are accepted for rates", () => {
  for (const text of ["EU", "EUROPEAN UNION", "EUROPE", "EU27"])
    expect(readEconomy(text, true)).toMatchObject({ refused: "unknown_country", text: { short: expect.stringContaining("XM") as string } });
  expect(readEconomy("ECB", true)).toEqual({ name: "XM" });
  expect(readEconomy("THE FED", true)).toEqual({ name: "US" });
  expect(readEconomy("ECB", false)).toBeUndefined();
  for (const text of ["GB", "XM", "ATLANTIS"]) expect(readEconomy(text, true)).toBeUndefined();
});

test.each(
  spelled({
    "10Y": ["10 YEAR", "10YR", "10-YEAR", "US10Y", "DGS10"],
    "1M": ["1MO", "DGS1MO"],
    "3M": ["3 MONTHS"],
    "1Y": ["12M"],
    none: ["10", "4Y"],
  }),
)("%s is the tenor %s", (text, tenor) => expect(tenorNamed(text)).toBe(tenor));

test("series are found by the names that other vendors use", () => {
  expect(["FRED:DGS10", "FRED/DGS10", "US10Y", "DGS10", "10Y", "GDP"].map(seriesNamed)).toEqual(["DGS10", "DGS10", "DGS10", "DGS10", "10Y", "GDP"]);
});

const shortOf = (text: ReturnType<typeof unknownTicker>["text"]): string => (typeof text === "string" ? text : text.short);

test.each([
  ["BTC", 'BTC is a coin; use FUNDING("BTC") or WHALE("BTC").'],
  ["BTC-USD", 'BTC-USD is a coin; use FUNDING("BTC") or WHALE("BTC").'],
  ["GDP", 'GDP is gross domestic product; use BIS("US","gdp").'],
  ["SPX", "SPX is an index; use the fund SPY."],
  ["S&P 500", "S&P 500 is an index; use the fund SPY."],
  ["SPX INDEX", "SPX INDEX is an index; use the fund SPY."],
  ["EURUSD", "EURUSD is an exchange rate, which is not covered."],
  ["GOLD", "GOLD is a metal; use the fund GLD."],
  ["VIX", 'VIX is a volatility index; use FRED("VIXCLS").'],
  ["DGS10", 'DGS10 is a series; use FRED("DGS10").'],
  ["APPLE", "Unknown ticker APPLE; did you mean AAPL?"],
  ["APPLE INC.", "Unknown ticker APPLE INC.; did you mean AAPL?"],
  ["MICROSOFT CORPORATION", "Unknown ticker MICROSOFT CORPORATION; did you mean MSFT?"],
  ["MSTF", "Unknown ticker MSTF; did you mean MSFT or MSTR?"],
  ["DASH", "DASH is not in the sample data."],
  ["XQZW9", "Unknown ticker XQZW9."],
])("PRICE of %s gives the reason: %s", (asked, short) => expect(shortOf(unknownTicker(asked).text)).toBe(short));

test("GDP, CPI and SPX give a hint to another function, not the nearest series id", () => {
  expect(shortOf(whyUnknown("series", "GDP", SERIES_IDS).text)).toBe('GDP is gross domestic product; use BIS("US","gdp").');
  expect(shortOf(whyUnknown("series", "CPI", SERIES_IDS).text)).toBe('CPI is a price index; use CPIAUCSL or BIS("US","cpi").');
  expect(shortOf(whyUnknown("series", "SPX", SERIES_IDS).text)).toBe('SPX is an index; use PRICE("SPY").');
});

test.each([
  ["series", "5S30S", '5S30S: subtract YIELD("5Y") from YIELD("30Y").'],
  ["series", "UNRATE", "UNRATE is not served; the nearest is ICSA."],
  ["series", "CORE PCE", "CORE PCE is not served; the nearest is CPIAUCSL."],
  ["series", "INITIAL CLAIMS", "INITIAL CLAIMS is a weekly count; use ICSA."],
  ["ticker", "UNRATE", 'UNRATE is not served; the nearest is FRED("ICSA").'],
  ["metric", "ebitda", "ebitda: add operating_income and depreciation_amortization."],
  ["metric", "market_cap", "market_cap: multiply PRICE(ticker) and shares_outstanding."],
  ["metric", "10_k", "10_k is a filing; use FILING(ticker)."],
  ["metric", "pe", 'pe is a ratio; use RV(ticker,"pe").'],
] as const)("the unknown %s %s gives the reason: %s", (kind, asked, short) => expect(shortOf(whyUnknown(kind, asked, []).text)).toBe(short));

test("every reason fits a cell, and its explanation ends as a sentence", () => {
  const long = ["x".repeat(64), "ß".repeat(40), "ADVANCED MICRO DEVICES INC COMMON STOCK", "UNITED KINGDOM OF GREAT BRITAIN"];
  for (const name of ["A", ...long, ...PERPETUALS, ...SERIES_IDS])
    for (const { text } of [
      unknownTicker(name),
      whyUnknown("series", name, SERIES_IDS),
      whyUnknown("whale asset", name, WHALE_ASSETS),
      whyUnknown("perpetual", name, PERPETUALS),
    ]) {
      expect(shortOf(text).length).toBeLessThanOrEqual(MAX_REASON);
      expect(typeof text === "string" ? text : text.full).toMatch(/^\S.*[.?)]$/);
    }
});
