import type { IsoDate } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import { between, chance, pick } from "../../sample/random";
import { wave } from "../../sample/waves";
import { RISK_NAMES, type RiskAsset, type RiskRow } from "./rows";

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
      if (name === missing) return { name, reading: { absent: "not known on that day" } };
      const within = Math.max(1, Math.min(99, stress));
      return { name, reading: { stress: within, value: rounded(within, 1), unit: "score", observation_date: date, source: "sample" } };
    }),
  };
}
