import { PUBLISHER_SOURCES } from "../../records/attribution";
import { shown } from "../../../contract/arguments";
import { PERPETUALS } from "../../../contract/vocabulary";
import { fundingRecords } from "../reading/funding-records";
import { headOf, isObject, listIn, readJson, requiredNumber, textIn } from "../reading/read-json";
import { RefusedFile } from "../reading/text";
import type { Feed, Publisher } from "../publisher";

const TITLE = "Bybit's funding rate history";

const fundingHistory: Feed = {
  id: "bybit.funding-history",
  title: TITLE,
  looksLike: '{"retCode":0,"retMsg":"OK","result":{"category":"linear","list":[…',
  recognises: ({ bytes }) => /^\s*\{\s*"retCode"[\s\S]*"fundingRateTimestamp"/.test(headOf(bytes, 800)),
  parse: ({ bytes }) => {
    const reply = readJson(bytes);
    // Errors have status 200 and a code inside the reply.
    if (!isObject(reply) || reply["retCode"] !== 0)
      throw new RefusedFile(`expected ${TITLE}, got an error from Bybit: ${shown(isObject(reply) ? reply["retMsg"] : reply)}; fetch it again later`);
    const list = listIn(reply["result"], "list", TITLE);
    if (list.length === 0) throw new RefusedFile("the list of settlements is empty: Bybit has no such contract, or no data for that time");
    const settlements = list.map((row) => ({
      contract: textIn(row, "symbol", TITLE),
      time: requiredNumber(row, "fundingRateTimestamp", TITLE),
      rate: requiredNumber(row, "fundingRate", TITLE),
    }));
    return { title: TITLE, rows: [], records: fundingRecords("bybit", settlements) };
  },
  fetching: {
    schedule: { timeZone: "UTC", on: "daily", at: "00:10" },
    requests: () =>
      PERPETUALS.map((coin) => ({
        part: coin,
        url: `https://api.bybit.com/v5/market/funding/history?category=linear&symbol=${coin === "PEPE" ? "1000PEPE" : coin}USDT&limit=200`,
      })),
  },
};

/** Bybit: settled funding of perpetuals. */
export const bybit: Publisher = {
  id: "bybit",
  name: "Bybit",
  terms: PUBLISHER_SOURCES.bybit,
  feeds: [fundingHistory],
  politeness: { msBetween: 500 },
};
