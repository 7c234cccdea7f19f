import type { IsoDate } from "../../../contract/dates";
import type { Length } from "../../../second-reading/figures";
import { unitOf } from "../../../second-reading/holdings";
import { isMistyped } from "../../../second-reading/house";
import { isCommon, isImpossible } from "../../../second-reading/ownership";
import type {
  CoverReading,
  FactReading,
  HoldingReading,
  HouseTradeReading,
  OwnershipReading,
  ShortInterestReading,
  TransactionReading,
} from "../../../second-reading/reading";
import { statementsOf } from "../../../second-reading/statements";
import { servedFigure } from "../../../service/doubts/served-figure";
import type { DisclosedTrade, InsiderReport } from "../../../service/records/disclosed-trades";
import type { HoldingsReport } from "../../../service/records/holdings";
import type { LeftOut, RecordRow } from "../../../service/records/record";
import type { PublishedShortInterest } from "../../../service/records/equities";
import type { StatedPeriod } from "../../../service/records/filings";

const tradeInWords = ({ code, shares, price, security, date }: TransactionReading): string =>
  `${code === "P" ? "the purchase" : "the sale"} of ${shares ?? "unknown"} ${security} at ${price ?? "no price"} on ${date}`;

/** The class that a title or a symbol names: A of `Class A Common Stock` and of `BRK.A`. */
const classIn = (title: string): string | undefined => (/\bclass ([A-Z])\b/i.exec(title) ?? /\bcl ([A-Z])\b/i.exec(title))?.[1]?.toUpperCase();
const classOf = (symbol: string): string | undefined => /\.([A-Z])$/.exec(symbol)?.[1];

/** The lines that may belong to one of several symbols: not those whose title names the class of another one. */
const linesOf = (lines: readonly TransactionReading[], symbol: string, symbols: readonly string[]): readonly TransactionReading[] =>
  lines.filter(({ security }) => {
    const named = classIn(security);
    return named === undefined || classOf(symbol) === named || !symbols.some((other) => classOf(other) === named);
  });

/** Compares the lines of one symbol with the service's. Returns the lines that the service has. */
function compareTrades(lines: readonly TransactionReading[], { trades }: InsiderReport, tally: Tally): readonly TransactionReading[] {
  const left = [...trades];
  const found = lines.filter((line) => {
    const at = left.findIndex(
      ({ traded, side, shares, price }) =>
        traded === line.date && (side === "sell") === (line.code === "S") && shares === line.shares && (price ?? undefined) === (line.price || undefined),
    );
    const [trade] = at < 0 ? [] : left.splice(at, 1);
    const value = line.price && line.shares !== undefined ? Math.round(line.price * line.shares) : undefined;
    if (trade) tally.equal(`the value of ${tradeInWords(line)}`, value, trade.value === null ? undefined : Math.round(trade.value), line.line);
    return trade !== undefined;
  });
  for (const { side, shares, traded } of left) tally.differs(`the service has a ${side} of ${shares} shares on ${traded} that a second reading does not have`);
  return found;
}

/**
 * Compares a Form 4 or 5 with the service's rows of it: one row for each symbol that the issuer's line names, or whose class a title names. Each open-market line
 * of shares is in one of them; one that cannot be right may be left out by name.
 */
export function compareOwnership(readings: readonly (OwnershipReading | TransactionReading)[], rows: readonly RecordRow[], tally: Tally): void {
  const [head] = readings.filter((one) => one.kind === "ownership");
  if (!head) return;
  const lines = readings.filter((one) => one.kind === "transaction").filter(({ code }) => code === "P" || code === "S");
  const reports = rows.filter((row) => row.dataset === "insider_trade");
  const entities = [...new Set(reports.map((row) => row.entity))].sort();
  const symbols = head.symbols.length > 0 ? [...head.symbols].sort() : [`cik:${head.issuer}`];
  const namesClass = lines.some(({ security }) => classIn(security) !== undefined);
  tally.equal("the issuer's symbols", symbols.join(" "), entities.filter((entity) => symbols.includes(entity) || !namesClass).join(" "), head.line);
  const served = new Set<TransactionReading>();
  for (const row of reports) {
    const body = row.body as InsiderReport;
    tally.equal("the form", head.form, body.form, head.line);
    tally.equal("the period", head.period, body.period, head.line);
    tally.equal("the day of the original", head.original, body.original, head.line);
    tally.equal("the day of filing", head.filed, body.filed, head.line);
    tally.equal("the owners", head.owners.join(" "), body.owners.map(({ cik }) => cik).join(" "), head.line);
    if (head.plan10b5 !== undefined) tally.equal("the rule 10b5-1 plan", head.plan10b5, body.plan10b5_1, head.line);
    for (const line of compareTrades(linesOf(lines, row.entity, symbols), body, tally)) served.add(line);
  }
  const missing = lines.filter((line) => !served.has(line) && isCommon(line));
  const impossible = missing.filter((line) => isImpossible(line, head.filed));
  const named = rows.filter((row) => row.dataset === "left_out").length;
  for (const line of impossible.slice(named)) tally.differs(`${tradeInWords(line)} cannot be right and is left out without a word`, line.line);
  for (const line of missing) if (!impossible.includes(line)) tally.differs(`${tradeInWords(line)} is in a second reading only`, line.line);
}

