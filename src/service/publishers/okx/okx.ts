import { PUBLISHER_SOURCES } from "../../records/attribution";
import { shown } from "../../../contract/arguments";
import { PERPETUALS } from "../../../contract/vocabulary";
import { fundingRecords } from "../reading/funding-records";
import { headOf, numberIn, requiredNumber, textIn } from "../reading/read-json";
import { RefusedFile } from "../reading/text";
import type { Feed, Publisher } from "../publisher";
import { contracts, okxList } from "./contracts";
import { liquidations } from "./liquidations";

const TITLE = "OKX's funding rate history";

/** `realizedRate` is the rate that was paid, `fundingRate` the predicted one. The first counts if stated. */
const fundingHistory: Feed = {
  id: "okx.funding-rate-history",
  title: TITLE,
  looksLike: '{"code":"0","msg":"","data":[{"instType":"SWAP","instId":…,"fundingRate":…',
  recognises: ({ bytes }) => /^\s*\{\s*"code"[\s\S]*"instId"[\s\S]*"fundingRate"/.test(headOf(bytes, 800)),
  parse: ({ bytes }) => {
    const list = okxList(bytes, TITLE);
    if (list.length === 0) throw new RefusedFile("the list of settlements is empty: OKX has no such contract, or no data for that time");
    const settlements = list.map((row) => {
      if (row["instType"] !== "SWAP") throw new RefusedFile(`expected a perpetual (SWAP) as instType, got ${shown(row["instType"])}; fetch a perpetual`);
      if (row["realizedRate"] === undefined)
        throw new RefusedFile(`expected realizedRate, the rate that was paid, in ${TITLE}, got none; fetch it again, or update the service if it was renamed`);
      return {
        contract: textIn(row, "instId", TITLE),
        time: requiredNumber(row, "fundingTime", TITLE),
        rate: numberIn(row, "realizedRate", TITLE) ?? requiredNumber(row, "fundingRate", TITLE),
      };
    });
    return { title: TITLE, rows: [], records: fundingRecords("okx", settlements) };
  },
  fetching: {
    schedule: { timeZone: "UTC", on: "daily", at: "00:10" },
    requests: () =>
      PERPETUALS.map((coin) => ({ part: coin, url: `https://www.okx.com/api/v5/public/funding-rate-history?instId=${coin}-USDT-SWAP&limit=100` })),
  },
};

/** OKX: settled funding of perpetuals, and liquidations. */
export const okx: Publisher = {
  id: "okx",
  name: "OKX",
  terms: PUBLISHER_SOURCES.okx,
  // Contract sizes come first, because liquidations need them.
  feeds: [fundingHistory, contracts, liquidations],
  politeness: { msBetween: 500 },
};
