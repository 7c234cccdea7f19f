import { HEAD, INPUT, LABEL, LEAD, numbers, SECTION, summary, SUMMARY_LABEL, TITLE, derived } from "./looks";
import { notes } from "./notes";
import { entry, row, sheetOf, type Entry } from "./sheet-of";

const ASSETS = ["BTC", "ETH", "SOL", "USDT", "USDC", "WBTC", "XRP"];
const SYMBOLS = ["BTC", "ETH", "SOL", "XRP", "DOGE", "BNB", "LINK", "AVAX", "HYPE", "SHIB"];
const FIRST = 6;
const LAST = FIRST + ASSETS.length - 1;
const HEAD_FUNDING = LAST + 5;
const FIRST_FUNDING = HEAD_FUNDING + 1;
const LAST_FUNDING = FIRST_FUNDING + SYMBOLS.length - 1;
/** Funding intervals per day. */
const INTERVALS = `$B$${HEAD_FUNDING - 1}`;

const linesOf = (first: number, names: readonly string[], lines: Readonly<Record<string, number>>): Readonly<Record<number, number>> =>
  Object.fromEntries(Object.entries(lines).map(([name, n]) => [first + names.indexOf(name), n]));

const assetRow = (asset: string, i: number): Entry[] => {
  const r = FIRST + i;
  const millions = (field: string): Entry => entry(`=SERVICE.WHALE($A${r},"${field}")`, numbers("#,##0"));
  return [
    entry(asset, INPUT),
    ...["total_usd", "count", "inflow_usd", "outflow_usd", "net_usd", "largest_usd"].map(millions),
    entry(`=IF(COUNT(B${r},F${r})=2,F${r}/B${r},"–")`, derived("+0.0%;-0.0%;0.0%")),
    entry(`=SERVICE.ONCHAIN_RISK($A${r})`, numbers("0.0")),
    entry(`=SERVICE.ONCHAIN_RISK($A${r},"level")`, {}),
  ];
};

const fundingRow = (symbol: string, i: number): Entry[] => {
  const r = FIRST_FUNDING + i;
  return [
    entry(symbol, INPUT),
    entry(`=SERVICE.FUNDING($A${r})`, numbers("0.0000")),
    entry(`=IF(ISNUMBER(B${r}),B${r}*${INTERVALS}*365,"–")`, derived("+0.0;-0.0;0.0")),
    entry(`=IF(COUNT(B${r},B$${FIRST_FUNDING})=2,(B${r}-B$${FIRST_FUNDING})*100,"–")`, derived("+0.00;-0.00;0.00")),
    entry(`=IF(ISNUMBER(B${r}),RANK(B${r},B$${FIRST_FUNDING}:B$${LAST_FUNDING}),"–")`, derived("0")),
    entry(`=IF(ISNUMBER(B${r}),IF(B${r}>0,"longs pay",IF(B${r}<0,"shorts pay","nobody pays")),"–")`, {}),
  ];
};

/** Large on-chain transfers, and the cost of holding perpetual futures. */
export const whaleAndFunding = () =>
  sheetOf({
    name: "Whale and funding",
    widths: [16, 18, 18, 18, 18, 18, 18, 14, 20, 20],
    scrollFrom: `B${FIRST}`,
    lines: { ...linesOf(FIRST, ASSETS, { SOL: 3, USDT: 3, USDC: 3, WBTC: 3, XRP: 4 }), ...linesOf(FIRST_FUNDING, SYMBOLS, { HYPE: 3, SHIB: 2 }) },
    blocks: {
      A1: [
        [entry("Whale transfers and funding", TITLE)],
        [entry("Large transfers of the last 24 hours in US dollars, on-chain risk, and the latest funding rates of perpetual futures.", LEAD)],
        [entry("Enter other assets and symbols in the yellow cells.", LEAD)],
      ],
      [`A${FIRST - 1}`]: [
        row(
          HEAD,
          "Asset",
          "Total, USD",
          "Transfers",
          "Into exchanges, USD",
          "Out of exchanges, USD",
          "Net, USD",
          "Largest, USD",
          "Net / total",
          "Risk, 0 to 100",
          "Level",
        ),
        ...ASSETS.map(assetRow),
        [
          entry("Total", SUMMARY_LABEL),
          ...["B", "C", "D", "E", "F"].map((c) => entry(`=IF(COUNT(${c}${FIRST}:${c}${LAST})>0,SUM(${c}${FIRST}:${c}${LAST}),"–")`, summary("#,##0"))),
        ],
      ],
      [`A${HEAD_FUNDING - 2}`]: [
        [entry("Funding rates", SECTION)],
        [entry("Intervals per day", LABEL), entry(3, INPUT)],
        row(HEAD, "Perpetual", "Rate per interval, %", "Per year, %", "vs first row, bp", "Rank", "Who pays"),
        ...SYMBOLS.map(fundingRow),
        [
          entry("Median", SUMMARY_LABEL),
          ...["B", "C"].map((c) =>
            entry(
              `=IF(COUNT(${c}${FIRST_FUNDING}:${c}${LAST_FUNDING})>0,MEDIAN(${c}${FIRST_FUNDING}:${c}${LAST_FUNDING}),"–")`,
              summary(c === "B" ? "0.0000" : "+0.0;-0.0;0.0"),
            ),
          ),
        ],
      ],
      [`A${LAST_FUNDING + 3}`]: notes(
        "XRP has no whale data and SHIB no funding rate; their cells list what is available. SOL transfers have no exchange labels. On-chain risk covers BTC, ETH and SOL only.",
        "Bitcoin's net flow is mostly exchanges moving their own coins; Ether and stablecoins show the real flows. The total ignores unknown values.",
        "Funding per year is the last interval's rate times the intervals of a year: a measure of cost, not a forecast.",
      ),
    },
  });
