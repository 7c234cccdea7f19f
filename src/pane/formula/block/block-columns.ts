import { unitWords } from "../../../sources/answer-words";
import { allCompanyFigures } from "../related";
import { declaredUnit } from "../format-of-answer";
import type { FormSpec } from "../form-spec";
import type { FieldInput } from "../call-text";
import { type FieldValue, questionOfFields } from "../read-inputs";
import { specOf, type Figure } from "../search/figure";

/** One column of a block: its heading, and the call for each name. */
export interface BlockColumn {
  /** Unique among the columns. */
  readonly key: string;
  readonly heading: string;
  readonly spec: FormSpec;
  /** By argument; the first is the name's place. */
  readonly inputs: readonly FieldInput[];
  /** The argument that refers to the heading; undefined if the heading is a label. */
  readonly across: number | undefined;
}

/** The argument whose choices can be the columns; -1 if the function has none. */
export const acrossOf = (spec: FormSpec): number => spec.parameters.findIndex((p, i) => i > 0 && p.choices !== undefined);

/** Functions with names and choices. */
export const isBlockFunction = (spec: FormSpec): boolean => acrossOf(spec) > 0 && spec.parameters[0]?.required === true;

/** Columns of one function, whose formulas read its choice from the heading. */
export function choiceColumns(spec: FormSpec, choices: readonly string[], inputs: readonly FieldInput[]): readonly BlockColumn[] {
  const across = acrossOf(spec);
  return choices.map((choice) => ({
    key: choice,
    heading: choice,
    spec,
    inputs: spec.parameters.map((_, i): FieldInput => (i === across ? { mode: "value", text: choice } : (inputs[i] ?? { mode: "value", text: "" }))),
    across,
  }));
}

/** Headings of columns in the words of the trade, by the figure's key, if its title is long or says too little without its topic. The unit is added. */
const HEADINGS: Readonly<Record<string, string>> = {
  "PRICE()": "Last close",
  'PRICE(,"change")': "Change on the day",
  'PRICE(,"change_pct")': "Change on the day",
  'PRICE(,"date")': "Date of the close",
  'PRICE(,"currency")': "Currency of the price",
  'SERVICE(,"var")': "VaR, 1 day",
  'SERVICE(,"sharpe")': "Sharpe ratio, 1 year",
  'SERVICE(,"gamma")': "Net gamma",
  'SERVICE(,"gamma.call")': "Call gamma",
  'SERVICE(,"gamma.put")': "Put gamma",
  'SERVICE(,"gamma.flip")': "Gamma flip",
  'FIN(,"research_and_development")': "R&D",
  'FIN(,"sga")': "SG&A",
  'FIN(,"eps_basic")': "EPS, basic",
  'FIN(,"eps_diluted")': "EPS, diluted",
  'FIN(,"property_plant_equipment")': "PP&E, net",
  'FIN(,"capex")': "Capex",
  'FIN(,"depreciation_amortization")': "D&A",
  'FIN(,"stock_compensation")': "Stock compensation",
  'FIN(,"eps_basic",,"split_adjusted")': "EPS, basic, split-adjusted",
  'FIN(,"eps_diluted",,"split_adjusted")': "EPS, diluted, split-adjusted",
  'FIN(,"dividends_per_share",,"split_adjusted")': "Dividends a share, split-adjusted",
  'FIN(,"shares_basic",,"split_adjusted")': "Shares, basic, split-adjusted",
  'FIN(,"shares_diluted",,"split_adjusted")': "Shares, diluted, split-adjusted",
  'FIN(,"shares_outstanding",,"split_adjusted")': "Shares outstanding, split-adjusted",
  'FILING(,"latest")': "Latest report",
  'RV(,"pe")': "P/E",
  'RV(,"ps")': "P/S",
  'RV(,"pb")': "P/B",
  'RV(,"ev_to_revenue")': "EV/revenue",
  'RV(,"ev_to_operating_income")': "EV/operating income",
  'RV(,"fcf_yield")': "FCF yield, %",
  'RV(,"dividend_yield")': "Dividend yield, %",
  'RV(,"net_debt_to_ocf")': "Net debt/OCF",
  'RV(,"revenue_growth")': "Revenue growth, %",
  'RV(,"roe")': "ROE, %",
  'RV(,"return_1m")': "Return 1 month, %",
  'RV(,"return_3m")': "Return 3 months, %",
  'RV(,"return_12m")': "Return 12 months, %",
  "SHORTINTEREST()": "Short % of float",
  'SHORTINTEREST(,"pctshares")': "Short % of shares",
  'SHORTINTEREST(,"short_interest")': "Shares sold short",
  'SHORTINTEREST(,"change_pct")': "Change of short interest",
  'SHORTINTEREST(,"confidence")': "Confidence in the float",
  'SHORTINTEREST(,"source")': "Source of the float",
  'SHORTINTEREST(,"settlement_date")': "Short interest date",
  "SMARTMONEY()": "Smart money score",
  "HOLDERS13F()": "13F holders",
  'HOLDERS13F(,"value")': "13F value",
  'HOLDERS13F(,"qoq")': "13F buyers less sellers",
  'HOLDERS13F(,"quarter")': "13F quarter",
  'SERVICE(,"insider")': "Insider net, 30 days",
  'SERVICE(,"insider.value")': "Insider total, 30 days",
  'SERVICE(,"insider.buy")': "Insider buys, 30 days",
  'SERVICE(,"insider.sell")': "Insider sales, 30 days",
  'SERVICE(,"congress")': "Congress trades, 90 days",
  'SERVICE(,"congress.net")': "Congress net, 90 days",
  "SIGNAL()": "Latest signal",
  'SIGNAL(,"direction")': "Signal direction",
  'SIGNAL(,"severity")': "Signal severity",
  'SIGNAL(,"score")': "Signal score",
  'SIGNAL(,"headline")': "Signal headline",
  'SIGNAL(,"date")': "Signal date",
  'SIGNAL(,"count")': "Signals, 30 days",
  'SIGNAL(,"age_days")': "Days since the signal",
  "CONFLUENCE()": "Confluence score",
  'CONFLUENCE(,"families")': "Confluence families",
  'CONFLUENCE(,"direction")': "Confluence direction",
  'CONFLUENCE(,"kind")': "Confluence kind",
  'CONFLUENCE(,"date")': "Confluence date",
};

