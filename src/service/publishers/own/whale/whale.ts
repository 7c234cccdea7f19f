import { shown } from "../../../../contract/arguments";
import type { IsoDate } from "../../../../contract/dates";
import { type AddressLabel, chainAddress, isNobody } from "../../../records/crypto";
import type { RecordRow } from "../../../records/record";
import type { Publisher } from "../../publisher";
import { RefusedFile } from "../../reading/text";
import { ownList, ownPublisher } from "../own-columns";
import { prices } from "../prices";
import { bitcoinBlock } from "./block";
import { ownTransfers } from "./transfers";

/** Labels have no dates. They apply from the first block of any chain on. */
const SINCE: IsoDate = "2009-01-03";

const labelIn = ({ body }: RecordRow): string => {
  const { entity, kind } = body as AddressLabel;
  return `as ${entity}'s (${kind})`;
};

/** Owner and kind of each address: `exchange`, or another word for an owner that is not an exchange. */
const addressLabels = ownList({
  id: "whale.labels",
  title: "your own labels of addresses",
  required: ["address", "entity", "kind"],
  recognised: ["address", "kind"],
  what: "label",
  rowOf: (cell, line) => {
    const [address, entity, kind] = [chainAddress(cell("address")), cell("entity"), cell("kind").toLowerCase()];
    if (isNobody(address) || isNobody(entity))
      throw new RefusedFile("expected an address and the name of its owner; leave out addresses of unknown owners", line);
    if (!/^[a-z][a-z _-]*$/.test(kind)) throw new RefusedFile(`expected a word such as exchange under kind, got ${shown(cell("kind"))}`, line);
    const body: AddressLabel = { entity, kind };
    return { dataset: "address_label", entity: address, date: SINCE, key: "", known: SINCE, body, source: "user" };
  },
  twice: (before, row) => `${row.entity} appears twice, ${labelIn(before)} and ${labelIn(row)}; keep the right one`,
});

/** Large on-chain transfers from the operator's own files and node. Nothing is fetched. */
export const whale: Publisher = {
  ...ownPublisher("whale", "Your own large transfers", [ownTransfers, addressLabels, bitcoinBlock], {
    text: "You bring the files: transfers as CSV, blocks that your own Bitcoin node prints, labels of addresses. Nothing is fetched. You are responsible for the right to use them, labels above all.",
    defaultOn: false,
  }),
  // Amounts in coins are valued with imported prices.
  dependsOn: [prices.id],
};
