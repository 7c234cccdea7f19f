import type { Publisher } from "../../publisher";
import { bitcoinBlock } from "./block";
import { prices } from "../prices";
import { addressLabels } from "./labels";
import { ownTransfers } from "./transfers";

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
