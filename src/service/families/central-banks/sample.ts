import { addDays, DAY_MS, daysBetween, isoOf, type IsoDate } from "../../../contract/dates";
import type { Bank } from "../../../contract/vocabulary";
import { isoOfParts, monthsFrom, nthWeekday, yearOf } from "../../time/calendar";
import { targetMiddle, worldRate } from "../../sample/fed-funds";
import { anchorsOf, lineAt, stepAt, type Anchors } from "../../sample/paths";
import { newestPublicObservation, type Now } from "../../sample/public-rows";
import { integerBetween } from "../../sample/random";
import { countBefore, rounded } from "../../../contract/rounded";
import { wave, yearFraction } from "../../sample/waves";
import { policyRateSeries } from "../../records/macro";
import { bankFacts, type BankRow } from "./banks";
import { memoized } from "../../../contract/memoized";

/** A bank whose rate follows the world rate: share of the world rate, constant distance, size of its own swings, minimum rate; all but the share in percent. */
type WorldFollower = readonly [share: number, distance: number, own: number, floor: number];

/** A bank that follows another bank's moves on the same day, at a constant distance. */
interface Peg {
  readonly peg: Bank;
  readonly distance: number;
}

/** Banks with known decisions, by the day on which they took effect. The United States uses the sample series instead. */
const DECISIONS = {
  AU: `1988:10.5 1988-08-10:13 1989-02-15:16 1989-06-15:17.5 1990-01-23:17 1990-04-04:15 1990-10-15:13 1990-12-18:12 1991-05-16:10.5 1991-11-06:8.5 1992-01-08:7.5
    1992-05-06:6.5 1992-07-08:5.75 1993-03-23:5.25 1993-07-30:4.75 1994-08-17:5.5 1994-10-24:6.5 1994-12-14:7.5 1996-07-31:7 1996-11-06:6.5 1996-12-11:6
    1997-05-23:5.5 1997-07-30:5 1998-12-02:4.75 1999-11-03:5 2000-02-02:5.5 2000-04-05:5.75 2000-05-03:6 2000-08-02:6.25 2001-02-07:5.75 2001-03-07:5.5
    2001-04-04:5 2001-09-05:4.75 2001-10-03:4.5 2001-12-05:4.25 2002-05-08:4.5 2002-06-05:4.75 2003-11-05:5 2003-12-03:5.25 2005-03-02:5.5 2006-05-03:5.75
    2006-08-02:6 2006-11-08:6.25 2007-08-08:6.5 2007-11-07:6.75 2008-02-06:7 2008-03-05:7.25 2008-09-03:7 2008-10-08:6 2008-11-05:5.25 2008-12-03:4.25
    2009-02-04:3.25 2009-04-08:3 2009-10-07:3.25 2009-11-04:3.5 2009-12-02:3.75 2010-03-03:4 2010-04-07:4.25 2010-05-05:4.5 2010-11-03:4.75 2011-11-02:4.5
    2011-12-07:4.25 2012-05-02:3.75 2012-06-06:3.5 2012-10-03:3.25 2012-12-05:3 2013-05-08:2.75 2013-08-07:2.5 2015-02-04:2.25 2015-05-06:2 2016-05-04:1.75
    2016-08-03:1.5 2019-06-05:1.25 2019-07-03:1 2019-10-02:.75 2020-03-04:.5 2020-03-20:.25 2020-11-04:.1 2022-05-04:.35 2022-06-08:.85 2022-07-06:1.35
    2022-08-03:1.85 2022-09-07:2.35 2022-10-05:2.6 2022-11-02:2.85 2022-12-07:3.1 2023-02-08:3.35 2023-03-08:3.6 2023-05-03:3.85 2023-06-07:4.1
    2023-11-08:4.35 2025-02-19:4.1 2025-05-21:3.85 2025-08-13:3.6`,
  CA: `1988:8.5 1988-06-15:9.25 1988-12-15:11 1989-03-15:12.25 1990-05-15:14 1990-11-15:12.5 1991-03-15:9.75 1991-08-15:9 1992-01-15:7.25 1992-09-02:5
    1992-12-02:7.25 1993-03-03:5.5 1993-09-01:5 1994-02-02:4 1994-06-29:6.5 1995-03-08:8.5 1995-08-16:6.5 1996-01-31:5.25 1996-07-19:4.5 1996-11-08:3
    1997-06-26:3.25 1997-10-01:3.5 1997-12-12:4.25 1998-01-30:4.75 1998-08-27:5.75 1998-09-29:5.5 1998-10-16:5.25 1998-11-18:5 1999-03-31:4.75 1999-05-04:4.5
    1999-11-17:4.75 2000-02-03:5 2000-03-22:5.25 2000-05-17:5.75 2001-01-23:5.5 2001-03-06:5 2001-04-17:4.75 2001-05-29:4.5 2001-07-17:4.25 2001-08-28:4
    2001-09-17:3.5 2001-10-23:2.75 2001-11-27:2.25 2002-01-15:2 2002-04-16:2.25 2002-06-04:2.5 2002-07-16:2.75 2003-03-04:3 2003-04-15:3.25 2003-07-15:3
    2003-09-03:2.75 2004-01-20:2.5 2004-03-02:2.25 2004-04-13:2 2004-09-08:2.25 2004-10-19:2.5 2005-09-07:2.75 2005-10-18:3 2005-12-06:3.25 2006-01-24:3.5
    2006-03-07:3.75 2006-04-25:4 2006-05-24:4.25 2007-07-10:4.5 2007-12-04:4.25 2008-01-22:4 2008-03-04:3.5 2008-04-22:3 2008-10-08:2.5 2008-10-21:2.25
    2008-12-09:1.5 2009-01-20:1 2009-03-03:.5 2009-04-21:.25 2010-06-01:.5 2010-07-20:.75 2010-09-08:1 2015-01-21:.75 2015-07-15:.5 2017-07-12:.75
    2017-09-06:1 2018-01-17:1.25 2018-07-11:1.5 2018-10-24:1.75 2020-03-04:1.25 2020-03-16:.75 2020-03-27:.25 2022-03-02:.5 2022-04-13:1 2022-06-01:1.5
    2022-07-13:2.5 2022-09-07:3.25 2022-10-26:3.75 2022-12-07:4.25 2023-01-25:4.5 2023-06-07:4.75 2023-07-12:5 2024-06-05:4.75 2024-07-24:4.5 2024-09-04:4.25
    2024-10-23:3.75 2024-12-11:3.25 2025-01-29:3 2025-03-12:2.75 2025-09-17:2.5 2025-10-29:2.25`,
  CH: `1988:2.5 1989-01-20:4 1989-10-06:6 1991-08-16:7 1992-09-25:6 1993-01-08:5.5 1993-07-02:4.5 1994-04-15:3.5 1995-03-31:3 1995-09-22:2 1995-12-15:1.5
    1996-09-27:1 1999-04-09:.5 2000-01-03:1.75 2000-02-03:2.25 2000-03-23:3 2000-06-15:3.5 2001-03-22:3.25 2001-09-17:2.75 2001-09-24:2.25 2001-12-07:1.75
    2002-05-02:1.25 2002-07-26:.75 2003-03-06:.25 2004-06-17:.5 2004-09-16:.75 2005-12-15:1 2006-03-16:1.25 2006-06-15:1.5 2006-09-14:1.75 2006-12-14:2
    2007-03-15:2.25 2007-06-14:2.5 2007-09-13:2.75 2008-10-08:2.5 2008-11-06:2 2008-11-20:1 2008-12-11:.5 2009-03-12:.25 2011-08-03:0 2015-01-15:-.75
    2022-06-17:-.25 2022-09-23:.5 2022-12-16:1 2023-03-24:1.5 2023-06-23:1.75 2024-03-22:1.5 2024-06-21:1.25 2024-09-27:1 2024-12-13:.5 2025-03-21:.25
    2025-06-20:0`,
  GB: `1988:8.38 1988-06-28:9.38 1988-08-25:11.88 1988-11-25:12.88 1989-05-24:13.75 1989-10-05:14.88 1990-10-08:13.88 1991-02-13:13.38 1991-02-27:12.88
    1991-03-22:12.38 1991-04-12:11.88 1991-05-24:11.38 1991-07-12:10.88 1991-09-04:10.38 1992-05-05:9.88 1992-09-22:8.88 1992-10-16:7.88 1992-11-13:6.88
    1993-01-26:5.88 1993-11-23:5.38 1994-02-08:5.13 1994-09-12:5.63 1994-12-07:6.13 1995-02-02:6.63 1995-12-13:6.38 1996-01-18:6.13 1996-03-08:5.94
    1996-06-06:5.69 1996-10-30:5.94 1997-05-06:6.25 1997-06-06:6.5 1997-07-10:6.75 1997-08-07:7 1997-11-06:7.25 1998-06-04:7.5 1998-10-08:7.25 1998-11-05:6.75
    1998-12-10:6.25 1999-01-07:6 1999-02-04:5.5 1999-04-08:5.25 1999-06-10:5 1999-09-08:5.25 1999-11-04:5.5 2000-01-13:5.75 2000-02-10:6 2001-02-08:5.75
    2001-04-05:5.5 2001-05-10:5.25 2001-08-02:5 2001-09-18:4.75 2001-10-04:4.5 2001-11-08:4 2003-02-07:3.75 2003-07-10:3.5 2003-11-06:3.75 2004-02-05:4
    2004-05-06:4.25 2004-06-10:4.5 2004-08-05:4.75 2005-08-04:4.5 2006-08-03:4.75 2006-11-09:5 2007-01-11:5.25 2007-05-10:5.5 2007-07-05:5.75 2007-12-06:5.5
    2008-02-07:5.25 2008-04-10:5 2008-10-08:4.5 2008-11-06:3 2008-12-04:2 2009-01-08:1.5 2009-02-05:1 2009-03-05:.5 2016-08-04:.25 2017-11-02:.5
    2018-08-02:.75 2020-03-11:.25 2020-03-19:.1 2021-12-16:.25 2022-02-03:.5 2022-03-17:.75 2022-05-05:1 2022-06-16:1.25 2022-08-04:1.75 2022-09-22:2.25
    2022-11-03:3 2022-12-15:3.5 2023-02-02:4 2023-03-23:4.25 2023-05-11:4.5 2023-06-22:5 2023-08-03:5.25 2024-08-01:5 2024-11-07:4.75 2025-02-06:4.5
    2025-05-08:4.25 2025-08-07:4 2025-12-18:3.75`,
  JP: `1988:2.5 1989-05-31:3.25 1989-10-11:3.75 1989-12-25:4.25 1990-03-20:5.25 1990-08-30:6 1991-07-01:5.5 1991-11-14:5 1991-12-30:4.5 1992-04-01:3.75
    1992-07-27:3.25 1993-02-04:2.5 1993-09-21:1.75 1995-04-14:1 1995-09-08:.5 1998-09-09:.25 1999-02-12:0 2000-08-11:.25 2001-03-19:0 2006-07-14:.25
    2007-02-21:.5 2008-10-31:.3 2008-12-19:.1 2016-02-16:-.1 2024-03-21:.1 2024-08-01:.25 2025-01-27:.5 2025-12-22:.75`,
  // Before 1999 the Bundesbank's rate, which Denmark followed too.
  XM: `1988:3 1989:4.5 1990:7 1992-07-17:8.75 1993-09-10:6.25 1994-05-13:4.5 1995-12-15:3 1996-04-19:2.5 1999:2 1999-04-09:1.5 1999-11-05:2 2000-02-04:2.25 2000-03-17:2.5 2000-04-28:2.75 2000-06-09:3.25 2000-09-01:3.5 2000-10-06:3.75 2001-05-11:3.5
    2001-08-31:3.25 2001-09-18:2.75 2001-11-09:2.25 2002-12-06:1.75 2003-03-07:1.5 2003-06-06:1 2005-12-06:1.25 2006-03-08:1.5 2006-06-15:1.75 2006-08-09:2
    2006-10-11:2.25 2006-12-13:2.5 2007-03-14:2.75 2007-06-13:3 2008-07-09:3.25 2008-11-12:2.75 2008-12-10:2 2009-01-21:1 2009-03-11:.5
    2009-04-08:.25 2011-04-13:.5 2011-07-13:.75 2011-11-09:.5 2011-12-14:.25 2012-07-11:0 2014-06-11:-.1 2014-09-10:-.2 2015-12-09:-.3 2016-03-16:-.4
    2019-09-18:-.5 2022-07-27:0 2022-09-14:.75 2022-11-02:1.5 2022-12-21:2 2023-02-08:2.5 2023-03-22:3 2023-05-10:3.25 2023-06-21:3.5 2023-08-02:3.75
    2023-09-20:4 2024-06-12:3.75 2024-09-18:3.5 2024-10-23:3.25 2024-12-18:3 2025-02-05:2.75 2025-03-12:2.5 2025-04-23:2.25 2025-06-11:2`,
} as const satisfies Partial<Record<Bank, string>>;

