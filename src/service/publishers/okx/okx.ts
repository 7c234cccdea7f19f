import { shown } from "../../../contract/arguments";
import { type IsoDate, isoOf } from "../../../contract/dates";
import { largest, smallest } from "../../../contract/lists";
import {
  baseSymbol,
  type ContractSize,
  coverageRows,
  type LiquidatedSide,
  type Liquidation,
  LIQUIDATION_SYMBOLS,
  type LiquidationSpan,
} from "../../records/crypto";
import type { FindStored, RecordRow } from "../../records/record";
import { createPublisher, type Feed } from "../publisher";
import { fundingFeed } from "../reading/funding-records";
import { headOf, isObject, type JsonObject, listIn, numberIn, readJson, requiredNumber, textIn } from "../reading/read-json";
import { refuseFile, notEmpty } from "../reading/text";

/**
 * Reads the list inside OKX's reply. Errors have status 200 and a code inside the reply.
 *
 * @throws RefusedFile with OKX's message for a code other than 0, and for a reply without a list.
 */
function okxList(bytes: Uint8Array, title: string): readonly JsonObject[] {
  const reply = readJson(bytes);
  const code = isObject(reply) ? reply["code"] : undefined;
  if (code !== "0" && isObject(reply))
    refuseFile(`expected ${title}, got an error from OKX: code ${typeof code === "string" ? code : shown(code)}, ${shown(reply["msg"])}; fetch it again later`);
  return listIn(reply, "data", title);
}

const CONTRACTS_TITLE = "OKX's list of perpetual contracts";

/** The list has no dates. A size applies from OKX's first perpetuals on. */
const SINCE: IsoDate = "2018-01-01";

const contractEntity = (contract: string): string => `okx ${contract}`;

function contractRecord(row: JsonObject): RecordRow[] {
  if (row["instType"] !== "SWAP") refuseFile(`expected perpetuals (SWAP) as instType, got ${shown(row["instType"])}; fetch instType=SWAP`);
  const contract = textIn(row, "instId", CONTRACTS_TITLE);
  const value = numberIn(row, "ctVal", CONTRACTS_TITLE);
  // A contract that does not trade yet has neither a size nor liquidations.
  if (value === undefined) return [];
  if (row["ctMult"] === undefined)
    refuseFile(`expected ctMult of ${contract} in ${CONTRACTS_TITLE}, got none; fetch it again, or update the service if it was renamed`);
  const size = Number((value * (numberIn(row, "ctMult", CONTRACTS_TITLE) ?? 1)).toPrecision(12));
  if (size <= 0) refuseFile(`expected a size above 0 as ctVal of ${contract}, got ${requiredNumber(row, "ctVal", CONTRACTS_TITLE)}; fetch it again`);
  const kind = textIn(row, "ctType", CONTRACTS_TITLE);
  const of = textIn(row, "ctValCcy", CONTRACTS_TITLE);
  if (kind !== "linear" && kind !== "inverse") refuseFile(`expected linear or inverse as ctType of ${contract}, got ${shown(kind)}; update the service`);
  if (kind === "inverse" && of !== "USD") refuseFile(`expected dollars as ctValCcy of ${contract}, which is inverse, got ${shown(of)}; update the service`);
  const body: ContractSize = { kind, size, of };
  return [{ dataset: "contract", entity: contractEntity(contract), date: SINCE, key: "", known: SINCE, body, source: "okx" }];
}

