import type { Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { untilImport } from "../../answers/until-import";
import { isPublished } from "../rows";
import { hasOwnTransfers } from "../whale/transfers";
import { exchangeFlowStress, stablecoinStress } from "./flow-stress";
import { fundingStress } from "./funding-stress";
import { liquidationStress } from "./liquidation-stress";
import { isMeasured, RISK_NAMES, type Absent, type Measured, type RiskAsset, type RiskName, type RiskRow } from "./rows";
import { volatilityStress } from "./volatility-stress";

const MEASURES: Readonly<Record<RiskName, (context: Context, asset: RiskAsset) => Measured | Absent>> = {
  funding: fundingStress,
  liquidations: liquidationStress,
  "exchange flows": exchangeFlowStress,
  volatility: volatilityStress,
  stablecoins: stablecoinStress,
};

/** True if any component has a published row, of any age. Then no component uses sample data. */
const hasRows = (context: Context, asset: RiskAsset): boolean =>
  (["funding", "liquidation", "price"] as const).some((dataset) => isPublished(context, dataset, asset)) ||
  ([asset, "USDT", "USDC"] as const).some((of) => hasOwnTransfers(context, of));

const cache = untilImport<RiskRow>();

function read(context: Context, asset: RiskAsset): RiskRow {
  const components = RISK_NAMES.map((name) => ({ name, reading: MEASURES[name](context, asset) }));
  const days = components.flatMap(({ reading }) => (isMeasured(reading) ? [reading.observation_date] : []));
  return { asset, date: days.reduce((a, b) => (a > b ? a : b), days[0] ?? context.clock.today()), components };
}

/** The components of an asset from published rows alone, absent ones with the reason; undefined if none has a row. */
export function publishedRiskRow(context: Context, asset: RiskAsset): Sourced<RiskRow> | undefined {
  if (!hasRows(context, asset)) return undefined;
  const rows = cache(context, `${asset} ${context.clock.asOf()}`, () => read(context, asset));
  const [first] = rows.components.flatMap(({ reading }) => (isMeasured(reading) ? [reading.source] : []));
  return { rows, source: first ?? "sample", sample: false };
}