/** A place where the second reading and the service's rows disagree. */
interface Difference {
  /** The document's name. */
  readonly document: string;
  /** The line in the document, counted from 1. Undefined for a document of one line, and for what a whole document lacks. */
  readonly line?: number;
  /** Both values, in a sentence that names document and line. */
  readonly sentence: string;
}

/** The comparison of one document. `compared` counts values. */
export interface Comparison {
  readonly compared: number;
  readonly differences: readonly Difference[];
}

const shown = (value: unknown): string =>
  value === undefined || value === null ? "nothing" : typeof value === "string" ? JSON.stringify(value) : String(value);

/** Counts compared values of one document and collects what differs. */
export function tallyOf(document: string) {
  let compared = 0;
  const differences: Difference[] = [];
  const differs = (what: string, line?: number): void => {
    const place = line === undefined ? document : `${document}, line ${line}`;
    differences.push({ document, ...(line === undefined ? {} : { line }), sentence: `${place}: ${what}.` });
  };
  return {
    /** Compares one value with the one that the service has. `what` names it, with the line where it stands. */
    equal: (what: string, second: unknown, service: unknown, line?: number): void => {
      compared++;
      if ((second ?? undefined) !== (service ?? undefined)) differs(`${what} is ${shown(second)} in a second reading, the service has ${shown(service)}`, line);
    },
    /** Reports what one of both lacks. */
    differs: (what: string, line?: number): void => {
      compared++;
      differs(what, line);
    },
    result: (): Comparison => ({ compared, differences }),
  };
}

type Tally = ReturnType<typeof tallyOf>;

/** The length of a named period; undefined for a transition period, which has a length of its own. */
const lengthOf = ({ period, annual }: StatedPeriod): Length | undefined => (annual ? "year" : /T$/.test(period) ? undefined : "quarter");

/**
 * Compares the facts of a company with the service's statements: every stored value is one that its filing states; on the day of every filing the served value is
 * the one that the second reading chooses; no year or quarter is missing, and no two have the same name. A period may have several rows, each from its day on.
 */
export function compareStatements(facts: readonly FactReading[], rows: readonly RecordRow[], tally: Tally): void {
  const periods = rows
    .filter((row) => row.dataset === "statement")
    .map(({ entity, date, known, body }) => ({ entity, date, known, body: body as StatedPeriod }))
    .sort((a, b) => (a.known < b.known ? -1 : 1));
  const { lines, currencyOf, periods: secondPeriods, states } = statementsOf(facts);
  const names = new Map<string, IsoDate>();
  for (const { entity, date, known, body } of periods) {
    const { period, currency, stated } = body;
    const named = names.get(period);
    if (named !== undefined && named !== date) tally.differs(`two periods have the name ${period}: those that end on ${named} and on ${date}`);
    names.set(period, date);
    for (const [metric, lists = []] of Object.entries(stated))
      for (const [, value, accession, , tag] of lists.flat()) {
        const tags = tag.replace(/^computed:?\s*/, "").split(/\s*\+\s*/);
        tally.equal(`${metric} of ${period} (${tag} of ${accession}) as stated`, states(date, accession, tags, value) ? value : undefined, value);
      }
    const length = lengthOf(body);
    if (length === undefined) continue;
    const versions = periods.filter((other) => other.entity === entity && other.date === date);
    const from = versions[0]?.known === known ? "" : known;
    const until = versions.find((other) => other.known > known)?.known ?? "9999";
    tally.equal(`the currency of ${period}`, currencyOf(date, length, until) ?? currency, currency);
    for (const { metric, at, filedDays } of lines(currency))
      for (const day of filedDays(date, length).filter((filed) => filed >= from && filed < until)) {
        const second = at(date, length, day);
        const service = servedFigure(body, metric, day)?.served;
        const source =
          second && ` (${second.tag} of ${second.accession}, ${second.form}; the service takes ${service ? `${service[4]} of ${service[2]}` : "none"})`;
        tally.equal(`${metric} of ${period} as of ${day}${source ?? ""}`, second?.value, service?.[1]);
      }
  }
  for (const { end, length } of secondPeriods()) {
    const found = periods.some(({ date, body }) => date === end && lengthOf(body) === length);
    if (!found) tally.differs(`the ${length} that ends on ${end} has figures of periodic reports in a second reading, the service has none`);
  }
}

