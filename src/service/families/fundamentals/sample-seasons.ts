import { between } from "../../sample/random";
import type { Instrument } from "../../instruments/universe";

/** Kinds of seasons: relative weight of each month, 1 to 12. A quarter with all the months of a season is above the others by the season's strength. */
const KINDS = {
  /** Presents, their advertising and their transport. */
  holiday: { 11: 1, 12: 2 },
  /** Travel, outdoors and cooling. */
  summer: { 6: 1, 7: 1, 8: 1 },
  /** Home and garden. */
  spring: { 4: 0.6, 5: 1.2, 6: 1.2 },
  /** Tax returns. */
  tax: { 2: 0.3, 3: 1.2, 4: 1.5 },
} as const satisfies Record<string, Readonly<Partial<Record<number, number>>>>;
type Kind = keyof typeof KINDS;

interface Season {
  readonly kind: Kind;
  /** How far a quarter in season is above one out of season, as a fraction. */
  readonly strength: number;
}

/** `NAME STRENGTH` by kind. A name is a sub-industry (underscores for spaces) or a company, which overrides its sub-industry. 0 means no season. */
const SEASONS: Readonly<Record<Kind, string>> = {
  holiday:
    "Broadline_Retail .22 Specialty_Retail .12 Apparel_and_Footwear .07 Leisure_and_Household_Durables .1 Interactive_Media .09 Interactive_Home_Entertainment .07 Technology_Hardware .04 Consumer_Staples_Retail .03 AAPL .33 AMZN .17 WMT .07 TGT .2 COST .03 BBY .45 GME .45 KSS .5 M .5 DDS .35 WSM .25 RH 0 ULTA .25 LULU .45 TJX .13 ROST .1 BBWI .7 FIVE .6 DKS .12 KMX 0 CVNA 0 AN 0 PAG 0 ORLY 0 AZO 0 AAP 0 CHWY 0 W .08 EBAY .05 ETSY .25 OLLI .25 BABA .2 JD .15 PDD .25 MELI .1 CPNG .03 SE .05 SONY .2 GRMN .12 HAS .2 MAT .25 WHR 0 MHK 0 LEG 0 BC 0 PII 0 META .12 GOOGL .06 SNAP .2 PINS .25 RDDT .2 MTCH 0 ZG 0 ROKU .15 NKE 0 DECK .45 CROX 0 SKX 0 BIRK 0 UPS .08 KR 0 SYY 0 USFD 0 PFGC 0 WBA 0 CART 0 DG .06 DLTR .15 EL .06 HSY .06 SMCI 0 NTAP 0 PSTG 0 LOGI .25",
  summer:
    "Airlines .07 Hotels,_Resorts_and_Cruise_Lines .12 Electric_Utilities .07 ABNB .35 BKNG .3 EXPE .2 RCL .25 CCL .25 NCLH .25 LYV .45 KO .04 PEP 0 TAP .06 SAM .1 MNST .04",
  spring: "HD .09 LOW .12 TSCO .12 POOL .4 SHW .06 DE .1",
  tax: "INTU .75",
};

const byName = new Map<string, Season>(
  (Object.entries(SEASONS) as [Kind, string][]).flatMap(([kind, text]) => {
    const words = text.split(" ");
    return words.flatMap((word, n): [string, Season][] => {
      if (n % 2 === 1) return [];
      const strength = Number(words[n + 1]);
      if (!Number.isFinite(strength)) throw new Error(`seasons: cannot read ${word}`);
      return [[word.replaceAll("_", " "), { kind, strength }]];
    });
  }),
);

/** The season of a company's sales, if any. */
export function seasonOf({ issuer, subIndustry }: Instrument): Season | undefined {
  const season = byName.get(issuer) ?? byName.get(subIndustry);
  return season?.strength ? season : undefined;
}

const MONTHS = 12;
/** Random variation between a company's quarters. Smaller for seasonal companies, so the season stays visible. */
const VARIATION = { without: 0.03, with: 0.008 } as const;

/** Weights of the four fiscal quarters in a year's revenue, for a fiscal year that ends in this month. They sum to 4. */
export function quarterShares(i: Instrument, endMonth: number): readonly number[] {
  const season = seasonOf(i);
  const above: Readonly<Partial<Record<number, number>>> = season ? KINDS[season.kind] : {};
  const variation = season ? VARIATION.with : VARIATION.without;
  const raw = [1, 2, 3, 4].map((quarter) => {
    // The quarter's three months, 1 to 12.
    const months = [-2, -1, 0].map((m) => ((endMonth + 3 * (quarter - 4) + m - 1 + 2 * MONTHS) % MONTHS) + 1);
    const inSeason = months.reduce((sum, month) => sum + (above[month] ?? 0), 0) / 3;
    return 1 + between(-variation, variation, i.issuer, "season", quarter) + (season?.strength ?? 0) * inSeason;
  });
  const all = raw.reduce((sum, share) => sum + share, 0);
  return raw.map((share) => (4 * share) / all);
}
