import { shown } from "../../../../contract/arguments";
import type { IsoDate } from "../../../../contract/dates";
import { type AddressLabel, chainAddress, isNobody } from "../../../records/crypto";
import type { RecordRow } from "../../../records/record";
import type { Feed, Publisher } from "../../publisher";
import { headOf } from "../../reading/read-json";
import { decodedText, RefusedFile } from "../../reading/text";
import { readTextTable } from "../../reading/table";
import { ownColumns } from "../own-columns";
import { prices } from "../prices";
import { bitcoinBlock } from "./block";
import { ownTransfers } from "./transfers";

const TITLE = "your own labels of addresses";
const COLUMNS = ["address", "entity", "kind"];

/** Labels have no dates. They apply from the first block of any chain on. */
const SINCE: IsoDate = "2009-01-03";

/** Owner and kind of each address: `exchange`, or another word for an owner that is not an exchange. */
const addressLabels: Feed = {
  id: "whale.labels",
  title: TITLE,
  looksLike: COLUMNS.join(","),
  recognises: ({ bytes }) => {
    const [first = ""] = headOf(bytes).trimStart().split(/\r?\n/);
    return /(^|,)\s*"?address"?\s*(,|$)/i.test(first) && /(^|,)\s*"?kind"?\s*(,|$)/i.test(first);
  },
  parse: ({ bytes }) => {
    const { lines, cellsOf } = ownColumns(readTextTable(decodedText(bytes)), COLUMNS, [], COLUMNS.join(","));
    const taken = new Map<string, RecordRow>();
    for (const line of lines) {
      const cell = cellsOf(line);
      const [address, entity, kind] = [chainAddress(cell("address")), cell("entity"), cell("kind").toLowerCase()];
      if (isNobody(address) || isNobody(entity))
        throw new RefusedFile("expected an address and the name of its owner; leave out addresses of unknown owners", line.number);
      if (!/^[a-z][a-z _-]*$/.test(kind)) throw new RefusedFile(`expected a word such as exchange under kind, got ${shown(cell("kind"))}`, line.number);
      const body: AddressLabel = { entity, kind };
      const before = taken.get(address)?.body as AddressLabel | undefined;
      if (before && (before.entity !== entity || before.kind !== kind))
        throw new RefusedFile(`${address} appears twice, as ${before.entity}'s (${before.kind}) and as ${entity}'s (${kind}); keep the right one`, line.number);
      taken.set(address, { dataset: "address_label", entity: address, date: SINCE, key: "", known: SINCE, body, source: "user" });
    }
    if (taken.size === 0) throw new RefusedFile("there is no label in the file; add lines under the header");
    return { title: TITLE, rows: [], records: [...taken.values()] };
  },
};

/** Large on-chain transfers from the operator's own files and node. Nothing is fetched. */
export const whale: Publisher = {
  id: "whale",
  name: "Your own large transfers",
  terms: {
    licence: "your own",
    url: "docs/own-files.md",
    text: "You bring the files: transfers as CSV, blocks that your own Bitcoin node prints, labels of addresses. Nothing is fetched. You are responsible for the right to use them, labels above all.",
    defaultOn: false,
    redistribution: "unconfirmed",
  },
  feeds: [ownTransfers, addressLabels, bitcoinBlock],
  // Amounts in coins are valued with imported prices.
  dependsOn: [prices.id],
  politeness: { msBetween: 0 },
};
