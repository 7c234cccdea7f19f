import { derived, HEAD, INPUT, LABEL, notes, numbers, SECTION, intro, foot } from "./looks";
import { entry, row, type Entry, type Template, rowsFrom } from "./sheet-of";

const ASSETS = ["BTC", "ETH", "USDT", "USDC", "WBTC"];
/** The assets with on-chain risk. */
const RISKS = ["BTC", "ETH", "SOL"];
const SYMBOLS = ["BTC", "ETH", "SOL", "XRP", "DOGE", "BNB", "LINK", "AVAX"];
const FIRST = 6;
const LAST = FIRST + ASSETS.length - 1;
const HEAD_RISK = LAST + 4;
const FIRST_RISK = HEAD_RISK + 1;
const HEAD_FUNDING = FIRST_RISK + RISKS.length + 3;
const FIRST_FUNDING = HEAD_FUNDING + 1;
const LAST_FUNDING = FIRST_FUNDING + SYMBOLS.length - 1;
const CHART = LAST_FUNDING + 3;
/** Funding intervals per day. */
const INTERVALS = `$B$${HEAD_FUNDING - 1}`;

/** Shown in millions; the cell has dollars. */
const MILLIONS = "#,##0,,";

const assetRow = (asset: string, r: number): Entry[] => {
  const dollars = (field: string): Entry => entry(`=SERVICE.WHALE($A${r},"${field}")`, numbers(MILLIONS));
  return [
    entry(asset, INPUT),
    dollars("total_usd"),
    entry(`=SERVICE.WHALE($A${r},"count")`, numbers("#,##0")),
    ...["inflow_usd", "outflow_usd", "net_usd", "largest_usd"].map(dollars),
    entry(`=IF(COUNT(B${r},F${r})=2,F${r}/B${r},"–")`, derived("+0.0%;-0.0%;0.0%")),
  ];
};

const riskRow = (asset: string, r: number): Entry[] => [
  entry(asset, INPUT),
  entry(`=SERVICE.ONCHAIN_RISK($A${r})`, numbers("0.0")),
  entry(`=SERVICE.ONCHAIN_RISK($A${r},"level")`, {}),
];

const fundingRow = (symbol: string, r: number): Entry[] => [
  entry(symbol, INPUT),
  entry(`=SERVICE.FUNDING($A${r})`, numbers("0.0000")),
  entry(`=IF(ISNUMBER(B${r}),B${r}*${INTERVALS}*365,"–")`, derived("+0.0;-0.0;0.0")),
  entry(`=IF(COUNT(B${r},B$${FIRST_FUNDING})=2,(B${r}-B$${FIRST_FUNDING})*100,"–")`, derived("+0.00;-0.00;0.00")),
  entry(`=IF(ISNUMBER(B${r}),RANK(B${r},B$${FIRST_FUNDING}:B$${LAST_FUNDING}),"–")`, derived("0")),
  entry(`=IF(ISNUMBER(B${r}),IF(B${r}>0,"longs pay",IF(B${r}<0,"shorts pay","nobody pays")),"–")`, {}),
];

/** Large on-chain transfers, and the cost of holding perpetual futures. */
export const WHALE_AND_FUNDING: Template = {
  id: "whale-and-funding",
  title: "Whale and funding",
  about: "Large transfers, on-chain risk and funding rates.",
  sheet: () => ({
    widths: [18, 15, 15, 16, 17, 16, 15, 13],
    scrollFrom: `B${FIRST}`,
    chart: {
      kind: "column",
      title: "Cost of holding a perpetual future, % a year",
      top: CHART,
      height: 14,
      head: HEAD_FUNDING,
      rows: [FIRST_FUNDING, LAST_FUNDING],
      columns: ["C"],
      format: "0",
    },
    blocks: {
      A1: intro(
        "Whale transfers and funding",
        "Large transfers of the last 24 hours in US dollars, on-chain risk, and the latest funding rates of perpetual futures.",
        "Enter other assets and symbols in the yellow cells.",
      ),
      [`A${FIRST - 1}`]: [
        row(HEAD, "Asset", "Total, $M", "Transfers", "Into exchanges, $M", "Out of exchanges, $M", "Net, $M", "Largest, $M", "Net / total"),
        ...rowsFrom(FIRST, ASSETS, assetRow),
        foot("Total", "SUM", ["B", "C", "D", "E", "F"], [FIRST, LAST], (c) => (c === "C" ? "#,##0" : MILLIONS)),
      ],
      [`A${HEAD_RISK - 1}`]: [[entry("On-chain risk", SECTION)], row(HEAD, "Asset", "Risk, 0 to 100", "Level"), ...rowsFrom(FIRST_RISK, RISKS, riskRow)],
      [`A${HEAD_FUNDING - 2}`]: [
        [entry("Funding rates", SECTION)],
        [entry("Intervals per day", LABEL), entry(3, INPUT)],
        row(HEAD, "Perpetual", "Rate per interval, %", "Per year, %", "vs first row, bp", "Rank", "Who pays"),
        ...rowsFrom(FIRST_FUNDING, SYMBOLS, fundingRow),
        foot("Median", "MEDIAN", ["B", "C"], [FIRST_FUNDING, LAST_FUNDING], (c) => (c === "B" ? "0.0000" : "+0.0;-0.0;0.0")),
      ],
      [`A${CHART + 15}`]: notes(
        "Amounts are in dollars and shown in millions. Transfers of SOL have no exchange labels, and on-chain risk covers BTC, ETH and SOL only: other assets show a reason.",
        "Bitcoin's net flow is mostly exchanges moving their own coins; Ether and stablecoins show the real flows. The total ignores unknown values.",
        "Funding per year is the last interval's rate times the intervals of a year: a measure of cost, not a forecast.",
      ),
    },
  }),
};
