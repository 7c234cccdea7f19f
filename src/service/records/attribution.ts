/**
 * Whether a publisher's terms allow its rows to be passed on: `conditional` under a condition that the attribution states, `unconfirmed` if they do not say so
 * clearly.
 */
export const REDISTRIBUTIONS = ["allowed", "conditional", "unconfirmed", "forbidden"] as const;
export type Redistribution = (typeof REDISTRIBUTIONS)[number];

/** The terms of use of a publisher's data. */
export interface Terms {
  /** `public domain`, `CC BY 4.0`, … */
  readonly licence: string;
  /** Where the terms are published. */
  readonly url: string;
  /** What an operator needs to know before turning it on; printed by `data -- enable`. */
  readonly text: string;
  /** True if it may be on before anybody has read the terms: public domain, or reuse with a notice. */
  readonly defaultOn: boolean;
  /** Whether they allow the rows to be passed on, as bulk downloads do. */
  readonly redistribution: Redistribution;
}

/** The terms of a publisher that answers cite as their source, and the attribution to quote. */
interface QuotedTerms extends Terms {
  readonly attribution: string;
}

const FREE = { defaultOn: true, redistribution: "allowed" } as const;

/** The terms of a work of the United States government. `name` is whom to name as the source. */
const publicDomain = (attribution: string, url: string, name: string, more = ""): QuotedTerms => ({
  attribution,
  licence: "public domain",
  url,
  text: `A work of the United States government: it may be stored, used in calculations and redistributed. Name ${name} as the source.${more}`,
  ...FREE,
});

/** The terms of a market whose data may be shown, but perhaps not passed on. */
const ofMarket = (name: string, licence: string, url: string, text: string): QuotedTerms => ({
  attribution: `${name}, public market data`,
  licence,
  url,
  text,
  defaultOn: false,
  redistribution: "unconfirmed",
});

const FRED_NOTICE = "This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.";

const sources = <Id extends string>(of: Record<Id, QuotedTerms>): Readonly<Record<Id, QuotedTerms>> => of;

