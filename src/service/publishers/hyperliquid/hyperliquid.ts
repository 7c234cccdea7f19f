import { PUBLISHER_SOURCES } from "../../records/attribution";
import { PERPETUALS } from "../../../contract/vocabulary";
import { fundingRecords } from "../reading/funding-records";
import { headOf, listOf, requiredNumber, textIn } from "../reading/read-json";
import type { Feed, Publisher } from "../publisher";
import { HOUR_MS } from "../../time/durations";

const TITLE = "Hyperliquid's funding history";
/**
 * Rates are for eight hours before, for one hour after. The settlement at that midnight was the last of eight hours; the half hour allows for settlements that
 * are seconds late.
 */
const HOURLY_SINCE = Date.UTC(2023, 5, 8) + HOUR_MS / 2;

const fundingHistory: Feed = {
  id: "hyperliquid.funding-history",
  title: TITLE,
  looksLike: '[{"coin":"BTC","fundingRate":…',
  recognises: ({ bytes }) => /^\s*\[\s*\{\s*"coin"\s*:[^}]*"fundingRate"/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const list = listOf(bytes, "settlements", TITLE);
    const settlements = list.map((row) => ({
      contract: textIn(row, "coin", TITLE),
      time: requiredNumber(row, "time", TITLE),
      rate: requiredNumber(row, "fundingRate", TITLE),
    }));
    return { title: TITLE, rows: [], records: fundingRecords("hyperliquid", settlements, (time) => (time < HOURLY_SINCE ? 8 : 1)) };
  },
  fetching: {
    schedule: { timeZone: "UTC", on: "daily", at: "00:10" },
    // A reply has at most 500 settlements: about three weeks.
    requests: ({ today }) =>
      PERPETUALS.map((coin) => ({
        part: coin,
        url: "https://api.hyperliquid.xyz/info",
        method: "POST" as const,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          type: "fundingHistory",
          coin: coin === "PEPE" ? "kPEPE" : coin,
          startTime: Date.parse(`${today}T00:00:00Z`) - 14 * 24 * HOUR_MS,
        }),
      })),
  },
};

/** Hyperliquid: settled funding of perpetuals, by the hour. */
export const hyperliquid: Publisher = {
  id: "hyperliquid",
  name: "Hyperliquid",
  terms: PUBLISHER_SOURCES.hyperliquid,
  feeds: [fundingHistory],
  politeness: { msBetween: 1_000 },
};
