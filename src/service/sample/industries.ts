const LINES = [
  "research", "stockCompensation", "capex", "depreciation", "cash", "receivables", "inventory", "plant", "goodwill", "debt", "payables", "liabilities",
] as const; // prettier-ignore
/** Lines that the companies of some industries do not state. */
type Optional = "research" | "receivables" | "inventory" | "goodwill" | "payables";

/** Usual figures of an industry, as shares of yearly revenue; undefined for a line that its companies do not state. */
export type Industry = Readonly<Record<Exclude<(typeof LINES)[number], Optional>, number>> &
  Readonly<Record<Optional, number | undefined>> & {
    /** Standard deviation of a day's return. */
    readonly volatility: number;
  };

/**
 * By sub-industry, in percent of yearly revenue: research, stock compensation, capital expenditure, depreciation; cash, receivables, inventory, plant, goodwill; debt,
 * payables, all liabilities. `-` means not stated. The liabilities of banks depend on their capital instead.
 */
const TABLE: Readonly<Record<string, string>> = {
  Semiconductors: "17 5 8 7 30 13 13 25 30 40 6 75",
  "Semiconductor Equipment": "11 3 4 4 30 17 22 15 18 25 8 70",
  "Systems Software": "18 12 3 5 35 22 - 5 40 30 2 100",
  "Application Software": "22 13 2 6 35 22 - 5 60 30 2 95",
  "IT Services": "4 3 2.5 4 18 20 - 6 50 25 6 70",
  "Technology Hardware": "6 2.5 3 4 18 15 12 8 15 25 18 80",
  "Communications Equipment": "15 5 2 4 25 17 14 8 40 30 8 75",
  "Electronic Components": "5 2 4 5 14 18 15 14 45 30 11 65",
  "Interactive Media": "18 10 6 6 35 15 - 12 40 25 3 80",
  "Movies and Entertainment": "- 3 4 6 15 12 - 18 45 45 5 110",
  "Interactive Home Entertainment": "20 8 2 5 30 10 - 4 60 25 2 90",
  "Telecommunication Services": "- .8 15 16 6 10 2 75 40 110 7 190",
  "Cable and Broadcasting": "- 1.5 8 11 6 12 - 40 50 110 6 170",
  "Publishing and Advertising": "- 2.5 2.5 5 18 30 - 6 50 40 20 110",
  "Automobile Manufacturers": "4.5 .8 6 5 14 8 12 25 1.5 40 13 85",
  "Automotive Parts": "4.5 .6 5.5 5 8 17 10 25 12 28 14 65",
  "Broadline Retail": "- 1.5 4 4 12 4 14 25 4 25 12 60",
  "Specialty Retail": "- .7 2.5 2.5 6 2.5 18 22 6 25 11 60",
  Restaurants: "- 1 6 4.5 6 3 1.5 35 8 50 4 90",
  "Hotels, Resorts and Cruise Lines": "- 2 6 6 16 8 - 40 20 60 5 110",
  "Casinos and Gaming": "- 1.5 8 8 16 6 - 70 25 110 3 150",
  "Apparel and Footwear": "- 1.5 2.5 2.5 14 11 16 10 12 20 8 50",
  Homebuilding: "- .5 .5 .4 10 3 55 2 2 18 4 40",
  "Leisure and Household Durables": "3 1.3 3 4 8 13 16 14 20 30 9 70",
  "Consumer Staples Retail": "- .3 2.5 2 3 2 8 17 4 12 8 32",
  Beverages: "- .8 6 4 6 9 10 25 35 50 10 90",
  "Packaged Foods": "- .6 3.5 3.5 3 8 12 20 35 40 11 75",
  "Household and Personal Products": "2.3 1.3 4 4 8 11 12 16 35 40 13 85",
  Tobacco: "- .3 2 2.5 12 6 20 10 50 90 4 140",
  Pharmaceuticals: "15 2 5 8 14 18 14 18 40 50 7 110",
  Biotechnology: "26 8 3 6 30 15 10 12 35 45 4 95",
  "Health Care Equipment": "8 3 4.5 6 12 15 16 16 50 40 7 75",
  "Life Sciences Tools": "6 2 4.5 7 13 17 12 15 85 55 7 100",
  "Managed Health Care": "- .4 .7 1 9 6 - 2.5 16 18 12 52",
  "Health Care Services": "- .6 2 2.5 4 12 4 8 20 25 12 60",
  "Diversified Banks": "- 2 3 4 220 - - 13 32 280 - 2000",
  "Regional Banks": "- 1.5 2.5 4 100 - - 15 35 110 - 2200",
  "Capital Markets": "- 4 3 3 90 - - 8 15 90 - 600",
  "Asset Management": "- 5 2 4 40 - - 6 60 60 - 180",
  "Financial Exchanges and Data": "- 3 4 9 18 15 - 6 170 70 4 160",
  Insurance: "- .7 .7 1.5 5 - - 2 8 22 - 300",
  "Payment Services": "- 4 4 6 20 15 - 6 45 45 5 140",
  "Aerospace and Defense": "4 1 3 3.5 10 14 22 15 35 35 9 90",
  Airlines: "- .5 9 5 8 4 2 60 5 45 5 100",
  "Freight and Logistics": "- .6 8 6 5 11 .8 55 10 30 5 60",
  "Passenger Transportation": "7 3 4 5 15 9 - 20 20 50 4 100",
  Machinery: "3 .7 3 3.5 10 16 17 14 20 32 10 75",
  "Electrical Equipment": "4 1 3 4 9 17 15 12 35 30 11 70",
  "Building Products": "1.8 .8 2.5 3.5 6 14 12 12 35 32 10 65",
  "Industrial Conglomerates": "4 .8 3.5 5 20 15 12 15 40 55 12 100",
  "Commercial Services": "- 1 6 6 6 14 - 25 45 45 6 85",
  "Integrated Oil and Gas": "- .3 12 11 7 10 6 75 2.5 22 9 70",
  "Exploration and Production": "- .7 30 22 5 9 1 190 3 55 8 110",
  "Oil and Gas Equipment": "2 .8 6 8 8 22 11 25 20 35 11 75",
  "Refining and Midstream": "- .3 6 6 4 9 6 60 10 50 9 85",
  "Coal and Uranium": "- .5 10 10 20 9 8 60 3 15 6 50",
  Chemicals: "2.2 .5 6.5 6 8 14 14 40 25 40 10 85",
  "Metals and Mining": "- .5 10 8 12 8 17 60 4 25 9 60",
  "Construction Materials": "- .6 9 8 6 12 11 70 50 45 5 90",
  "Containers and Packaging": "- .4 5 5.5 5 11 12 30 28 45 13 90",
  "Electric Utilities": "- .2 32 18 2 10 5 330 20 210 7 400",
  "Independent Power Producers": "- .7 15 10 8 12 5 60 8 70 8 160",
  "Multi-Utilities": "- .3 30 17 1 10 4 290 20 190 7 360",
  "Specialized REITs": "- 1.5 15 28 5 5 - 280 40 220 3 300",
  "Retail REITs": "- 1 8 30 6 5 - 450 8 330 3 400",
  "Residential REITs": "- 1 8 30 2 2 - 450 - 260 2 310",
  "Industrial and Office REITs": "- 1.5 12 32 5 4 - 480 5 300 3 360",
  "Real Estate Services": "- 2 2 3 8 15 - 6 35 25 5 70",
};
/** Figures of other sub-industries. */
const OTHER = "4 2 5 5 12 12 8 25 25 35 8 80";

