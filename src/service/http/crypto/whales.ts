import { Type } from "@sinclair/typebox";
import type { CaveatId } from "../../../contract/caveats";
import { chainOf, type ListedTransfer, listedTransfers, TRANSFER_CHAINS } from "../../families/whale/whale";
import { DIRECTIONS, LABEL_CONFIDENCES, SMALLEST_USD } from "../../records/crypto";
import { asOfRows } from "../../evaluation/on-wire";
import { momentInUtc } from "../../time/clock";
import { HOUR_MS } from "../../time/durations";
import { endpoint, listAnswer } from "../server/endpoint";
import { oneOfTexts, orNull, sourceMembers, wireRows } from "../server/schemas";
import { whyNone } from "../server/shown-rows";

const QUERY = {
  blockchain: Type.Optional(oneOfTexts(TRANSFER_CHAINS, { description: "Omit for all." })),
  direction: Type.Optional(oneOfTexts(DIRECTIONS, { description: "Omit for all." })),
  min_usd: Type.Number({ minimum: SMALLEST_USD, default: SMALLEST_USD, description: "Smallest size, in US dollars." }),
  hours: Type.Integer({ minimum: 1, maximum: 720, default: 168, description: "Hours up to the service's time." }),
};
export const WHALE_CAVEATS: readonly CaveatId[] = ["btc_netflow_artifact", "internal_transfers_labelled", "heuristic_labels_do_not_suppress"];
const NO_LABEL = "null if the file does not name the owner and no label matches";
const TRANSFERS = wireRows<ListedTransfer>({
  asset: [Type.String(), (t) => t.asset],
  blockchain: [
    oneOfTexts(TRANSFER_CHAINS, { description: "The chain of the asset. USDT, USDC and WBTC count as Ethereum, because files do not state the chain." }),
    (t) => chainOf(t.asset),
  ],
  time: [Type.String({ description: "Time of the transfer, ISO 8601." }), (t) => new Date(t.at).toISOString()],
  time_ms: [Type.Integer({ description: "The same time, milliseconds since 1970." }), (t) => t.at],
  usd: [Type.Number({ description: "Size in US dollars at the time of the transfer." }), (t) => t.usd],
  direction: [oneOfTexts(DIRECTIONS, { description: "Into or out of an exchange, between exchanges, or neither as far as labels show." }), (t) => t.direction],
  is_internal_transfer: [
    Type.Boolean({ description: "True if both ends belong to one entity. Exclude such rows before you compute flows." }),
    (t) => t.is_internal_transfer,
  ],
  internal_transfer_unverified: [
    Type.Boolean({ description: "True if is_internal_transfer follows from a heuristic label alone. See label_confidence." }),
    (t) => t.internal_transfer_unverified,
  ],
  label_confidence: [
    orNull(
      oneOfTexts(LABEL_CONFIDENCES),
      "stated by the file; exact if every address has the label; heuristic if only some of the addresses that paid together have it; null without any label.",
    ),
    (t) => t.label_confidence,
  ],
  from: [Type.Array(Type.String(), { description: "Addresses or names of the senders; empty if not stated." }), (t) => t.from],
  to: [orNull(Type.String(), "Address or name of the receiver; null if not stated."), (t) => t.to],
  from_label: [orNull(Type.String(), `Owner of the sending addresses; ${NO_LABEL}.`), (t) => t.from_label],
  to_label: [orNull(Type.String(), `Owner of the receiving address; ${NO_LABEL}.`), (t) => t.to_label],
  transaction: [Type.String({ description: "The transaction's id on its chain." }), (t) => t.transaction],
  ...sourceMembers(({ origin }: ListedTransfer) => origin.source),
});

const NONE = "No transfer matches. Use more hours, a smaller min_usd or fewer filters, or import transfers: npm run -s data -- import whale FILE";

/** A transfer in its wire form. */
export const transferOnWire = TRANSFERS.of;

/** GET /v1/crypto/whales: large transfers, newest first: those that WHALE counts. Gaps of the operator's own rows are named in the note. */
export const cryptoWhalesEndpoint = endpoint({
  path: "/v1/crypto/whales",
  summary: "Large transfers on chains",
  tag: "crypto",
  examples: [{}, { parameters: { min_usd: 99999.99 }, status: 422 }],
  asOf: true,
  query: QUERY,
  paging: { most: 200, fallback: 50 },
  data: Type.Array(TRANSFERS.schema),
  caveats: WHALE_CAVEATS,
  answer: ({ blockchain, direction, min_usd, hours }, context) => {
    const now = momentInUtc(context.clock);
    const { transfers, provenance, gaps } = listedTransfers(context, blockchain, now - hours * HOUR_MS, now);
    const rows = transfers.filter((t) => t.usd >= min_usd && (direction === undefined || t.direction === direction));
    const whyEmpty = provenance.length > 0 ? NONE : whyNone(context, NONE);
    return listAnswer(rows, (page) => ({
      data: page.map(transferOnWire),
      asOf: asOfRows(context, provenance),
      sources: page.map(({ origin }) => origin.source),
      note: gaps.length > 0 ? gaps.join(" ") : rows.length === 0 ? whyEmpty : undefined,
    }));
  },
});
