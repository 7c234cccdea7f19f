import { isCommon, isImpossible } from "../../../second-reading/ownership";
import type { OwnershipReading, TransactionReading } from "../../../second-reading/reading";
import type { InsiderReport } from "../../../service/records/insider-report";
import type { RecordRow } from "../../../service/records/record";
import type { Tally } from "./difference";

const words = ({ code, shares, price, security, date }: TransactionReading): string =>
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
    if (trade) tally.equal(`the value of ${words(line)}`, value, trade.value === null ? undefined : Math.round(trade.value), line.line);
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
  for (const line of impossible.slice(named)) tally.differs(`${words(line)} cannot be right and is left out without a word`, line.line);
  for (const line of missing) if (!impossible.includes(line)) tally.differs(`${words(line)} is in a second reading only`, line.line);
}
