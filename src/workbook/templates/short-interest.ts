import { DATE, derived, HEAD, INPUT, notes, numbers, PLAIN_2, intro, foot } from "./looks";
import { entry, row, type Entry, type Template, rowsFrom } from "./sheet-of";

const TICKERS = ["GME", "AMC", "CVNA", "BYND", "UPST", "PLUG", "TSLA", "NVDA", "GOOGL"];
const FIRST = 6;
const LAST = FIRST + TICKERS.length - 1;
const rowOf = (ticker: string): number => FIRST + TICKERS.indexOf(ticker);
const CHART = LAST + 5;

const tickerRow = (ticker: string, r: number): Entry[] => {
  const ask = (field: string): string => `=SERVICE.SHORTINTEREST($A${r},"${field}")`;
  return [
    entry(ticker, INPUT),
    entry(`=SERVICE.SHORTINTEREST($A${r})`, PLAIN_2),
    entry(ask("pctshares"), PLAIN_2),
    entry(ask("days"), PLAIN_2),
    entry(ask("short_interest"), numbers("#,##0")),
    entry(ask("change_pct"), numbers("+0.0;-0.0;0.0")),
    entry(ask("confidence"), {}),
    entry(ask("settlement_date"), DATE),
    entry(`=SERVICE.PRICE($A${r})`, PLAIN_2),
    entry(`=IF(COUNT(E${r},I${r})=2,E${r}*I${r}/1000000,"–")`, derived("#,##0")),
    entry(`=IF(ISNUMBER(C${r}),RANK(C${r},C$${FIRST}:C$${LAST}),"–")`, derived("0")),
  ];
};

const line = (label: string, fn: string): Entry[] => foot(label, fn, ["B", "C", "D"], [FIRST, LAST], () => (fn === "COUNT" ? "0" : "0.00"));

/** Short interest of a list of tickers, ranked. */
export const SHORT_INTEREST_LIST: Template = {
  id: "short-interest",
  title: "Short interest",
  about: "A list of tickers by what is sold short.",
  sheet: () => ({
    widths: [10, 14, 11, 11, 14, 11, 14, 12, 11, 12, 11],
    scrollFrom: `B${FIRST}`,
    lines: { [rowOf("GOOGL")]: 4 },
    chart: {
      kind: "column",
      title: "Shares sold short, % of shares outstanding",
      top: CHART,
      height: 14,
      head: FIRST - 1,
      rows: [FIRST, LAST],
      columns: ["C"],
      format: "0",
    },
    blocks: {
      A1: intro(
        "Short interest",
        "Shares sold short at the latest published settlement, relative to float, shares outstanding and daily volume.",
        "Enter your own tickers in the yellow cells.",
      ),
      [`A${FIRST - 1}`]: [
        row(
          HEAD,
          "Ticker",
          "% of float",
          "% of shares",
          "Days to cover",
          "Shares short",
          "Change, %",
          "Float is",
          "Settled",
          "Last close",
          "Short value, $M",
          "Rank, % of shares",
        ),
        ...rowsFrom(FIRST, TICKERS, tickerRow),
        line("Median", "MEDIAN"),
        line("Highest", "MAX"),
        line("Known", "COUNT"),
      ],
      [`A${CHART + 15}`]: notes(
        "Percent of float is a lower bound, and available only if affiliates' holdings are known. Percent of shares outstanding is available for more names.",
        "GOOGL is one of several share classes, so its float is unknown. Days to cover shows a reason if the source gave its ceiling.",
        "The settlement is published about eight sessions after its date. Quote it with its source; Inspect has the citation.",
      ),
    },
  }),
};