const isDecided = (bank: Bank): bank is keyof typeof DECISIONS => bank in DECISIONS;

const FOLLOWERS: Record<Exclude<Bank, "US" | keyof typeof DECISIONS>, WorldFollower | Peg> = {
  AR: [1.4, 18, 14, 4],
  BR: [0.9, 7, 3, 2],
  CL: [0.9, 1.2, 1.2, 0.5],
  CN: [0.4, 2.2, 0.5, 1.5],
  CO: [1, 3, 2, 1.75],
  CZ: [1, 0.3, 1, 0],
  DK: { peg: "XM", distance: -0.4 },
  HK: { peg: "US", distance: 0.375 },
  HU: [1.1, 3, 2, 0.5],
  ID: [0.5, 4.5, 1.2, 3.5],
  IL: [0.9, 0.4, 1, 0],
  IN: [0.4, 4.6, 0.8, 3.5],
  IS: [0.9, 3.4, 2, 0.75],
  KR: [0.7, 1, 0.6, 0.5],
  MA: [0.3, 1.6, 0.3, 1.5],
  MK: [0.6, 1.5, 0.8, 1],
  MX: [0.9, 3.6, 1.4, 3],
  MY: [0.3, 1.9, 0.4, 1.75],
  NO: [0.9, 0.6, 0.6, 0],
  NZ: [1, 0.9, 0.7, 0.25],
  PE: [0.8, 1.6, 1, 0.25],
  PH: [0.7, 2.4, 0.8, 2],
  PL: [0.9, 2, 1.2, 0],
  RO: [0.8, 2.2, 1.2, 1.25],
  RS: [0.7, 2.4, 1.4, 1],
  RU: [0.8, 6, 3.5, 4.25],
  SA: { peg: "US", distance: 0.625 },
  SE: [0.9, -0.2, 0.5, -0.5],
  TH: [0.4, 0.9, 0.5, 0.5],
  TR: [1.2, 11, 7, 4.5],
  ZA: [0.7, 4.4, 1.2, 3.5],
};

