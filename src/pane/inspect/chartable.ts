import { listingOf } from "../../contract/functions/listing";
import { sheetPath } from "../../contract/paths";
import { seriesOf, TENOR_SERIES, type Series } from "../../contract/series";
import { countsShares, METRICS, TENORS, type Tenor } from "../../contract/vocabulary";
import type { Question } from "../../core/question";
import { priceHistory, seriesHistory, shortInterestHistory, statementHistory, type HistorySource } from "./history-source";

/** What can be charted for a question: the history of its figure, and for a yield the whole curve. */
interface Chartable {
  readonly history: HistorySource;
  /** The series, if the figure is one. */
  readonly series?: Series;
  readonly curve?: { readonly tenor: Tenor; readonly date: string | null };
}

const isTenor = (text: unknown): text is Tenor => (TENORS as readonly unknown[]).includes(text);

/** Members of the endpoint's rows that have another name than the field. */
const SETTLEMENT_MEMBERS: Readonly<Record<string, string>> = { pctfloat: "short_pct_float", pctshares: "short_pct_shares_outstanding", days: "days_to_cover" };

const ofSeries = (series: Series | undefined): Chartable | undefined => series && { history: seriesHistory(series), series };

function ofSettlements(ticker: string, asked: unknown): Chartable | undefined {
  const { fields } = listingOf("SHORTINTEREST");
  const field = asked === null || asked === undefined ? fields[0] : fields.find(({ name }) => name === asked);
  if (field?.type !== "number") return undefined;
  return { history: shortInterestHistory(ticker, SETTLEMENT_MEMBERS[field.name] ?? field.name, field.about, field.unit ?? "") };
}

/** `unit` is the answer's: the company's currency. */
function ofStatement([ticker, metric, period, field]: readonly unknown[], unit: string | undefined): Chartable | undefined {
  if (typeof ticker !== "string" || typeof metric !== "string" || !METRICS.some((known) => known === metric) || unit === undefined) return undefined;
  const title = listingOf("FIN").parameters[1]?.vocabulary?.choices.find(({ value }) => value === metric)?.title ?? metric;
  const periods = typeof period === "string" && /Q/i.test(period) ? "quarterly" : "annual";
  const member = field === "split_adjusted" && countsShares(metric) ? field : "value";
  return { history: statementHistory(ticker, metric, title, unit, periods, member) };
}

function ofCall(fn: string, args: readonly unknown[], unit: string | undefined): Chartable | undefined {
  const [first, second] = args;
  if (typeof first !== "string") return undefined;
  switch (fn) {
    case "YIELD": {
      // AS_OF is the date of the curve; the 10-year has a value on every session.
      const tenor = first === "AS_OF" ? "10Y" : first;
      const found = isTenor(tenor) ? ofSeries(seriesOf(TENOR_SERIES[tenor])) : undefined;
      return found && isTenor(tenor) ? { ...found, curve: { tenor, date: typeof second === "string" ? second : null } } : undefined;
    }
    case "FRED":
    case "FREDH":
    case "MMRATE":
      return ofSeries(seriesOf(first));
    case "PRICE":
    case "CHANGE":
      return { history: priceHistory(first) };
    case "SHORTINTEREST":
      return ofSettlements(first, second);
    case "FIN":
      return ofStatement(args, unit);
    default:
      return undefined;
  }
}

/**
 * Returns undefined for a question without a history, such as a signal.
 *
 * @param unit of the answer
 */
export function chartableOf({ cell }: Question, unit?: string): Chartable | undefined {
  if ("fn" in cell) return ofCall(cell.fn, cell.args, unit);
  const path = sheetPath(cell.path);
  return path && ofCall(path.fn, [cell.entity, path.field ?? null], unit);
}