/** Figures that most analysts compare, in this order. */
const USED_MOST: readonly string[] = [
  "PRICE()",
  'PRICE(,"change_pct")',
  'RV(,"pe")',
  'FIN(,"revenue")',
  'FIN(,"eps_diluted")',
  'FIN(,"free_cash_flow")',
  'RV(,"dividend_yield")',
  "SHORTINTEREST()",
  'SHORTINTEREST(,"days")',
  'SERVICE(,"insider")',
  "HOLDERS13F()",
];

/** A figure of a company that can be a column. */
export interface FigureColumn extends BlockColumn {
  readonly title: string;
  readonly topic: string;
}

/** Any ticker: it is only needed to recognise a figure by its question. */
const TICKER = "AAPL";

/** A heading stands alone in a sheet, so it names a unit that is the same for every company. */
function headingOf(short: string, unit: string | undefined): string {
  return unit !== undefined && /^(?:%|USD)/.test(unit) && !short.includes("%") ? `${short}, ${unitWords(unit)}` : short;
}

interface Known {
  readonly byKey: ReadonlyMap<string, FigureColumn>;
  readonly byQuestion: ReadonlyMap<string, FigureColumn>;
}

let made: Known | undefined;

function known(): Known {
  if (made) return made;
  const byKey = new Map<string, FigureColumn>();
  const byQuestion = new Map<string, FigureColumn>();
  for (const { topic, figures } of allCompanyFigures(TICKER))
    for (const { key, title, start, question } of figures) {
      const short = HEADINGS[key] ?? title;
      const inputs = start.inputs.map((input, i): FieldInput => (i === 0 ? { mode: "value", text: "" } : input));
      // An Excel whose manifest has a namespace has no SERVICE alone.
      const spec = start.spec.fn === undefined ? (specOf("SERVICE.GET") ?? start.spec) : start.spec;
      const column = { key, heading: headingOf(short, declaredUnit(spec, inputs)), spec, inputs, across: undefined, title, topic };
      byKey.set(key, column);
      byQuestion.set(question.key, column);
    }
  return (made = { byKey, byQuestion });
}

/** All figures of a company, those that are used most first. */
export function figureColumns(): readonly FigureColumn[] {
  const { byKey } = known();
  const first = USED_MOST.flatMap((key) => byKey.get(key) ?? []).map((column) => ({ ...column, topic: "Used most" }));
  return [...first, ...[...byKey.values()].filter(({ key }) => !USED_MOST.includes(key))];
}

/** The columns of these figures; a key of another version is left out. */
export const columnsOfKeys = (keys: readonly string[]): readonly FigureColumn[] => keys.flatMap((key) => known().byKey.get(key) ?? []);

/** The figure of a company that a form returns, whatever its ticker; undefined if it is none, or has other arguments. */
export function figureOfForm(spec: FormSpec, inputs: readonly FieldInput[]): FigureColumn | undefined {
  const others = inputs.slice(1);
  if (others.some(({ mode, text }) => mode === "cell" && text.trim() !== "")) return undefined;
  const values = spec.parameters.map((_, i): FieldValue => ({ known: true, value: i === 0 ? TICKER : inputs[i]?.text.trim() || null }));
  const read = questionOfFields(spec, values);
  return "question" in read ? known().byQuestion.get(read.question.key) : undefined;
}

/** A figure of the search as a column; undefined if it is none of a company alone. */
export function columnOfFigure({ opens }: Figure): FigureColumn | undefined {
  const spec = opens.kind === "form" ? specOf(opens.id) : undefined;
  return opens.kind === "form" && spec ? figureOfForm(spec, opens.inputs) : undefined;
}