/**
 * Approximate public levels in percent, by year with fraction. The rate moves along the straight line between them and stays at the last. With a leading `=`, each
 * level is reached in one move. Before the first level, the bank follows the world rate.
 */
const LEVELS: Partial<Record<Bank, string>> = {
  AR: "= 2019:40 2019.3:65 2019.65:75 2019.95:58 2020.15:40 2020.3:38 2022.05:40 2022.2:44.5 2022.35:49 2022.5:60 2022.6:69.5 2022.75:75 2023.25:80 2023.35:97 2023.65:118 2023.8:133",
  BR: "2000:19 2001.05:15.25 2001.6:19 2002.8:19 2003.2:26.5 2004:16.5 2005.4:19.75 2006.9:13.25 2007.7:11.25 2008.7:13.75 2009.6:8.75 2010.6:10.75 2011.6:12.5 2012.8:7.25 2013.9:10 2014.3:11 2015.6:14.25 2016.8:14.25 2018:7 2018.3:6.5 2019:6.5 2020.6:2 2021.2:2 2022.6:13.75 2023.5:13.75 2024.1:10.5 2024.7:10.5 2025.5:15",
  CL: "2019:3 2019.8:1.75 2020.25:.5 2021.5:.5 2022.8:11.25 2023.5:11.25 2024.5:5.75 2025.9:4.5",
  CN: "2019:4.35 2020.3:3.85 2022:3.7 2024.5:3.5 2025.4:3",
  CO: "2019:4.25 2020.2:4.25 2020.7:1.75 2021.7:1.75 2023.3:13.25 2023.9:13.25 2024.5:11.5 2025.3:9.25",
  CZ: "2019:1.75 2020.1:2.25 2020.4:.25 2021.4:.25 2022.5:7 2023.9:7 2024.5:4.75 2025.4:3.5",
  HU: "2019:1 2020.5:.5 2021.5:.75 2022.8:13 2023.4:13 2024.5:7 2024.75:6.5",
  ID: "2019:6 2021.1:3.5 2022.6:3.5 2023.1:5.75 2024.3:6.25 2024.7:6 2025.75:4.75",
  IL: "2019:.25 2022.3:.25 2023.4:4.75 2024:4.5 2025.8:4.5 2025.9:4.25",
  IN: "2019:6.5 2020.4:4 2022.35:4 2023.1:6.5 2025.1:6.5 2025.9:5.25",
  IS: "2019:4.5 2020.9:.75 2021.4:.75 2023.65:9.25 2024.75:9.25 2025.4:7.5 2025.9:7.25",
  KR: "2019:1.75 2020.4:.5 2021.6:.5 2023.05:3.5 2024.75:3.5 2025.4:2.5",
  MA: "2019:2.25 2020.5:1.5 2022.7:1.5 2023.2:3 2024.5:3 2025.2:2.25",
  MK: "2019:2.5 2021.2:1.25 2022.2:1.25 2023.7:6.25 2024.7:6.25 2025.1:5.5",
  MX: "2019:8.25 2021:4.25 2021.4:4 2023.25:11.25 2024.15:11.25 2024.25:11 2024.6:11 2025.85:7.25",
  MY: "2019:3.25 2020.5:1.75 2022.35:1.75 2023.35:3 2025.5:3 2025.55:2.75",
  NO: "2019:.75 2019.75:1.5 2020.15:1.5 2020.4:0 2021.7:0 2023.97:4.5 2025.45:4.5 2025.7:4",
  NZ: "1999.2:4.5 2000.4:6.5 2001.1:6.5 2001.9:4.75 2002.5:5.75 2003.3:5.75 2003.6:5 2004:5 2005.9:7.25 2007.1:7.25 2007.55:8.25 2008.5:8.25 2009.3:2.5 2010.4:2.5 2010.6:3 2011.1:3 2011.25:2.5 2014.1:2.5 2014.6:3.5 2015.4:3.5 2016.9:1.75 2019:1.75 2019.6:1 2020.2:.25 2021.75:.25 2023.4:5.5 2024.6:5.5 2025.85:2.25",
  PE: "2019:2.75 2020.3:.25 2021.6:.25 2023.05:7.75 2023.6:7.75 2024.5:5.5 2025.7:4.25",
  PH: "2019:4.75 2020.9:2 2022.35:2 2023.8:6.5 2024.6:6.5 2025.85:4.75",
  PL: "2019:1.5 2020.4:0 2021.75:0 2022.7:6.75 2023.65:6.75 2023.75:5.75 2025.3:5.75 2025.9:4",
  RO: "2019:2.5 2021.1:1.25 2021.75:1.25 2023.05:7 2024.5:7 2024.6:6.5",
  RS: "2019:3 2021:1 2022.25:1 2023.3:6.5 2024.5:6.5 2024.75:5.75",
  RU: "= 2019:7.75 2019.9:6.25 2020.55:4.25 2021.5:6.5 2021.9:8.5 2022.16:20 2022.3:14 2022.6:7.5 2023.6:12 2023.7:15 2023.9:16 2024.57:18 2024.8:21 2025.43:20 2025.57:18 2025.7:17 2025.9:16",
  SE: "2014.5:.75 2015.1:0 2015.6:-.35 2016.1:-.5 2018.95:-.5 2019.02:-.25 2019.95:-.25 2020.02:0 2022.3:0 2023.7:4 2024.5:4 2025.75:1.75",
  TH: "2019:1.75 2020.4:.5 2022.6:.5 2023.75:2.5 2024.75:2.5 2025.85:1.5",
  TR: "= 2019:24 2019.5:19.75 2019.9:12 2020.4:8.25 2020.7:10.25 2020.85:17 2021.15:19 2021.7:16 2021.9:14 2022.6:12 2022.85:9 2023.1:8.5 2023.45:15 2023.6:25 2023.8:35 2023.9:42.5 2024.05:45 2024.2:50 2024.9:47.5 2025.15:42.5 2025.3:46 2025.5:43 2025.65:40.5 2025.9:38",
  ZA: "2019:6.75 2020.55:3.5 2021.85:3.5 2023.4:8.25 2024.7:8.25 2025.85:7",
};