/** The publishers that answers cite as their source, each with its terms. */
export const PUBLISHER_SOURCES = sources({
  treasury: publicDomain("U.S. Department of the Treasury, daily Treasury rates", "https://home.treasury.gov/footer/privacy-act", "the Treasury"),
  board: publicDomain("Board of Governors of the Federal Reserve System", "https://www.federalreserve.gov/disclaimer.htm", "the Board and the release"),
  nyfed: {
    attribution:
      "Federal Reserve Bank of New York. The data is subject to the Terms of Use posted at newyorkfed.org. The New York Fed is not responsible for publication of the data by this service, does not sanction or endorse any particular republication, and has no liability for your use.",
    licence: "Terms of Use of the New York Fed: republication with its notice",
    url: "https://www.newyorkfed.org/terms-of-use",
    text: "The rates may be republished with the notice that comes with every answer. SOFR and BGCR also use transaction data of DTCC Solutions LLC.",
    ...FREE,
  },
  sec: {
    attribution: "U.S. Securities and Exchange Commission, EDGAR",
    licence: "public information, free to reuse",
    url: "https://www.sec.gov/privacy#dissemination",
    text: "Information on sec.gov is public and may be copied and distributed without permission. Requests must name a contact and stay below ten a second.",
    ...FREE,
  },
  fiscaldata: {
    attribution: "U.S. Department of the Treasury, Bureau of the Fiscal Service, Fiscal Data",
    licence: "free, without restriction",
    url: "https://fiscaldata.treasury.gov/about-us/",
    text: "Offered free, without restriction, and for any lawful use. Name Fiscal Data as the source.",
    ...FREE,
  },
  bls: publicDomain("U.S. Bureau of Labor Statistics", "https://www.bls.gov/bls/linksite.htm", "the Bureau", " Without a key it allows 25 requests a day."),
  dol: publicDomain("U.S. Department of Labor, Employment and Training Administration", "https://www.dol.gov/general/aboutdol/copyright", "the Department"),
  finra: {
    attribution: "FINRA. For non-commercial use; not to be charged for.",
    licence: "FINRA's terms: non-commercial use, with attribution, free of charge",
    url: "https://developer.finra.org/",
    text: "The data is for internal, non-commercial use. It may be shown to others free of charge and for non-commercial purposes, if FINRA is named as the source. Leave it off if your use is commercial.",
    defaultOn: false,
    redistribution: "conditional",
  },
  cftc: publicDomain("U.S. Commodity Futures Trading Commission, Commitments of Traders", "https://www.cftc.gov/WebPolicy/index.htm", "the CFTC"),
  tic: publicDomain(
    "U.S. Department of the Treasury, Treasury International Capital System",
    "https://home.treasury.gov/data/treasury-international-capital-tic-system",
    "the Treasury",
  ),
  oecd: {
    attribution: "OECD, licensed under CC BY 4.0",
    licence: "CC BY 4.0",
    url: "https://www.oecd.org/en/about/terms-conditions.html",
    text: "The figures may be stored, used in calculations and redistributed, if the OECD is named as the source.",
    ...FREE,
  },
  worldbank: {
    attribution: "World Bank, licensed under CC BY 4.0",
    licence: "CC BY 4.0",
    url: "https://datacatalog.worldbank.org/public-licenses",
    text: "The figures may be stored, used in calculations and redistributed, if the World Bank is named as the source.",
    ...FREE,
  },
  bis: {
    attribution: "Bank for International Settlements",
    licence: "BIS terms of use: free reuse with citation",
    url: "https://www.bis.org/terms_statistics.htm",
    text: "The figures may be reused if the BIS is named as the source. Commercial use is allowed only without an extra charge for the BIS's data.",
    ...FREE,
  },
  ecb: {
    attribution: "European Central Bank",
    licence: "ESCB policy: free reuse with source",
    url: "https://www.ecb.europa.eu/services/disclaimer/html/index.en.html",
    text: "The statistics may be used and redistributed free of charge, if the European Central Bank is named as the source and the figures are not changed.",
    ...FREE,
  },
  house: {
    attribution: "Clerk of the U.S. House of Representatives, financial disclosures. Not for commercial use other than news (5 U.S.C. 13107(c)).",
    licence: "public record; use restricted by 5 U.S.C. 13107(c)",
    url: "https://disclosures-clerk.house.gov/FinancialDisclosure",
    text: "It is unlawful to use these reports for a commercial purpose other than by news and communications media, to determine a person's credit rating, or to solicit money. Leave it off for any such use.",
    defaultOn: false,
    redistribution: "conditional",
  },
  hyperliquid: ofMarket(
    "Hyperliquid",
    "no redistribution terms found",
    "https://hyperliquid.gitbook.io/hyperliquid-docs",
    "No terms that allow redistribution were found. Use it only for your own view.",
  ),
  okx: ofMarket(
    "OKX",
    "OKX API terms: redistribution not confirmed",
    "https://www.okx.com/help/okx-api-agreement",
    "The data may be shown to your own users under OKX's API agreement; redistribution is not confirmed. Check whether OKX serves your country.",
  ),
  bybit: ofMarket(
    "Bybit",
    "Bybit API terms: redistribution not confirmed",
    "https://www.bybit.com/en/help-center/article/Terms-of-Service",
    "The data may be shown to your own users under Bybit's terms; redistribution is not confirmed. Check whether Bybit serves your country.",
  ),
  binance: ofMarket(
    "Binance",
    "Binance API terms: redistribution not confirmed",
    "https://www.binance.com/en/terms",
    "The data may be shown to your own users under Binance's terms; redistribution is not confirmed. Binance refuses requests from the United States.",
  ),
  polymarket: ofMarket(
    "Polymarket",
    "Polymarket terms: redistribution not confirmed",
    "https://polymarket.com/tos",
    "The data is for your own view: permission to redistribute it is not confirmed. Restrictions in some countries and states apply to trading.",
  ),
  kalshi: ofMarket(
    "Kalshi",
    "Kalshi terms: redistribution not confirmed",
    "https://kalshi.com/docs/kalshi-data-terms-of-use",
    "The data is for your own view: permission to redistribute it is not confirmed. Restrictions in some states apply to trading.",
  ),
  gdelt: {
    attribution: "The GDELT Project, gdeltproject.org",
    licence: "GDELT terms of use: any use and redistribution, with a citation and a link",
    url: "https://www.gdeltproject.org/about.html#termsofuse",
    text: "The data may be used and redistributed for any purpose, free of charge; a use must name the GDELT Project and link to https://www.gdeltproject.org/. The last 20 keywords in cells are stored on this machine and sent to GDELT: leave it off if they are confidential.",
    defaultOn: false,
    redistribution: "allowed",
  },
  fred: {
    attribution: `FRED®, Federal Reserve Bank of St. Louis, fetched with the operator's own key; each series belongs to its own publisher. ${FRED_NOTICE}`,
    licence: "FRED API terms of use: with your own key; storing, caching and archiving are forbidden without permission",
    url: "https://fred.stlouisfed.org/docs/api/terms_of_use.html",
    text: `The data may not be stored, cached, archived, put into a database, or used to train models; many series belong to others (Freddie Mac, the University of Michigan, Cboe), whose own terms bind you too. So this service stores none of it: it fetches a series from FRED while a cell waits, only if it has no published rows of that series, and discards the reply. Check for yourself whether your workbook may keep what it shows. You need your own key, in the variable SERVICE_FRED_KEY; it is never stored. ${FRED_NOTICE}`,
    defaultOn: false,
    redistribution: "forbidden",
  },
});

/** A publisher that answers cite as their source. */
export type PublisherSource = keyof typeof PUBLISHER_SOURCES;

/** Source of an answer: `sample` for generated data, `user` for the operator's own file. */
export type SourceId = "sample" | "user" | PublisherSource;

/** The attribution that each source requires, sent in `meta.attribution`. */
export const ATTRIBUTION = Object.fromEntries([
  ["sample", "Sample data generated by this service. Not published figures: do not quote."],
  ["user", "Series imported by the operator of this service from a file of their own"],
  ...Object.entries(PUBLISHER_SOURCES).map(([id, { attribution }]) => [id, attribution]),
]) as Readonly<Record<SourceId, string>>;

/** The licence and the address of a publisher's terms, and whether they allow its rows to be passed on. */
export const termsOf = (source: PublisherSource) => {
  const { licence, url: terms, redistribution } = PUBLISHER_SOURCES[source];
  return { licence, terms, redistribution };
};

/** True if rows of this source may be passed on. Those of an operator's own file may not: their terms are not known. */
export const mayPassOn = (source: SourceId): boolean =>
  source !== "sample" && source !== "user" && /^(allowed|conditional)$/.test(PUBLISHER_SOURCES[source].redistribution);

/** Shown wherever sample data appears. */
export const SAMPLE_NOTICE = "Sample data: generated, plausible, not published. Import published data with npm run data.";
