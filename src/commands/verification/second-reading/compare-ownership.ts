import { isCommon, isImpossible } from "../../../second-reading/ownership";
import type { OwnershipReading, TransactionReading } from "../../../second-reading/reading";
import type { InsiderReport } from "../../../service/records/insider-report";
import type { LeftOut } from "../../../service/records/left-out";
import type { RecordRow } from "../../../service/records/record";
import type { Tally } from "./difference";

const words = ({ code, shares, price, security, date }: TransactionReading): string =>
  `${code === "P" ? "the purchase" : "the sale"} of ${shares ?? "unknown"} ${security} at ${price ?? "no price"} on ${date}`;

/** Compares the open-market lines of one report with the service's. Lines that are impossible or of another security may be left out, the former only by name. */
function compareTrades(lines: readonly TransactionReading[], { trades }: InsiderReport, leftOut: number, tally: Tally): void {
  const left = [...trades];
  let unnamed = leftOut;
  for (const line of lines.filter(({ code }) => code === "P" || code === "S")) {
    const found = left.findIndex(
      ({ traded, side, shares, price }) =>
        traded === line.date && (side === "sell") === (line.code === "S") && shares === line.shares && (price ?? undefined) === (line.price || undefined),
    );
    const [trade] = found < 0 ? [] : left.splice(found, 1);
    if (trade) {
      const value = line.price && line.shares !== undefined ? Math.round(line.price * line.shares) : undefined;
      tally.equal(`the value of ${words(line)}`, value, trade.value === null ? undefined : Math.round(trade.value), line.line);
    } else if (isImpossible(line)) {
      if (unnamed-- <= 0) tally.differs(`${words(line)} cannot be right and is left out without a word`, line.line);
    } else if (isCommon(line)) tally.differs(`${words(line)} is in a second reading only`, line.line);
  }
  for (const { side, shares, traded } of left) tally.differs(`the service has a ${side} of ${shares} shares on ${traded} that a second reading does not have`);
}

/** Compares a Form 4 or 5 with the service's rows of it: one row for each symbol that the issuer's line names. */
export function compareOwnership(readings: readonly (OwnershipReading | TransactionReading)[], rows: readonly RecordRow[], tally: Tally): void {
  const [head] = readings.filter((one) => one.kind === "ownership");
  if (!head) return;
  const reports = rows.filter((row) => row.dataset === "insider_trade");
  const leftOut = rows.filter((row) => row.dataset === "left_out").map((row) => row.body as LeftOut).length;
  const entities = [...new Set(reports.map((row) => row.entity))].sort();
  const symbols = head.symbols.length > 0 ? [...head.symbols].sort() : [`cik:${head.issuer}`];
  tally.equal("the issuer's symbols", symbols.join(" "), entities.join(" "), head.line);
  for (const row of reports) {
    const body = row.body as InsiderReport;
    tally.equal("the form", head.form, body.form, head.line);
    tally.equal("the period", head.period, body.period, head.line);
    tally.equal("the day of the original", head.original, body.original, head.line);
    tally.equal("the day of filing", head.filed, body.filed, head.line);
    tally.equal("the owners", head.owners.join(" "), body.owners.map(({ cik }) => cik).join(" "), head.line);
    if (head.plan10b5 !== undefined) tally.equal("the rule 10b5-1 plan", head.plan10b5, body.plan10b5_1, head.line);
    compareTrades(
      readings.filter((one) => one.kind === "transaction"),
      body,
      leftOut,
      tally,
    );
  }
}