interface TargetLevels {
  readonly atOnce: boolean;
  /** Positions are years with fraction. */
  readonly anchors: Anchors;
}

function levelsOf(bank: Bank): TargetLevels | undefined {
  const text = LEVELS[bank];
  return text === undefined ? undefined : { atOnce: text.startsWith("="), anchors: anchorsOf(text.replace(/^= /, ""), Number) };
}

/** The level that a bank moves towards; undefined before the first. */
function levelAt({ atOnce, anchors }: TargetLevels, year: number): number | undefined {
  if (year < anchors.days[0]!) return undefined;
  return (atOnce ? stepAt : lineAt)(anchors, year);
}

interface Move {
  readonly date: IsoDate;
  readonly rate: number;
  readonly points: number;
}

const FIRST_YEAR = 1988;
const LAST_YEAR = 2040;
const STEP = 0.25;
const FAR_OFF = 1.5;

/** Days of a year's decisions: eight or ten of them. */
function meetings(bank: Bank, year: number): IsoDate[] {
  const months = integerBetween(0, 2, "meetings", bank) > 0 ? [1, 3, 5, 6, 7, 9, 11, 12] : [1, 2, 3, 4, 5, 6, 7, 9, 11, 12];
  const weekday = integerBetween(2, 4, "weekday", bank);
  return months.map((month) => nthWeekday(year, month, weekday, integerBetween(2, 4, "week", bank, month)));
}

