import { shown } from "../../../contract/arguments";
import { own } from "../../../contract/json";
import type { PositionBasis } from "../../records/macro";
import { createPublisher, type Feed } from "../publisher";
import { dayIn, headOf, type JsonObject, listOf, numberIn, requiredNumber, textIn } from "../reading/read-json";
import { RefusedFile } from "../reading/text";
import { legacyText, positionRow } from "./legacy-text";

const TITLE = "the CFTC's legacy commitments of traders as JSON";
const BASES: Readonly<Record<string, PositionBasis>> = { FutOnly: "futures-only", Combined: "combined" };

function rowOf(row: JsonObject) {
  const asked = textIn(row, "futonly_or_combined", TITLE);
  const basis = own(BASES, asked);
  if (basis === undefined) throw new RefusedFile(`expected FutOnly or Combined as futonly_or_combined, got ${shown(asked)}; update the service if it is new`);
  const at = (member: string): number => requiredNumber(row, member, TITLE);
  const maybe = (member: string): number | null => numberIn(row, member, TITLE) ?? null;
  return positionRow({
    code: textIn(row, "cftc_contract_market_code", TITLE),
    date: dayIn(row, "report_date_as_yyyy_mm_dd", TITLE),
    basis,
    market: textIn(row, "market_and_exchange_names", TITLE),
    open_interest: at("open_interest_all"),
    noncomm_long: at("noncomm_positions_long_all"),
    noncomm_short: at("noncomm_positions_short_all"),
    // The publisher's spelling.
    noncomm_spread: at("noncomm_postions_spread_all"),
    comm_long: at("comm_positions_long_all"),
    comm_short: at("comm_positions_short_all"),
    total_reported_long: at("tot_rept_positions_long_all"),
    total_reported_short: at("tot_rept_positions_short"),
    nonrept_long: at("nonrept_positions_long_all"),
    nonrept_short: at("nonrept_positions_short_all"),
    change_open_interest: maybe("change_in_open_interest_all"),
    change_noncomm_long: maybe("change_in_noncomm_long_all"),
    change_noncomm_short: maybe("change_in_noncomm_short_all"),
    change_noncomm_spread: maybe("change_in_noncomm_spead_all"),
    change_comm_long: maybe("change_in_comm_long_all"),
    change_comm_short: maybe("change_in_comm_short_all"),
    traders_total: maybe("traders_tot_all"),
  });
}

/** The same report from the CFTC's public reporting environment (6dca-aqww futures only, jun7-fc8e with options): a list of objects, numbers as text. */
const legacyJson: Feed = {
  id: "cftc.legacy-json",
  title: TITLE,
  looksLike: '[{"id":"…","market_and_exchange_names":…',
  recognises: ({ bytes }) => /^\s*\[\s*\{[^}]*"market_and_exchange_names"/.test(headOf(bytes, 2_000)),
  parse: ({ bytes }) => {
    const list = listOf(bytes, "rows", TITLE);
    return { title: TITLE, rows: [], records: list.map(rowOf) };
  },
};

/** U.S. Commodity Futures Trading Commission: the weekly commitments of traders. */
export const cftc = createPublisher({ id: "cftc", name: "U.S. Commodity Futures Trading Commission", feeds: [legacyText, legacyJson], msBetween: 1_000 });
