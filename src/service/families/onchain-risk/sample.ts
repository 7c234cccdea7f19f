import type { IsoDate } from "../../../contract/dates";
import { between, chance, pick } from "../../sample/random";
import { wave } from "../../sample/waves";
import { RISK_NAMES, RISK_WEIGHTS, type RiskAsset, type RiskRow } from "./rows";

/** Share of days on which one component is absent. */
const GAP_SHARE = 0.12;

/** Sample components of one asset on one day. */
export function sampleRiskRow(asset: RiskAsset, date: IsoDate): RiskRow {
  const missing = chance(GAP_SHARE, "risk gap", asset, date) ? pick(RISK_NAMES, "risk missing", asset, date) : undefined;
  const market = wave("crypto stress", date, 520);
  return {
    asset,
    date,
    components: RISK_NAMES.map((name) => {
      const stress = 46 + 38 * market + 26 * wave(`risk ${asset} ${name}`, date, 140) + between(-6, 6, "risk day", asset, name, date);
      return { name, weight: RISK_WEIGHTS[name], stress: name === missing ? null : Math.max(1, Math.min(99, stress)) };
    }),
  };
}