/** Size of a move at one meeting, in percentage points: a quarter or a half, or the whole gap if the rate is far off. */
function moveSize(gap: number, atOnce: boolean): number {
  if (atOnce) return gap;
  // For a gap below an eighth of a point, a move of a quarter would overshoot.
  return gap >= FAR_OFF ? Math.floor(gap / STEP) * STEP : gap >= 0.8 ? 2 * STEP : gap >= 0.2 ? STEP : 0;
}

function worldFollowerMoves(bank: Bank, [share, distance, own, floor]: WorldFollower): Move[] {
  const levels = levelsOf(bank);
  const worldLevel = (date: IsoDate) => Math.max(floor, share * worldRate(yearFraction(date)) + distance + own * wave(`policy ${bank}`, date, 2600));
  const start = isoOfParts(FIRST_YEAR, 1, 1);
  let rate = Math.max(floor, Math.round(worldLevel(start) / STEP) * STEP);
  const moves: Move[] = [{ date: start, rate, points: 0 }];
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++)
    for (const date of meetings(bank, year)) {
      const level = levels && levelAt(levels, yearFraction(date));
      const gap = (level ?? worldLevel(date)) - rate;
      const moved = rounded(rate + Math.sign(gap) * moveSize(Math.abs(gap), levels?.atOnce === true && level !== undefined), 4);
      const next = level === undefined ? Math.max(floor, moved) : moved;
      if (next === rate) continue;
      moves.push({ date, rate: next, points: next - rate });
      rate = next;
    }
  return moves;
}

