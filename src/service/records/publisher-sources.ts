/* Written by scripts/generate.mjs from the declarations in src/service/publishers. Do not edit. */

/** By publisher: its attribution, and whether its terms allow it to be on by default. */
export const PUBLISHER_SOURCES = {
  treasury: { attribution: "U.S. Department of the Treasury, daily Treasury rates", defaultOn: true },
  board: { attribution: "Board of Governors of the Federal Reserve System", defaultOn: true },
  nyfed: {
    attribution:
      "Federal Reserve Bank of New York. The data is subject to the Terms of Use posted at newyorkfed.org. The New York Fed is not responsible for publication of the data by this service, does not sanction or endorse any particular republication, and has no liability for your use.",
    defaultOn: true,
  },
  sec: { attribution: "U.S. Securities and Exchange Commission, EDGAR", defaultOn: true },
  fiscaldata: { attribution: "U.S. Department of the Treasury, Bureau of the Fiscal Service, Fiscal Data", defaultOn: true },
  bls: { attribution: "U.S. Bureau of Labor Statistics", defaultOn: true },
  dol: { attribution: "U.S. Department of Labor, Employment and Training Administration", defaultOn: true },
  finra: { attribution: "FINRA. For non-commercial use; not to be charged for.", defaultOn: false },
  cftc: { attribution: "U.S. Commodity Futures Trading Commission, Commitments of Traders", defaultOn: true },
  tic: { attribution: "U.S. Department of the Treasury, Treasury International Capital System", defaultOn: true },
  oecd: { attribution: "OECD, licensed under CC BY 4.0", defaultOn: true },
  worldbank: { attribution: "World Bank, licensed under CC BY 4.0", defaultOn: true },
  bis: { attribution: "Bank for International Settlements", defaultOn: true },
  ecb: { attribution: "European Central Bank", defaultOn: true },
  house: {
    attribution: "Clerk of the U.S. House of Representatives, financial disclosures. Not for commercial use other than news (5 U.S.C. 13107(c)).",
    defaultOn: false,
  },
  hyperliquid: { attribution: "Hyperliquid, public market data", defaultOn: false },
  okx: { attribution: "OKX, public market data", defaultOn: false },
  bybit: { attribution: "Bybit, public market data", defaultOn: false },
  binance: { attribution: "Binance, public market data", defaultOn: false },
  polymarket: { attribution: "Polymarket, public market data", defaultOn: false },
  kalshi: { attribution: "Kalshi, public market data", defaultOn: false },
  gdelt: { attribution: "The GDELT Project, gdeltproject.org", defaultOn: false },
  fred: {
    attribution:
      "FRED®, Federal Reserve Bank of St. Louis, fetched with the operator's own key; each series belongs to its own publisher. This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.",
    defaultOn: false,
  },
} as const;
