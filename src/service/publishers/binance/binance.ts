import { PUBLISHER_SOURCES } from "../../records/attribution";
import { PERPETUALS } from "../../../contract/vocabulary";
import { fundingRecords } from "../reading/funding-records";
import { headOf, listOf, requiredNumber, textIn } from "../reading/read-json";
import type { Feed, Publisher } from "../publisher";

const TITLE = "Binance's funding rate history";

const fundingHistory: Feed = {
  id: "binance.funding-rate",
  title: TITLE,
  looksLike: '[{"symbol":"BTCUSDT","fundingRate":…,"fundingTime":…',
  recognises: ({ bytes }) => /^\s*\[\s*\{\s*"symbol"[^}]*"fundingTime"/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const list = listOf(bytes, "settlements", TITLE);
    const settlements = list.map((row) => ({
      contract: textIn(row, "symbol", TITLE),
      time: requiredNumber(row, "fundingTime", TITLE),
      rate: requiredNumber(row, "fundingRate", TITLE),
    }));
    return { title: TITLE, rows: [], records: fundingRecords("binance", settlements) };
  },
  fetching: {
    schedule: { timeZone: "UTC", on: "daily", at: "00:10" },
    requests: () =>
      PERPETUALS.map((coin) => ({
        part: coin,
        url: `https://fapi.binance.com/fapi/v1/fundingRate?symbol=${coin === "PEPE" ? "1000PEPE" : coin}USDT&limit=500`,
      })),
  },
};

/** Binance: settled funding of perpetuals. It returns status 451 to requests from the United States. */
export const binance: Publisher = {
  id: "binance",
  name: "Binance",
  terms: PUBLISHER_SOURCES.binance,
  feeds: [fundingHistory],
  politeness: { msBetween: 500 },
};
