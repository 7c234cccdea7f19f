import { shown } from "../../../contract/arguments";
import { createPublisher } from "../publisher";
import { fundingFeed } from "../reading/funding-records";
import { isObject, listIn, readJson } from "../reading/read-json";
import { refuseFile, notEmpty } from "../reading/text";

const fundingHistory = fundingFeed({
  venue: "bybit",
  id: "bybit.funding-history",
  title: "Bybit's funding rate history",
  looksLike: '{"retCode":0,"retMsg":"OK","result":{"category":"linear","list":[…',
  start: /^\s*\{\s*"retCode"[\s\S]*"fundingRateTimestamp"/,
  listOf: (bytes, title) => {
    const reply = readJson(bytes);
    // Errors have status 200 and a code inside the reply.
    if (!isObject(reply) || reply["retCode"] !== 0)
      refuseFile(`expected ${title}, got an error from Bybit: ${shown(isObject(reply) ? reply["retMsg"] : reply)}; fetch it again later`);
    return notEmpty(listIn(reply["result"], "list", title), "the list of settlements is empty: Bybit has no such contract, or no data for that time");
  },
  members: ["symbol", "fundingRateTimestamp", "fundingRate"],
  requestOf: (coin) => ({
    url: `https://api.bybit.com/v5/market/funding/history?category=linear&symbol=${coin === "PEPE" ? "1000PEPE" : coin}USDT&limit=200`,
  }),
});

/** Bybit: settled funding of perpetuals. */
export const bybit = createPublisher({ id: "bybit", name: "Bybit", feeds: [fundingHistory], msBetween: 500 });
