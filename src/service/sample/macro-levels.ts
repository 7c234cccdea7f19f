import type { IsoDate } from "../../contract/dates";
import { DECLARED_SERIES } from "../records/series/declared";
import { pathAlong } from "./paths";

/** Levels that series are computed from, as a series declares its own. */
const LEVELS: Readonly<Record<string, readonly [text: string, noise: number]>> = {
  /** Percent. */
  breakeven: [
    `2003:1.65 2004-06:2.6 2006-05:2.6 2007:2.3 2008-07:2.5 2008-09-12:1.9 2008-10-15:1 2008-11-20:.1 2009-01:.15 2009-03:.95 2009-06-10:1.95 2010-01:2.35
    2010-09:1.6 2011-04:2.6 2011-10:1.8 2012-10:2.5 2013-03:2.55 2013-07:2.05 2014-06:2.2 2015-01:1.6 2015-06:1.9 2016-02-11:1.2 2016-07:1.45 2017-01:2
    2018-04:2.15 2019-01:1.75 2019-10:1.55 2020-02-20:1.65 2020-03-19:.5 2020-06:1.2 2020-09:1.65 2021-01:2.05 2021-05-17:2.54 2021-09:2.3 2021-11-15:2.75
    2022-04-21:3 2022-07:2.3 2022-12:2.25 2023-04:2.3 2023-10-19:2.45 2023-12:2.2 2024-04:2.4 2024-06:2.25 2024-09-10:2.05 2025-01:2.4 2025-04-09:2.2
    2025-08:2.37 2025-11:2.28 2031:2.25`,
    0.015,
  ],
  /** 90-day AA financial paper less the three-month bill, percent. */
  paperLessBill: [
    `1997:.3 1999-10:.9 2000:.5 2001-06:.2 2002:.1 2004:.08 2006:.3 2007-07:.4 2007-08-20:2 2007-10:1.1 2007-12:1.6 2008-02:.8 2008-03-18:1.4 2008-06:.8
    2008-09-12:1.2 2008-10-10:3 2008-11:2 2008-12-20:.8 2009-03:.5 2009-07:.15 2015:.12 2016:.25 2016-10:.45 2017-06:.15 2018-03:.45 2018-12:.3 2019-06:.08
    2020-02-20:.05 2020-03-23:2.2 2020-05:.2 2020-07:.08 2021:.05 2022-03:.3 2022-07:.3 2023-03:.15 2024-02:.06 2024-09:.1 2025-12:.12 2031:.12`,
    0.008,
  ],
};

type Path = (date: IsoDate) => number;
const paths: ReadonlyMap<string, Path> = new Map([
  ...Object.entries(LEVELS).map(([name, [text, noise]]): [string, Path] => [name, pathAlong(name, text, noise)]),
  ...DECLARED_SERIES.flatMap(({ id, sample: { levels, noise = 0, scale } }): [string, Path][] => (levels ? [[id, pathAlong(id, levels, noise, scale)]] : [])),
]);

/** The path along the levels of this name, such as a series' id. @throws Error if none are known. */
export function macroLevel(name: string): Path {
  const path = paths.get(name);
  if (!path) throw new Error(`no sample levels of ${name}: state them in its declaration`);
  return path;
}
