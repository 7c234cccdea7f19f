import type { IsoDate } from "../../../contract/dates";

/** A company's first sale of shares to the public, from general knowledge. */
export interface Listing {
  readonly ticker: string;
  readonly company: string;
  /** First day of trading. */
  readonly listed: IsoDate;
  readonly exchange: string;
  /** Public price in US dollars; undefined where the shares were listed directly, without an offering. */
  readonly price: number | undefined;
  /** Shares offered; undefined where only the sample says so. */
  readonly shares: number | undefined;
}

const EXCHANGES: Readonly<Record<string, string>> = { N: "NYSE", Q: "Nasdaq Global Select Market" };

/** Ticker, first day of trading, exchange, price or "direct", shares in millions or "-", company. */
const TABLE = `
SNOW 2020-09-16 N 120 28 Snowflake
PLTR 2020-09-30 N direct - Palantir Technologies
DASH 2020-12-09 N 102 33 DoorDash
ABNB 2020-12-10 Q 68 51.6 Airbnb
RBLX 2021-03-10 N direct - Roblox
COIN 2021-04-14 Q direct - Coinbase Global
DUOL 2021-07-28 Q 102 - Duolingo
HOOD 2021-07-29 Q 38 55 Robinhood Markets
BROS 2021-09-15 N 23 - Dutch Bros
ONON 2021-09-15 N 24 - On Holding
TOST 2021-09-22 N 40 - Toast
FRSH 2021-09-22 Q 36 - Freshworks
AMPL 2021-09-28 Q direct - Amplitude
WRBY 2021-09-29 N direct - Warby Parker
GTLB 2021-10-14 Q 77 - GitLab
RIVN 2021-11-10 Q 78 153 Rivian Automotive
BRZE 2021-11-17 Q 65 - Braze
NU 2021-12-09 N 9 - Nu Holdings
HCP 2021-12-09 Q 80 - HashiCorp
MBLY 2022-10-26 Q 21 - Mobileye
KVUE 2023-05-04 N 22 172.8 Kenvue
CAVA 2023-06-15 N 22 14.4 CAVA Group
ARM 2023-09-14 Q 51 95.5 Arm Holdings
CART 2023-09-19 Q 30 22 Maplebear
KVYO 2023-09-20 N 30 - Klaviyo
BIRK 2023-10-11 N 46 32.3 Birkenstock
ALAB 2024-03-20 Q 36 - Astera Labs
RDDT 2024-03-21 N 34 22 Reddit
IBTA 2024-04-18 N 88 - Ibotta
RBRK 2024-04-25 N 32 - Rubrik
VIK 2024-05-01 N 24 - Viking Holdings
WAY 2024-06-07 Q 21.5 - Waystar
TEM 2024-06-14 Q 37 - Tempus AI
OS 2024-07-24 Q 20 - OneStream
LINE 2024-07-25 Q 78 - Lineage
TTAN 2024-12-12 Q 71 - ServiceTitan
SAIL 2025-02-13 Q 23 - SailPoint
CRWV 2025-03-28 Q 40 37.5 CoreWeave
ETOR 2025-05-14 Q 52 - eToro
HNGE 2025-05-22 N 32 - Hinge Health
CRCL 2025-06-05 N 31 34 Circle Internet
CHYM 2025-06-12 Q 27 - Chime Financial
FIG 2025-07-31 N 33 36.9 Figma
BLSH 2025-08-13 N 37 - Bullish
KLAR 2025-09-10 N 40 34.3 Klarna
FIGR 2025-09-11 Q 25 - Figure Technology
STUB 2025-09-17 N 23.5 - StubHub
NTSK 2025-09-18 Q 19 - Netskope
`;

const ENTRY = /^(\S+) (\S+) ([NQ]) (\S+) (\S+) (.+)$/;

export const LISTINGS: readonly Listing[] = TABLE.trim()
  .split("\n")
  .map((entry) => {
    const [, ticker, listed, exchange, price, shares, company] = ENTRY.exec(entry) ?? [];
    if (!ticker || !listed || !exchange || !company) throw new Error(`listings: cannot read "${entry}"`);
    return {
      ticker,
      company,
      listed,
      exchange: EXCHANGES[exchange]!,
      price: price === "direct" ? undefined : Number(price),
      shares: shares === "-" ? undefined : Math.round(Number(shares) * 1e6),
    };
  });

const bySymbol = new Map(LISTINGS.map((l) => [l.ticker, l]));

/** The listing of a symbol in upper case, or undefined. */
export const listingOf = (ticker: string): Listing | undefined => bySymbol.get(ticker);
