import { DATE, HEAD, INPUT, INPUT_PERCENT, LEAD, numbers, summary, SUMMARY_LABEL, TITLE, derived } from "./looks";
import { notes } from "./notes";
import { entry, row, sheetOf, type Entry } from "./sheet-of";

const MARKETS: readonly (readonly [string, string])[] = [
  ["fed rate cut", "Rates"],
  ["ecb rate cut", "Rates"],
  ["us recession", "Growth"],
  ["us unemployment 4.5", "Growth"],
  ["s&p 500 higher", "Equities"],
  ["gold higher", "Commodities"],
  ["bitcoin record", "Crypto"],
  ["stablecoin", "Crypto"],
  ["us government shut down", "Politics"],
  ["lunar landing", "Space"],
];
const FIRST = 6;
const LAST = FIRST + MARKETS.length - 1;

const marketRow = ([words, theme]: readonly [string, string], i: number): Entry[] => {
  const r = FIRST + i;
  return [
    entry(words, INPUT),
    entry(theme, INPUT),
    entry(`=SERVICE.GET(A${r},"odds")`, numbers("0.0%")),
    entry(`=SERVICE.GET(A${r},"asof")`, DATE),
    entry(`=IF(ISNUMBER(C${r}),1-C${r},"–")`, derived("0.0%")),
    entry(`=IF(ISNUMBER(C${r}),1/C${r},"–")`, derived("0.00")),
    entry(null, INPUT_PERCENT),
    entry(`=IF(COUNT(C${r},G${r})=2,(G${r}-C${r})*100,"–")`, derived("+0.0;-0.0;0.0")),
    entry(`=IF(ISNUMBER(C${r}),IF(ABS(C${r}-0.5)<0.1,"open",IF(C${r}>0.5,"likely","unlikely")),"–")`, {}),
  ];
};

/** What prediction markets give for a list of questions, beside a view of one's own. */
export const predictionOdds = () =>
  sheetOf({
    name: "Prediction odds",
    widths: [30, 14, 13, 13, 13, 13, 14, 14, 12],
    scrollFrom: `B${FIRST}`,
    blocks: {
      A1: [
        [entry("Prediction-market odds", TITLE)],
        [entry("The probability of Yes by the last trade. Words find the most traded open market that has all of them; a market's id names it alone.", LEAD)],
        [entry("Put your own words and your own probabilities into the yellow cells.", LEAD)],
      ],
      [`A${FIRST - 1}`]: [
        row(HEAD, "Words of the question", "Theme", "Yes", "As of", "No", "Fair odds", "Your view", "You less market, pp", "Reads"),
        ...MARKETS.map(marketRow),
        [entry("Markets found", SUMMARY_LABEL), entry(null, SUMMARY_LABEL), entry(`=COUNT(C${FIRST}:C${LAST})`, summary("0"))],
        [
          entry("Widest difference, pp", SUMMARY_LABEL),
          entry(null, SUMMARY_LABEL),
          entry(`=IF(COUNT(H${FIRST}:H${LAST})>0,MAX(MAX(H${FIRST}:H${LAST}),-MIN(H${FIRST}:H${LAST})),"–")`, summary("0.0")),
        ],
      ],
      [`A${LAST + 4}`]: notes(
        "No market is found for a lunar landing: the reason names the nearest ones, whose ids can be copied into the yellow cell.",
        "A price is not a forecast; the day on which a market closes is scheduled, and may come earlier.",
      ),
    },
  });