/** The ceiling that FINRA prints for days to cover without volume. */
const CEILING = 999.99;
/** Symbols of the exchanges' tests. */
const TEST_SYMBOL = /^(Z[A-Z]*ZZT|[A-Z]*TEST[A-Z]*)(\.|$)/;

/** A symbol without the point before its class: files write BRK.B and BRKB. */
const joined = (symbol: string): string => symbol.replace(/\./g, "");

/** Compares the lines of a short-interest file with the service's rows. Of several lines of one symbol the revised one counts. */
export function compareShortInterest(readings: readonly ShortInterestReading[], rows: readonly RecordRow[], tally: Tally): void {
  const counting = new Map<string, ShortInterestReading>();
  for (const one of readings) {
    const key = `${joined(one.symbol)} ${one.settlement}`;
    if (one.revised || !counting.get(key)?.revised) counting.set(key, one);
  }
  const left = new Map(rows.filter((row) => row.dataset === "short_interest").map((row) => [`${joined(row.entity)} ${row.date}`, row]));
  for (const [key, one] of counting) {
    const row = left.get(key);
    left.delete(key);
    const { symbol, settlement, line } = one;
    if (!row) {
      if (!TEST_SYMBOL.test(symbol)) tally.differs(`${symbol} on ${settlement} is in a second reading only`, line);
      continue;
    }
    const body = row.body as PublishedShortInterest;
    const isCensored = one.daysToCover === CEILING;
    const of = `of ${symbol} on ${settlement}`;
    tally.equal(`the short interest ${of}`, one.short, body.short_interest, line);
    tally.equal(`the previous short interest ${of}`, one.previous, body.previous_short_interest, line);
    tally.equal(`the average volume ${of}`, one.averageVolume, body.avg_daily_volume, line);
    tally.equal(`days to cover ${of}`, isCensored ? undefined : one.daysToCover, body.days_to_cover, line);
    tally.equal(`the ceiling of days to cover ${of}`, isCensored, body.days_to_cover_censored, line);
    tally.equal(`the change ${of}`, one.changePercent, body.change_pct, line);
    tally.equal(`the revision ${of}`, one.revised, body.revised, line);
  }
  for (const { entity, date } of left.values()) tally.differs(`the service has ${entity} on ${date}, a second reading does not`);
}

const words = ({ type, ticker, asset, traded, low, high }: HouseTradeReading): string =>
  `the trade ${type} of ${ticker ?? JSON.stringify(asset.slice(0, 40))} on ${traded} for ${low ?? "?"} to ${high ?? "no bound"}`;

/** A day without its year, because a mistyped year may be corrected. */
const dayOfYear = (day: string): string => day.slice(4);

interface Served extends DisclosedTrade {
  readonly ticker: string | undefined;
  readonly traded: string;
}

/** True if both are the same trade, but for their days. */
const isSame = (one: HouseTradeReading, row: Served): boolean =>
  row.ticker === one.ticker &&
  row.type === one.type &&
  (row.owner ?? undefined) === one.owner &&
  row.amount_low === one.low &&
  (row.amount_high ?? undefined) === one.high &&
  (row.sub_holding ?? undefined) === one.subHolding;

