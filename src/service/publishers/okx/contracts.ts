import { shown } from "../../../contract/arguments";
import type { IsoDate } from "../../../contract/dates";
import type { ContractSize } from "../../records/crypto";
import type { RecordRow } from "../../records/record";
import type { Feed } from "../publisher";
import { headOf, isObject, type JsonObject, listIn, numberIn, readJson, requiredNumber, textIn } from "../reading/read-json";
import { RefusedFile } from "../reading/text";

/**
 * Reads the list inside OKX's reply. Errors have status 200 and a code inside the reply.
 *
 * @throws RefusedFile with OKX's message for a code other than 0, and for a reply without a list.
 */
export function okxList(bytes: Uint8Array, title: string): readonly JsonObject[] {
  const reply = readJson(bytes);
  const code = isObject(reply) ? reply["code"] : undefined;
  if (code !== "0" && isObject(reply))
    throw new RefusedFile(
      `expected ${title}, got an error from OKX: code ${typeof code === "string" ? code : shown(code)}, ${shown(reply["msg"])}; fetch it again later`,
    );
  return listIn(reply, "data", title);
}

const TITLE = "OKX's list of perpetual contracts";

/** The list has no dates. A size applies from OKX's first perpetuals on. */
const SINCE: IsoDate = "2018-01-01";

export const contractEntity = (contract: string): string => `okx ${contract}`;

function recordOf(row: JsonObject): RecordRow[] {
  if (row["instType"] !== "SWAP") throw new RefusedFile(`expected perpetuals (SWAP) as instType, got ${shown(row["instType"])}; fetch instType=SWAP`);
  const contract = textIn(row, "instId", TITLE);
  const value = numberIn(row, "ctVal", TITLE);
  // A contract that does not trade yet has neither a size nor liquidations.
  if (value === undefined) return [];
  if (row["ctMult"] === undefined)
    throw new RefusedFile(`expected ctMult of ${contract} in ${TITLE}, got none; fetch it again, or update the service if it was renamed`);
  const size = Number((value * (numberIn(row, "ctMult", TITLE) ?? 1)).toPrecision(12));
  if (size <= 0) throw new RefusedFile(`expected a size above 0 as ctVal of ${contract}, got ${requiredNumber(row, "ctVal", TITLE)}; fetch it again`);
  const kind = textIn(row, "ctType", TITLE);
  const of = textIn(row, "ctValCcy", TITLE);
  if (kind !== "linear" && kind !== "inverse")
    throw new RefusedFile(`expected linear or inverse as ctType of ${contract}, got ${shown(kind)}; update the service`);
  if (kind === "inverse" && of !== "USD")
    throw new RefusedFile(`expected dollars as ctValCcy of ${contract}, which is inverse, got ${shown(of)}; update the service`);
  const body: ContractSize = { kind, size, of };
  return [{ dataset: "contract", entity: contractEntity(contract), date: SINCE, key: "", known: SINCE, body, source: "okx" }];
}

/** The size of one contract of each perpetual, needed to value liquidations in dollars. Source: OKX, public/instruments. */
export const contracts: Feed = {
  id: "okx.contracts",
  title: TITLE,
  looksLike: '{"code":"0","msg":"","data":[{"alias":…,"ctVal":…',
  recognises: ({ bytes }) => /^\s*\{[\s\S]*"data"\s*:\s*\[\s*\{[\s\S]*"ctVal"/.test(headOf(bytes, 2_000)),
  parse: ({ bytes }) => {
    const records = okxList(bytes, TITLE).flatMap(recordOf);
    if (records.length === 0) throw new RefusedFile("there is no contract with a size in this reply; fetch it again");
    return { title: TITLE, rows: [], records };
  },
  fetching: {
    schedule: { timeZone: "UTC", on: "daily", at: "00:05" },
    requests: () => [{ part: "perpetuals", url: "https://www.okx.com/api/v5/public/instruments?instType=SWAP" }],
  },
};
