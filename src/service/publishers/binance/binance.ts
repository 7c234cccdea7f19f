import { createPublisher } from "../publisher";
import { fundingFeed } from "../reading/funding-records";
import { listOf } from "../reading/read-json";

const fundingHistory = fundingFeed({
  venue: "binance",
  id: "binance.funding-rate",
  title: "Binance's funding rate history",
  looksLike: '[{"symbol":"BTCUSDT","fundingRate":…,"fundingTime":…',
  start: /^\s*\[\s*\{\s*"symbol"[^}]*"fundingTime"/,
  listOf: (bytes, title) => listOf(bytes, "settlements", title),
  members: ["symbol", "fundingTime", "fundingRate"],
  requestOf: (coin) => ({ url: `https://fapi.binance.com/fapi/v1/fundingRate?symbol=${coin === "PEPE" ? "1000PEPE" : coin}USDT&limit=500` }),
});

/** Binance: settled funding of perpetuals. It returns status 451 to requests from the United States. */
export const binance = createPublisher({ id: "binance", name: "Binance", feeds: [fundingHistory], msBetween: 500 });
