import { isRecord } from "../../contract/json";
import { isIsoMoment } from "../../contract/dates";
import { LAYOUT, TableRefusal } from "../kind";
import { integerIn, listKind } from "../list-kind";
import { given, required, rowsIn } from "../read-body";

const MOST = { id: "most", label: "Maximum rows per family", kind: "integer", bounds: { from: 1, to: 500, fallback: 200 } } as const;

/** The first of these members that has a value. */
const first =
  (...members: readonly string[]) =>
  (row: Readonly<Record<string, unknown>>): unknown =>
    members.map((member) => row[member]).find((value) => value !== undefined && value !== null && value !== "");

/** What is new since a moment. */
export const CHANGES = listKind({
  id: "changes",
  title: "Changes since",
  about: "Signals, whale transfers, prediction markets and confluences that are new since a moment of the last 7 days.",
  isPresent: true,
  fields: [
    {
      id: "since",
      label: "Since",
      kind: "start",
      required: true,
      hint: "a day or a moment in UTC of the last 7 days, such as 2024-06-25T14:30Z, or a time that moves with each refresh: 3d",
    },
    { id: "ticker", label: "Symbol", hint: "default: all", example: "AAPL" },
    MOST,
    LAYOUT,
  ],
  titleOf: (asked) => `Changes since ${given(asked, "since")}`,
  path: () => "/v1/changes",
  parameters: (asked) => {
    const since = required(asked, "since", "Since", "2024-06-25");
    if (!isIsoMoment(since)) throw new TableRefusal(`Since: expected a day or a moment such as 2024-06-25T14:30Z, or a time such as 3d, got ${since}.`);
    return { since, symbol: given(asked, "ticker"), limit_per_family: integerIn(asked, MOST) };
  },
  page: 0,
  rowsOf: (data) =>
    isRecord(data)
      ? Object.entries(data)
          .flatMap(([family, rows]) => rowsIn(rows).map((row) => ({ ...row, change_family: family })))
          .sort((a, b) => String((a as { first_seen?: unknown }).first_seen).localeCompare(String((b as { first_seen?: unknown }).first_seen)))
      : [],
  columns: [
    { id: "first_seen", heading: "First seen, UTC", as: "moment" },
    { id: "change_family", heading: "Family", as: "text", key: true },
    { id: "symbol", heading: "Symbol", as: "text", of: first("asset_symbol", "ticker", "symbol", "asset", "market_id"), key: true },
    { id: "what", heading: "What", as: "text", of: first("headline", "question", "signal_type", "direction", "type") },
    { id: "day", heading: "Date", as: "moment", of: first("date", "time", "observation_date") },
    { id: "id", heading: "Id", as: "text", of: first("transaction", "signal_type", "market_id", "first_seen"), key: true },
  ],
});
