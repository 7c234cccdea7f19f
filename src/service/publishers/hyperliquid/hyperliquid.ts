import { HOUR_MS } from "../../time/durations";
import { createPublisher } from "../publisher";
import { fundingFeed } from "../reading/funding-records";
import { listOf } from "../reading/read-json";

/**
 * Rates are for eight hours before, for one hour after. The settlement at that midnight was the last of eight hours; the half hour allows for settlements that
 * are seconds late.
 */
const HOURLY_SINCE = Date.UTC(2023, 5, 8) + HOUR_MS / 2;

const fundingHistory = fundingFeed({
  venue: "hyperliquid",
  id: "hyperliquid.funding-history",
  title: "Hyperliquid's funding history",
  looksLike: '[{"coin":"BTC","fundingRate":…',
  start: /^\s*\[\s*\{\s*"coin"\s*:[^}]*"fundingRate"/,
  listOf: (bytes, title) => listOf(bytes, "settlements", title),
  members: ["coin", "time", "fundingRate"],
  interval: (time) => (time < HOURLY_SINCE ? 8 : 1),
  // A reply has at most 500 settlements: about three weeks.
  requestOf: (name, { today }) => {
    const coin = name === "PEPE" ? "kPEPE" : name;
    const body = JSON.stringify({ type: "fundingHistory", coin, startTime: Date.parse(`${today}T00:00:00Z`) - 14 * 24 * HOUR_MS });
    return { url: "https://api.hyperliquid.xyz/info", method: "POST", headers: { "Content-Type": "application/json" }, body };
  },
});

/** Hyperliquid: settled funding of perpetuals, by the hour. */
export const hyperliquid = createPublisher({ id: "hyperliquid", name: "Hyperliquid", feeds: [fundingHistory], msBetween: 1_000 });
