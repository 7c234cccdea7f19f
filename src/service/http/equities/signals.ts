import { Type } from "@sinclair/typebox";
import { nearest } from "../../../contract/nearest";
import { SIGNAL_TYPES, type SignalType } from "../../../contract/listed/signals";
import type { Context } from "../../answers/context";
import { asOfRows } from "../../evaluation/on-wire";
import { allSignals, type ListedSignal, signalsArePublished } from "../../families/signals/signals";
import { whyUndetected } from "../../families/signals/declared";
import { EVIDENCE_FAMILIES } from "../../families/signals/rows";
import { endpoint, listAnswer } from "../server/endpoint";
import { oneOfTexts, sourceMembers, wireRows } from "../server/schemas";
import { readShownRows } from "../server/shown-rows";

const MOST_DAYS = 365;
const SEVERITIES = ["critical", "high", "medium", "low"] as const;

const QUERY = {
  signal_type: Type.Optional(Type.String({ maxLength: 64, description: "Such as insider_cluster_buy. docs/figures.md lists what each detector reports." })),
  severity: Type.Optional(oneOfTexts(SEVERITIES, { description: "Omit for all." })),
  days: Type.Integer({ minimum: 1, maximum: MOST_DAYS, default: 7, description: "Calendar days up to the service's date." }),
};
const SIGNALS = wireRows<ListedSignal>({
  asset_symbol: [Type.String(), ({ ticker }) => ticker],
  signal_type: [Type.String(), ({ signal }) => signal.type],
  direction: [oneOfTexts(["bull", "bear", "neutral"]), ({ signal }) => signal.direction],
  severity: [oneOfTexts(SEVERITIES), ({ signal }) => signal.severity],
  score: [Type.Number({ description: "Strength, 0 to 100: 40 at the detector's threshold." }), ({ signal }) => signal.score],
  headline: [Type.String({ description: "What was found, with its source." }), ({ signal }) => signal.headline],
  date: [Type.String({ description: "The day on which it could be known." }), ({ signal }) => signal.date],
  family: [oneOfTexts(EVIDENCE_FAMILIES, { description: "The rows that it was found in." }), ({ family }) => family],
  ...sourceMembers(({ source }: ListedSignal) => source),
});
/** A signal in its wire form. */
export const signalOnWire = SIGNALS.of;

const isType = (name: string): name is SignalType => SIGNAL_TYPES.some((type) => type === name);

/** Why no signal is listed: there is no such type, it has no data source, or none is in the window. */
function noneFound(type: string | undefined, days: number): string {
  if (type !== undefined && !isType(type)) {
    const [near] = nearest(type, SIGNAL_TYPES, 1);
    return `There is no signal type "${type}"${near === undefined ? "" : `; did you mean ${near}?`}`;
  }
  const why = type === undefined ? undefined : whyUndetected(type);
  if (why !== undefined) return `${type} is not detected: ${why}.`;
  return `No such signal is known in the last ${days === 1 ? "day" : `${days} days`}.${days < MOST_DAYS ? ` Use more days, at most ${MOST_DAYS}.` : ""}`;
}

/** The signals of all symbols in the last `days` days, and why there are none. */
export const knownSignals = (context: Context, days: number): Promise<{ readonly rows: readonly ListedSignal[]; readonly whyEmpty?: string }> =>
  readShownRows(context, signalsArePublished(context), () => allSignals(context, days));

/** GET /v1/equities/signals: the signals of all symbols, newest first. */
export const signalsEndpoint = endpoint({
  path: "/v1/equities/signals",
  summary: "Signals of all symbols",
  tag: "equities",
  examples: [{ parameters: { days: 30, severity: "high" } }, { parameters: { days: 366 }, status: 422 }],
  query: QUERY,
  asOf: true,
  paging: { most: 200, fallback: 50 },
  data: Type.Array(SIGNALS.schema),
  answer: async ({ signal_type: type, severity, days }, context) => {
    const { rows, whyEmpty } = await knownSignals(context, days);
    const found = rows.filter(({ signal }) => (type === undefined || signal.type === type) && (severity === undefined || signal.severity === severity));
    return listAnswer(found, (page) => ({
      data: page.map(signalOnWire),
      asOf: asOfRows(context, [...new Set(page.flatMap((one) => one.provenance))]),
      sources: page.map(({ source }) => source),
      note: found.length > 0 ? undefined : (whyEmpty ?? noneFound(type, days)),
    }));
  },
});
