import { SERIES_IDS, TENOR_SERIES } from "../../contract/series";
import { TENORS, type Tenor } from "../../contract/vocabulary";
import { nameFor, type ReadName } from "./read-name";

const TENOR = /^(US |US|UST|UST |DGS)?(\d{1,3})[ -]?(Y|YR|YRS|YEARS?|M|MO|MOS|MTHS?|MONTHS?)?$/;

/** A tenor of the Treasury curve: 10 year, 10yr, 10-Year, 1mo, 12M, US10Y, DGS10. Undefined for other text. */
export function tenorNamed(text: string): Tenor | undefined {
  const [, lead, digits, unit = lead === "DGS" ? "Y" : undefined] = TENOR.exec(text) ?? [];
  if (digits === undefined || unit === undefined) return undefined;
  const count = Number(digits);
  const tenor = unit.startsWith("M") && count % 12 === 0 ? `${count / 12}Y` : `${count}${unit[0]}`;
  return TENORS.find((one) => one === tenor);
}

/** Converts a tenor in another notation. Undefined if no tenor matches or `text` is the tenor itself. */
export const readTenor = (text: string): ReadName | undefined => nameFor(text, tenorNamed(text));

/** Converts other terminals' names of series: FRED:DGS10, FRED/DGS10 and US10Y become DGS10. Other names are returned unchanged. */
export function seriesNamed(text: string): string {
  if (SERIES_IDS.includes(text)) return text;
  const bare = text.replace(/^FRED[:/\\ ]\s*/, "");
  if (SERIES_IDS.includes(bare)) return bare;
  const tenor = /^US/.test(bare) ? tenorNamed(bare) : undefined;
  return tenor === undefined ? text : TENOR_SERIES[tenor];
}

/** `seriesNamed` for a name in upper case. Undefined if the name stays the same. */
export const readSeriesName = (text: string): ReadName | undefined => nameFor(text, seriesNamed(text));
