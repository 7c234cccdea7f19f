import { LAYOUT, TableRefusal } from "../kind";
import { integerIn, listKind, mostRows } from "../list-kind";
import { given } from "../read-body";

const HOURS = { id: "hours", label: "Hours", kind: "integer", bounds: { from: 1, to: 720, fallback: 168 } } as const;
const SMALLEST = 100_000;

/** Large transfers of coins. */
export const WHALES = listKind({
  id: "whales",
  title: "Whale transfers",
  about: "Large on-chain transfers, newest first.",
  fields: [HOURS, { id: "min_usd", label: "Minimum size, USD", hint: "at least 100,000", example: "1000000" }, mostRows(50, 200), LAYOUT],
  titleOf: (asked) => `Whale transfers of ${integerIn(asked, HOURS)} hours`,
  path: () => "/v1/crypto/whales",
  parameters: (asked) => {
    const text = given(asked, "min_usd").replaceAll(",", "");
    if (text !== "" && !(Number(text) >= SMALLEST)) throw new TableRefusal(`Minimum size: expected a number of at least 100,000, got ${text}.`);
    return { hours: integerIn(asked, HOURS), min_usd: text };
  },
  page: 200,
  columns: [
    { id: "time", heading: "Time, UTC", as: "moment" },
    { id: "asset", heading: "Asset", as: "text", key: true },
    { id: "usd", heading: "Size, USD" },
    { id: "direction", heading: "Direction", as: "text" },
    { id: "from_label", heading: "From", as: "text" },
    { id: "to_label", heading: "To", as: "text" },
    { id: "label_confidence", heading: "Label", as: "text" },
    { id: "is_internal_transfer", heading: "Internal", as: "flag" },
    { id: "transaction", heading: "Transaction", as: "text", key: true },
  ],
});