/** Compares the trades of a House report with the service's. A trade that cannot be right as typed may be left out by name. */
export function compareHouse(readings: readonly HouseTradeReading[], rows: readonly RecordRow[], tally: Tally): void {
  const left: Served[] = rows
    .filter((row) => row.dataset === "congress_trade")
    .map((row) => ({ ticker: row.entity === "" ? undefined : row.entity, traded: row.date, ...(row.body as DisclosedTrade) }));
  const leftOut = rows.filter((row) => row.dataset === "left_out").map((row) => row.body as LeftOut);
  const takes = (one: HouseTradeReading, sameDays: (row: Served) => boolean): boolean => {
    const at = left.findIndex((row) => isSame(one, row) && sameDays(row));
    const [row] = at < 0 ? [] : left.splice(at, 1);
    if (row) tally.equal(`the status of ${words(one)}`, one.status?.toLowerCase() ?? "new", row.filing_status.toLowerCase(), one.line);
    return row !== undefined;
  };
  const missing = readings
    .filter((one) => !takes(one, (row) => row.traded === one.traded && row.notification_date === one.notified))
    // A mistyped year may be corrected. Only after all others, because the report may have the same trade in the right year too.
    .filter((one) => !isMistyped(one) || !takes(one, (row) => dayOfYear(row.traded) === dayOfYear(one.traded)));
  for (const one of missing) {
    const named = leftOut.findIndex(({ ticker }) => ticker === null || ticker === one.ticker);
    const [unread] = named < 0 ? [] : leftOut.splice(named, 1);
    if (!unread) tally.differs(`${words(one)} is in a second reading only`, one.line);
    else if (isMistyped(one)) tally.equal(`the ticker of ${words(one)}, which is left out`, one.ticker, unread.ticker, one.line);
    else tally.differs(`${words(one)} is left out by the service, because ${unread.why}; a second reading has it`, one.line);
  }
  for (const { ticker, type, traded, amount_low, amount_high } of left)
    tally.differs(
      `the service has a trade ${type} of ${ticker ?? "no ticker"} on ${traded} for ${amount_low} to ${amount_high ?? "no bound"}, a second reading does not`,
    );
}

/** Compares the lines of a Form 13F with the service's report of it. A unit that the service doubts, and one that cannot be judged, is not compared. */
export function compareHoldings(readings: readonly (CoverReading | HoldingReading)[], reports: readonly HoldingsReport[], tally: Tally): void {
  for (const cover of readings.filter((one) => one.kind === "cover")) {
    const lines = readings.filter((one) => one.kind === "holding").filter((line) => line.accession === cover.accession);
    const report = reports.find((one) => one.accession === cover.accession);
    if (!report) {
      tally.differs(`the report ${cover.accession} has ${lines.length} positions in a second reading, the service has none`, cover.line);
      continue;
    }
    for (const name of ["form", "cik", "period", "filed", "adds"] as const) tally.equal(`${name} of ${cover.accession}`, cover[name], report[name], cover.line);
    const unit = unitOf(cover.filed, lines);
    if (unit !== undefined && report.doubt === undefined) tally.equal(`the unit of ${cover.accession}`, unit, report.unit, cover.line);
    const factor = report.unit === "thousands" ? 1_000 : 1;
    const total = lines.reduce((sum, line) => sum + line.typedValue, 0) * factor;
    tally.equal(`the total of ${cover.accession} in dollars`, total, report.total, cover.line);

    const byCusip = new Map<string, { shares: number; typed: number; readonly line: number | undefined; readonly issuer: string }>();
    for (const { cusip, amount, typedValue, isShares, line, issuer } of lines) {
      if (!isShares) continue;
      const sum = byCusip.get(cusip) ?? { shares: 0, typed: 0, line, issuer };
      byCusip.set(cusip, { ...sum, shares: sum.shares + amount, typed: sum.typed + typedValue });
    }
    const held = new Map(report.holdings.map((one) => [one.cusip, one]));
    for (const [cusip, { shares, typed, line, issuer }] of byCusip) {
      const one = held.get(cusip);
      tally.equal(`shares of ${issuer} (${cusip})`, shares, one?.shares, line);
      tally.equal(`the typed value of ${issuer} (${cusip})`, typed, one?.raw_value, line);
      tally.equal(`the value of ${issuer} (${cusip}) in dollars`, typed * factor, one?.value, line);
    }
    for (const cusip of held.keys()) if (!byCusip.has(cusip)) tally.differs(`the service has a position in ${cusip}, a second reading has none`, cover.line);
  }
}
