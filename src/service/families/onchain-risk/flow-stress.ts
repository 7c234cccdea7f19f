import type { WhaleAsset } from "../../../contract/vocabulary";
import { jointOrigin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { ownTransfers } from "../whale/published";
import { flow, rowsFor } from "../whale/whale";
import { stressOf, type Absent, type Measured, type RiskAsset } from "./rows";

interface Flows {
  readonly into: number;
  readonly out: number;
}

/** What flowed into exchanges and out of them in the last 24 hours, by the operator's own rows; or why that is not known. */
function flowsOf(context: Context, asset: WhaleAsset): Flows | Absent {
  const { rows, sample } = rowsFor(context, asset);
  if (sample) return { absent: `no transfers of ${asset} are imported` };
  if ("missing" in rows) return { absent: rows.missing };
  if (!rows.exchange_labels) return { absent: `the transfers of ${asset} carry no exchange labels` };
  return { into: flow(rows, "exchange_inflow"), out: flow(rows, "exchange_outflow") };
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** Net inflow as a share of all that flowed into exchanges and out of them: −1 all out, 1 all in. Coins that come to exchanges come to be sold. */
export function exchangeFlowStress(context: Context, asset: RiskAsset): Measured | Absent {
  const flows = flowsOf(context, asset);
  if ("absent" in flows) return flows;
  const { into, out } = flows;
  if (into + out === 0) return { absent: `no large transfer of ${asset} went to an exchange or came from one in the last 24 hours` };
  const net = (into - out) / (into + out);
  return {
    stress: stressOf(50 + 50 * net),
    value: Number(net.toFixed(6)),
    unit: "ratio",
    observation_date: context.clock.today(),
    ...ownTransfers(context, asset),
    evidence: `net inflow to exchanges is ${percent(net)} of what flowed either way in the last 24 hours`,
  };
}

const STABLECOINS = ["USDT", "USDC"] as const;

/** The same of dollars in stablecoins, the other way round: dollars that leave exchanges are not there to buy with. */
export function stablecoinStress(context: Context): Measured | Absent {
  const read = STABLECOINS.map((asset) => [asset, flowsOf(context, asset)] as const);
  const known = read.flatMap(([asset, flows]) => ("absent" in flows ? [] : [{ asset, ...flows }]));
  if (known.length === 0) return { absent: read.flatMap(([, flows]) => ("absent" in flows ? [flows.absent] : [])).join("; ") };
  const [into, out] = [known.reduce((n, f) => n + f.into, 0), known.reduce((n, f) => n + f.out, 0)];
  const names = known.map((f) => f.asset).join(" and ");
  if (into + out === 0) return { absent: `no large transfer of ${names} went to an exchange or came from one in the last 24 hours` };
  const net = (into - out) / (into + out);
  return {
    stress: stressOf(50 - 50 * net),
    value: Number(net.toFixed(6)),
    unit: "ratio",
    observation_date: context.clock.today(),
    ...jointOrigin(known.map(({ asset }) => ownTransfers(context, asset))),
    evidence: `net inflow of ${names} to exchanges is ${percent(net)} of what flowed either way in the last 24 hours${known.length < STABLECOINS.length ? "; of the other nothing is known" : ""}`,
  };
}