/** The size of one contract of each perpetual, needed to value liquidations in dollars. Source: OKX, public/instruments. */
const contracts: Feed = {
  id: "okx.contracts",
  title: CONTRACTS_TITLE,
  looksLike: '{"code":"0","msg":"","data":[{"alias":…,"ctVal":…',
  recognises: ({ bytes }) => /^\s*\{[\s\S]*"data"\s*:\s*\[\s*\{[\s\S]*"ctVal"/.test(headOf(bytes, 2_000)),
  parse: ({ bytes }) => ({
    records: notEmpty(okxList(bytes, CONTRACTS_TITLE).flatMap(contractRecord), "there is no contract with a size in this reply; fetch it again"),
  }),
  fetching: {
    schedule: { timeZone: "UTC", on: "daily", at: "00:05" },
    requests: () => [{ part: "perpetuals", url: "https://www.okx.com/api/v5/public/instruments?instType=SWAP" }],
  },
};

const TITLE = "OKX's liquidation orders";
const FIRST_MS = Date.UTC(2018, 0, 1);
const LAST_MS = Date.UTC(2100, 0, 1);

/** The side of the closed position. In net mode `posSide` does not state it; a forced sale then closes a long. */
function sideOf(row: JsonObject, contract: string): LiquidatedSide {
  const [position, order] = [row["posSide"], row["side"]];
  const byOrder = order === "sell" ? "long" : order === "buy" ? "short" : undefined;
  if (byOrder === undefined) refuseFile(`expected buy or sell as side of a liquidation of ${contract}, got ${shown(order)}; fetch it again`);
  if (position === "net" || position === "") return byOrder;
  if (position !== "long" && position !== "short")
    refuseFile(`expected long, short or net as posSide of a liquidation of ${contract}, got ${shown(position)}; update the service`);
  if (position !== byOrder) refuseFile(`a ${position} position of ${contract} cannot be closed by ${order === "buy" ? "buying" : "selling"}; fetch it again`);
  return position;
}

function liquidationOf(row: JsonObject, contract: string, findStored: FindStored | undefined): Liquidation {
  const time_ms = requiredNumber(row, "ts", TITLE);
  if (!Number.isInteger(time_ms) || time_ms < FIRST_MS || time_ms > LAST_MS)
    refuseFile(`expected a time in milliseconds as ts, got ${time_ms} for ${contract}; fetch it again`);
  const size = findStored?.<ContractSize>("contract", contractEntity(contract), isoOf(time_ms))?.body;
  if (!size)
    refuseFile(
      `the size of one contract of ${contract} is unknown, so ${shown(row["sz"])} contracts have no value in dollars; first fetch OKX's list of contracts (npm run -s data -- update okx), or import it (public/instruments?instType=SWAP)`,
    );
  const contracts = requiredNumber(row, "sz", TITLE);
  const price = requiredNumber(row, "bkPx", TITLE);
  if (contracts <= 0 || price <= 0) refuseFile(`expected a size and a price above 0 for ${contract}, got ${contracts} contracts at ${price}; fetch it again`);
  const usd = Number((contracts * size.size * (size.kind === "linear" ? price : 1)).toPrecision(12));
  return { exchange: "okx", contract, time_ms, side: sideOf(row, contract), contracts, price, usd };
}

function recordsOf(group: JsonObject, findStored: FindStored | undefined): RecordRow[] {
  if (group["instType"] !== "SWAP") refuseFile(`expected perpetuals (SWAP) as instType, got ${shown(group["instType"])}; fetch instType=SWAP`);
  const contract = textIn(group, "instId", TITLE);
  const entity = baseSymbol(contract) ?? refuseFile(`expected the name of a perpetual, got ${shown(contract)}; fetch a perpetual`);
  const all = listIn(group, "details", TITLE).map((row) => liquidationOf(row, contract, findStored));
  if (all.length === 0) return [];
  // Several positions can have equal size, price and millisecond. A number distinguishes them.
  const seen = new Map<string, number>();
  const records = all.map((body): RecordRow => {
    const name = `${body.time_ms} okx ${contract} ${body.side} ${body.contracts} ${body.price}`;
    const n = (seen.get(name) ?? 0) + 1;
    seen.set(name, n);
    const date = isoOf(body.time_ms);
    return { dataset: "liquidation", entity, date, key: `${name} ${n}`, known: date, body, source: "okx" };
  });
  const times = all.map((l) => l.time_ms);
  const span: LiquidationSpan = { from_ms: smallest(times), to_ms: largest(times), contract };
  return [...records, ...coverageRows(`liquidation ${entity}`, span, "okx")];
}

/**
 * Liquidated positions, each with its side and its size in dollars. A page has the last hundred of a contract, and OKX keeps only the last days, so it is
 * fetched often, and the period that each page covers is stored. Source: OKX, public/liquidation-orders.
 */
const liquidations: Feed = {
  id: "okx.liquidations",
  title: TITLE,
  looksLike: '{"code":"0","data":[{"details":[{"bkLoss":…,"bkPx":…',
  // An error and an empty list are recognised too: `parse` refuses them with a message.
  recognises: ({ bytes }) => /"details"\s*:\s*\[|^\s*\{(?=[\s\S]*"data"\s*:\s*\[\s*\])[\s\S]*"code"/.test(headOf(bytes, 2_000)),
  parse: ({ bytes }, findStored) => ({
    records: notEmpty(
      okxList(bytes, TITLE).flatMap((group) => recordsOf(group, findStored)),
      "the list of liquidations is empty: OKX has no such contract, or no data for that time; nothing was imported",
    ),
  }),
  fetching: {
    schedule: { timeZone: "UTC", on: { everyMinutes: 15 }, at: "00:07" },
    requests: () =>
      LIQUIDATION_SYMBOLS.map((symbol) => ({
        part: symbol,
        url: `https://www.okx.com/api/v5/public/liquidation-orders?instType=SWAP&instFamily=${symbol}-USDT&state=filled&limit=100`,
      })),
  },
};

/** `realizedRate` is the rate that was paid, `fundingRate` the predicted one. The first counts if stated. */
const fundingHistory = fundingFeed({
  venue: "okx",
  id: "okx.funding-rate-history",
  title: "OKX's funding rate history",
  looksLike: '{"code":"0","msg":"","data":[{"instType":"SWAP","instId":…,"fundingRate":…',
  start: /^\s*\{\s*"code"[\s\S]*"instId"[\s\S]*"fundingRate"/,
  listOf: (bytes, title) => {
    const list = notEmpty(okxList(bytes, title), "the list of settlements is empty: OKX has no such contract, or no data for that time");
    return list.map((row) => {
      if (row["instType"] !== "SWAP") refuseFile(`expected a perpetual (SWAP) as instType, got ${shown(row["instType"])}; fetch a perpetual`);
      if (row["realizedRate"] === undefined)
        refuseFile(`expected realizedRate, the rate that was paid, in ${title}, got none; fetch it again, or update the service if it was renamed`);
      return { ...row, realizedRate: numberIn(row, "realizedRate", title) ?? requiredNumber(row, "fundingRate", title) };
    });
  },
  members: ["instId", "fundingTime", "realizedRate"],
  requestOf: (coin) => ({ url: `https://www.okx.com/api/v5/public/funding-rate-history?instId=${coin}-USDT-SWAP&limit=100` }),
});

/** OKX: settled funding of perpetuals, and liquidations. */
export const okx = createPublisher({
  id: "okx",
  name: "OKX",
  // Contract sizes come first, because liquidations need them.
  feeds: [fundingHistory, contracts, liquidations],
  msBetween: 500,
});
