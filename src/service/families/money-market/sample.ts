import { addDays, type IsoDate } from "../../../contract/dates";
import type { RateKey } from "../../../contract/vocabulary";
import { sessionOnOrBefore } from "../../sample/calendar";
import { wander } from "../../sample/rates";
import { rounded } from "../../sample/random";
import { sampleLatest, sampleValue } from "../../sample/series";
import type { RateRow } from "./rows";

/** Usual volume in $ billions, and the usual width of the distribution in percentage points. */
const MARKET: Readonly<Record<Exclude<RateKey, "IORB">, readonly [volume: number, width: number]>> = {
  SOFR: [2050, 0.14],
  TGCR: [780, 0.06],
  BGCR: [800, 0.06],
  EFFR: [98, 0.05],
  OBFR: [245, 0.06],
};

/** TGCR and BGCR are no curated series: both rest on a part of SOFR's trades, and print a little below it since it began. */
const BELOW_SOFR = { TGCR: 0.02, BGCR: 0.02 } as const;

function tri(key: keyof typeof BELOW_SOFR, date: IsoDate): { date: IsoDate; value: number }[] {
  const days: { date: IsoDate; value: number }[] = [];
  for (let day = sessionOnOrBefore(date); days.length < 2 && day >= "2018-04-03"; day = sessionOnOrBefore(addDays(day, -1)))
    days.push({ date: day, value: rounded(Math.max(0.01, (sampleValue("SOFR", day) ?? 0) - BELOW_SOFR[key]), 2) });
  return days;
}

/** The newest two generated rows of a rate, newest first; none before the rate began. */
export function sampleRow(key: RateKey, today: IsoDate): RateRow[] {
  const observations = key === "TGCR" || key === "BGCR" ? tri(key, today) : sampleLatest(key, today, 2, today);
  return observations.map(({ date, value }) => {
    if (key === "IORB") return { date, rate: value, volume_bn: null, percentile_1: null, percentile_99: null };
    const [volume, width] = MARKET[key];
    const spread = width * (1 + 0.3 * wander(`${key} width`, date));
    return {
      date,
      rate: value,
      volume_bn: Math.round(volume * (1 + 0.08 * wander(`${key} volume`, date))),
      percentile_1: Number(Math.max(0, value - 0.35 * spread).toFixed(2)),
      percentile_99: Number((value + 0.65 * spread + 0.01).toFixed(2)),
    };
  });
}
