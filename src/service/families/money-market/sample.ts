import { addDays, type IsoDate } from "../../../contract/dates";
import type { RateKey } from "../../../contract/vocabulary";
import { bankDayOnOrBefore } from "../../time/calendar";
import { pathAlong } from "../../sample/paths";
import { wander } from "../../sample/waves";
import { rounded } from "../../../contract/rounded";
import { isPublicObservation, type Now } from "../../sample/public-rows";
import { sampleLatest, sampleValue } from "../../sample/series";
import type { RateRow } from "../../records/macro";

/** Volume in billions of US dollars, and the usual distance between the percentiles in percentage points. */
const MARKET: Readonly<Record<Exclude<RateKey, "IORB">, readonly [volume: (date: IsoDate) => number, width: number]>> = {
  SOFR: [
    pathAlong(
      "SOFR volume",
      "2018-04:800 2019:1000 2020-03:1150 2021:900 2022:950 2023:1150 2023-10:1500 2024-06:2000 2025-03:2500 2025-11:3000 2031:3300",
      0.02,
      "log",
    ),
    0.14,
  ],
  TGCR: [pathAlong("TGCR volume", "2018-04:350 2020-03:430 2021:350 2023:450 2024-06:720 2025:1000 2026:1250 2031:1400", 0.02, "log"), 0.06],
  BGCR: [pathAlong("BGCR volume", "2018-04:380 2020-03:460 2021:380 2023:470 2024-06:740 2025:1020 2026:1270 2031:1430", 0.02, "log"), 0.06],
  EFFR: [pathAlong("EFFR volume", "2000:80 2016-03:70 2019:65 2020-06:70 2022:85 2023-03:110 2024:95 2031:100", 0.03, "log"), 0.05],
  OBFR: [pathAlong("OBFR volume", "2016-03:260 2021:290 2022:250 2024:240 2025:215 2031:230", 0.03, "log"), 0.06],
};

/** TGCR and BGCR have no curated series. Both cover part of SOFR's trades and lie this many percentage points below it, from the day SOFR began. */
const BELOW_SOFR = { TGCR: 0.02, BGCR: 0.02 } as const;

function belowSofr(key: keyof typeof BELOW_SOFR, count: number, { today, moment }: Now): { date: IsoDate; value: number }[] {
  const days: { date: IsoDate; value: number }[] = [];
  const at = moment();
  for (let day = bankDayOnOrBefore(today()); days.length < count && day >= "2018-04-03"; day = bankDayOnOrBefore(addDays(day, -1)))
    if (isPublicObservation(key, day, at)) days.push({ date: day, value: rounded(Math.max(0.01, (sampleValue("SOFR", day) ?? 0) - BELOW_SOFR[key]), 2) });
  return days;
}

/** The newest public sample rows of a rate, at most `count`, newest first; none before the rate began. */
export function sampleRows(key: RateKey, count: number, now: Now): RateRow[] {
  const observations = key === "TGCR" || key === "BGCR" ? belowSofr(key, count, now) : sampleLatest(key, now.today(), count, now.moment());
  return observations.map(({ date, value }) => {
    if (key === "IORB") return { date, rate: value, volume_bn: null, percentile_1: null, percentile_99: null };
    const [volume, width] = MARKET[key];
    const spread = width * (1 + 0.3 * wander(`${key} width`, date));
    return {
      date,
      rate: value,
      volume_bn: Math.round(volume(date)),
      percentile_1: Number(Math.max(0, value - 0.35 * spread).toFixed(2)),
      percentile_99: Number((value + 0.65 * spread + 0.01).toFixed(2)),
    };
  });
}
