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

/** Compares the trades of a House report with the service's. A trade that cannot be right as typed may be left out by name. */
export function compareHouse(readings: readonly HouseTradeReading[], rows: readonly RecordRow[], tally: Tally): void {
  const left = rows
    .filter((row) => row.dataset === "congress_trade")
    .map((row) => ({ ticker: row.entity === "" ? undefined : row.entity, traded: row.date, ...(row.body as DisclosedTrade) }));
  const leftOut = rows.filter((row) => row.dataset === "left_out").map((row) => row.body as LeftOut);
  for (const one of readings) {
    const isSame = ({ ticker, type, owner, amount_low, amount_high, sub_holding, traded, notification_date }: (typeof left)[number]): boolean =>
      ticker === one.ticker &&
      type === one.type &&
      (owner ?? undefined) === one.owner &&
      amount_low === one.low &&
      (amount_high ?? undefined) === one.high &&
      (sub_holding ?? undefined) === one.subHolding &&
      (isMistyped(one) ? dayOfYear(traded) === dayOfYear(one.traded) : traded === one.traded && notification_date === one.notified);
    const found = left.findIndex(isSame);
    if (found >= 0) {
      const [row] = left.splice(found, 1);
      tally.equal(`the status of ${words(one)}`, one.status?.toLowerCase() ?? "new", row?.filing_status.toLowerCase(), one.line);
      continue;
    }
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