/** Changes of the US target rate, or of the midpoint of its range. */
function usMoves(): Move[] {
  const start = isoOfParts(FIRST_YEAR, 1, 1);
  const end = isoOfParts(LAST_YEAR, 12, 31);
  const moves: Move[] = [{ date: start, rate: targetMiddle(start), points: 0 }];
  for (let date = addDays(start, 1); date <= end; date = addDays(date, 1)) {
    const rate = targetMiddle(date);
    const last = moves[moves.length - 1]!.rate;
    if (rate !== last) moves.push({ date, rate, points: rate - last });
  }
  return moves;
}

function decidedMoves(text: string): Move[] {
  const { days, levels } = anchorsOf(text);
  return days.map((day, i) => ({ date: isoOf(day * DAY_MS), rate: levels[i]!, points: i === 0 ? 0 : levels[i]! - levels[i - 1]! }));
}

const peggedMoves = ({ peg, distance }: Peg): Move[] => pathOf(peg).map((move) => ({ ...move, rate: rounded(move.rate + distance, 4) }));

/** All moves of a bank from 1988 on, oldest first. */
const pathOf = memoized((bank: Bank): readonly Move[] => {
  if (isDecided(bank)) return decidedMoves(DECISIONS[bank]);
  if (bank === "US") return usMoves();
  const follower = FOLLOWERS[bank];
  return "peg" in follower ? peggedMoves(follower) : worldFollowerMoves(bank, follower);
});

