import { shown } from "../../../contract/arguments";
import { PUBLISHER_SOURCES } from "../../records/attribution";
import type { Publisher } from "../publisher";
import { fundingFeed } from "../reading/funding-records";
import { numberIn, requiredNumber } from "../reading/read-json";
import { RefusedFile } from "../reading/text";
import { contracts, okxList } from "./contracts";
import { liquidations } from "./liquidations";

/** `realizedRate` is the rate that was paid, `fundingRate` the predicted one. The first counts if stated. */
const fundingHistory = fundingFeed({
  venue: "okx",
  id: "okx.funding-rate-history",
  title: "OKX's funding rate history",
  looksLike: '{"code":"0","msg":"","data":[{"instType":"SWAP","instId":…,"fundingRate":…',
  start: /^\s*\{\s*"code"[\s\S]*"instId"[\s\S]*"fundingRate"/,
  listOf: (bytes, title) => {
    const list = okxList(bytes, title);
    if (list.length === 0) throw new RefusedFile("the list of settlements is empty: OKX has no such contract, or no data for that time");
    return list.map((row) => {
      if (row["instType"] !== "SWAP") throw new RefusedFile(`expected a perpetual (SWAP) as instType, got ${shown(row["instType"])}; fetch a perpetual`);
      if (row["realizedRate"] === undefined)
        throw new RefusedFile(`expected realizedRate, the rate that was paid, in ${title}, got none; fetch it again, or update the service if it was renamed`);
      return { ...row, realizedRate: numberIn(row, "realizedRate", title) ?? requiredNumber(row, "fundingRate", title) };
    });
  },
  members: ["instId", "fundingTime", "realizedRate"],
  requestOf: (coin) => ({ url: `https://www.okx.com/api/v5/public/funding-rate-history?instId=${coin}-USDT-SWAP&limit=100` }),
});

/** OKX: settled funding of perpetuals, and liquidations. */
export const okx: Publisher = {
  id: "okx",
  name: "OKX",
  terms: PUBLISHER_SOURCES.okx,
  // Contract sizes come first, because liquidations need them.
  feeds: [fundingHistory, contracts, liquidations],
  politeness: { msBetween: 500 },
};
