/** What is usual in an industry, as shares of yearly revenue unless said otherwise. */
export interface Industry {
  readonly netMargin: number;
  /** Undefined where companies of the kind state no gross profit. */
  readonly grossMargin: number | undefined;
  readonly pe: number;
  /** Share of operating expenses. */
  readonly research: number;
  readonly capex: number;
  readonly depreciation: number;
  readonly liabilities: number;
  /** Standard deviation of a day's return. */
  readonly volatility: number;
}

type Row = readonly [
  netMargin: number,
  grossMargin: number | undefined,
  pe: number,
  research: number,
  capex: number,
  depreciation: number,
  liabilities: number,
  volatility: number,
];

const SECTORS: Readonly<Record<string, Row>> = {
  "Information Technology": [0.16, 0.55, 27, 0.55, 0.05, 0.045, 0.8, 0.02],
  "Communication Services": [0.1, 0.5, 19, 0.2, 0.09, 0.08, 1.2, 0.017],
  "Consumer Discretionary": [0.07, 0.35, 19, 0.05, 0.04, 0.035, 0.6, 0.018],
  "Consumer Staples": [0.08, 0.34, 20, 0.04, 0.03, 0.03, 0.6, 0.011],
  "Health Care": [0.12, 0.6, 23, 0.45, 0.04, 0.05, 0.8, 0.015],
  Financials: [0.18, undefined, 14, 0, 0.02, 0.025, 2.5, 0.015],
  Industrials: [0.09, 0.33, 21, 0.12, 0.04, 0.04, 0.7, 0.015],
  Energy: [0.11, 0.33, 12, 0.02, 0.13, 0.12, 0.6, 0.017],
  Materials: [0.08, 0.28, 17, 0.08, 0.08, 0.06, 0.7, 0.017],
  Utilities: [0.13, 0.45, 18, 0, 0.32, 0.18, 3.2, 0.011],
  "Real Estate": [0.2, 0.65, 32, 0, 0.15, 0.28, 3.2, 0.014],
};
const OTHER: Row = [0.1, 0.4, 20, 0.1, 0.05, 0.05, 0.8, 0.015];

/** Where a sub-industry is far from its sector: net margin, gross margin, liabilities. */
const APART: Readonly<Record<string, Partial<Pick<Industry, "netMargin" | "grossMargin" | "liabilities" | "pe">>>> = {
  Semiconductors: { netMargin: 0.2 },
  "Electronic Components": { grossMargin: 0.36, netMargin: 0.11 },
  "Technology Hardware": { grossMargin: 0.35, netMargin: 0.08 },
  "IT Services": { grossMargin: 0.38, netMargin: 0.1 },
  "Automobile Manufacturers": { grossMargin: 0.17, netMargin: 0.05, pe: 11 },
  "Automotive Parts": { grossMargin: 0.16, netMargin: 0.04, pe: 12 },
  "Broadline Retail": { netMargin: 0.04 },
  "Consumer Staples Retail": { grossMargin: 0.24, netMargin: 0.025 },
  Tobacco: { grossMargin: 0.6, netMargin: 0.25, pe: 13 },
  "Managed Health Care": { grossMargin: 0.14, netMargin: 0.03, pe: 15 },
  "Health Care Services": { grossMargin: 0.3, netMargin: 0.05 },
  "Diversified Banks": { netMargin: 0.27, liabilities: 20, pe: 12 },
  "Regional Banks": { netMargin: 0.24, liabilities: 22, pe: 11 },
  Insurance: { netMargin: 0.1, liabilities: 3, pe: 13 },
  "Capital Markets": { netMargin: 0.22, liabilities: 6 },
  "Asset Management": { netMargin: 0.24 },
  "Financial Exchanges and Data": { netMargin: 0.33, pe: 28 },
  "Payment Services": { netMargin: 0.16, pe: 20 },
  Airlines: { grossMargin: 0.22, netMargin: 0.05, pe: 10 },
  "Refining and Midstream": { grossMargin: 0.25, netMargin: 0.09 },
};

/** What is usual in an instrument's industry. */
export function industryOf({ sector, subIndustry }: { readonly sector: string; readonly subIndustry: string }): Industry {
  const [netMargin, grossMargin, pe, research, capex, depreciation, liabilities, volatility] = SECTORS[sector] ?? OTHER;
  return { netMargin, grossMargin, pe, research, capex, depreciation, liabilities, volatility, ...APART[subIndustry] };
}