function moveInForce(bank: Bank, date: IsoDate): Move {
  const path = pathOf(bank);
  return path[Math.max(0, countBefore(path.length, (i) => path[i]!.date <= date) - 1)]!;
}

/** The sample policy rate on a day in percent, independent of the service's date. */
export const policyRateOn = (bank: Bank, date: IsoDate): number => moveInForce(bank, date).rate;

/** Days by which the BIS lags. */
const lagOf = (bank: Bank): number => integerBetween(3, 9, "bis lag", bank);
/** Older changes have only their month, because the source's long history is monthly. */
export const DAILY_WINDOW_DAYS = 3 * 365;

function lastChange(bank: Bank, date: IsoDate, since: IsoDate, monthly: boolean) {
  const move = moveInForce(bank, date);
  if (move.points === 0 || move.date <= since) return null;
  const precision = monthly || daysBetween(move.date, date) > DAILY_WINDOW_DAYS ? ("month" as const) : ("day" as const);
  return { points: rounded(move.points, 4), date: precision === "month" ? monthsFrom(move.date, 0) : move.date, precision };
}

/** The newest day in the BIS's list, and the day of the row. */
function sampleDays(bank: Bank, now: Now) {
  const newest = newestPublicObservation(policyRateSeries(bank), now);
  const lagging = addDays(newest, -lagOf(bank));
  return { lagging, date: bankFacts(bank).source === "bis" ? lagging : newest };
}

/** The day of a bank's newest public sample row. */
export const sampleDayOf = (bank: Bank, now: Now): IsoDate => sampleDays(bank, now).date;

/** The newest public sample row of a bank. */
export function sampleBankRow(bank: Bank, now: Now): BankRow {
  const { source, since, stopped, monthPrecision } = bankFacts(bank);
  const { lagging, date } = sampleDays(bank, now);
  if (stopped && lagging > stopped) return { kind: "stopped", last: stopped };
  if (date < since) return { kind: "not_yet", first: since };
  const rate = policyRateOn(bank, date);
  const yearBefore = isoOfParts(yearOf(date) - 1, Number(date.slice(5, 7)), Math.min(28, Number(date.slice(8))));
  return {
    kind: "row",
    bank,
    date,
    rate,
    rate_source: source,
    superseded: source === "bis" || lagging < since ? null : { rate: policyRateOn(bank, lagging), date: lagging, source: "sample" },
    change_over_year: yearBefore < since ? null : rounded(rate - policyRateOn(bank, yearBefore), 4),
    last_change: lastChange(bank, date, since, monthPrecision),
  };
}
