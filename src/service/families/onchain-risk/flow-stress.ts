import type { WhaleAsset } from "../../../contract/vocabulary";
import { jointOrigin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { originOfTransfers } from "../whale/transfers";
import { flow, rowsFor } from "../whale/whale";
import { stressOf, type Absent, type Measured, type RiskAsset } from "./rows";

interface Flows {
  readonly into: number;
  readonly out: number;
}

/** Flows into and out of exchanges in the last 24 hours, from the operator's own transfers, or why they are unknown. */
function flowsOf(context: Context, asset: WhaleAsset): Flows | Absent {
  const { rows, sample } = rowsFor(context, asset);
  if (sample) return { absent: `no transfers of ${asset} are imported` };
  if ("missing" in rows) return { absent: rows.missing };
  if (!rows.exchange_labels) return { absent: `the transfers of ${asset} have no exchange labels` };
  return { into: flow(rows, "exchange_inflow"), out: flow(rows, "exchange_outflow") };
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** Net inflow to exchanges as a share of all flows: −1 all out, 1 all in. Coins move to exchanges to be sold, so inflow is stress. */
export function exchangeFlowStress(context: Context, asset: RiskAsset): Measured | Absent {
  const flows = flowsOf(context, asset);
  if ("absent" in flows) return flows;
  const { into, out } = flows;
  if (into + out === 0) return { absent: `no large transfer of ${asset} to or from an exchange in the last 24 hours` };
  const net = (into - out) / (into + out);
  return {
    stress: stressOf(50 + 50 * net),
    value: Number(net.toFixed(6)),
    unit: "ratio",
    observation_date: context.clock.today(),
    ...originOfTransfers(context, asset),
    evidence: `net inflow to exchanges is ${percent(net)} of all flows in the last 24 hours`,
  };
}

const STABLECOINS = ["USDT", "USDC"] as const;

/** The same for stablecoins with the opposite sign: dollars that leave exchanges cannot buy coins. */
export function stablecoinStress(context: Context): Measured | Absent {
  const read = STABLECOINS.map((asset) => [asset, flowsOf(context, asset)] as const);
  const known = read.flatMap(([asset, flows]) => ("absent" in flows ? [] : [{ asset, ...flows }]));
  if (known.length === 0) return { absent: read.flatMap(([, flows]) => ("absent" in flows ? [flows.absent] : [])).join("; ") };
  const [into, out] = [known.reduce((n, f) => n + f.into, 0), known.reduce((n, f) => n + f.out, 0)];
  const names = known.map((f) => f.asset).join(" and ");
  if (into + out === 0) return { absent: `no large transfer of ${names} to or from an exchange in the last 24 hours` };
  const net = (into - out) / (into + out);
  return {
    stress: stressOf(50 - 50 * net),
    value: Number(net.toFixed(6)),
    unit: "ratio",
    observation_date: context.clock.today(),
    ...jointOrigin(known.map(({ asset }) => originOfTransfers(context, asset))),
    evidence: `net inflow of ${names} to exchanges is ${percent(net)} of all flows in the last 24 hours${known.length < STABLECOINS.length ? "; the other one is not known" : ""}`,
  };
}