/** Standard deviation of a day's return, by sector. */
const VOLATILITY: Readonly<Record<string, number>> = {
  "Information Technology": 0.02,
  "Communication Services": 0.017,
  "Consumer Discretionary": 0.018,
  "Consumer Staples": 0.011,
  "Health Care": 0.015,
  Financials: 0.015,
  Industrials: 0.015,
  Energy: 0.017,
  Materials: 0.017,
  Utilities: 0.011,
  "Real Estate": 0.014,
};
const USUAL_VOLATILITY = 0.015;

function read(line: string): Omit<Industry, "volatility"> {
  const percents = line.split(" ").map((text) => (text === "-" ? undefined : Number(text)));
  if (!percents[LINES.length - 1]) throw new Error(`industries: cannot read "${line}"`);
  return Object.fromEntries(LINES.map((name, n) => [name, percents[n] && percents[n] / 100])) as Omit<Industry, "volatility">;
}

const ROWS = new Map(Object.entries(TABLE).map(([name, line]) => [name, read(line)]));
const OTHER_ROW = read(OTHER);

/** Usual figures of an instrument's industry. */
export const industryOf = ({ sector, subIndustry }: { readonly sector: string; readonly subIndustry: string }): Industry => ({
  ...(ROWS.get(subIndustry) ?? OTHER_ROW),
  volatility: VOLATILITY[sector] ?? USUAL_VOLATILITY,
});
