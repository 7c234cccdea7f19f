import { isMistyped } from "../../../second-reading/house";
import type { HouseTradeReading } from "../../../second-reading/reading";
import type { DisclosedTrade } from "../../../service/records/congress-trade";
import type { LeftOut } from "../../../service/records/left-out";
import type { RecordRow } from "../../../service/records/record";
import type { Tally } from "./difference";

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
