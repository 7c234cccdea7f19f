const EXCHANGES: Readonly<Record<string, string>> = { N: "NYSE", Q: "Nasdaq Global Select Market" };

/** First year of the table. */
export const LISTED_SINCE = 2010;

/** Ticker, first day of trading, exchange, price or "direct", shares in millions or "-", company. */
const TABLE = `
TSLA 2010-06-29 Q 17 13.3 Tesla
GM 2010-11-18 N 33 478 General Motors
KMI 2011-02-11 N 30 95.5 Kinder Morgan
HCA 2011-03-10 N 30 126 HCA Healthcare
ZG 2011-07-20 Q 20 3.5 Zillow Group
META 2012-05-18 Q 38 421 Meta Platforms (Facebook)
NOW 2012-06-29 N 18 11.7 ServiceNow
PANW 2012-07-20 N 42 6.2 Palo Alto Networks
WDAY 2012-10-12 N 28 22.8 Workday
ZTS 2013-02-01 N 26 86.1 Zoetis
VEEV 2013-10-16 N 20 13.1 Veeva Systems
HLT 2013-12-12 N 20 118 Hilton Worldwide
ALLY 2014-04-10 N 25 95 Ally Financial
JD 2014-05-22 Q 19 93.7 JD.com
ANET 2014-06-06 N 43 5.3 Arista Networks
SYF 2014-07-31 N 23 125 Synchrony Financial
BABA 2014-09-19 N 68 320 Alibaba Group
CFG 2014-09-24 N 21.5 140 Citizens Financial Group
W 2014-10-02 N 29 11 Wayfair
HUBS 2014-10-09 N 25 5 HubSpot
GDDY 2015-04-01 N 20 23 GoDaddy
ETSY 2015-04-16 Q 16 16.7 Etsy
SHOP 2015-05-21 N 17 7.7 Shopify
RACE 2015-10-21 N 52 17.2 Ferrari
XYZ 2015-11-19 N 9 27 Block (Square)
TEAM 2015-12-10 Q 21 22 Atlassian
TWLO 2016-06-23 N 15 10 Twilio
TTD 2016-09-21 Q 18 4.7 Trade Desk
INVH 2017-02-01 N 20 77 Invitation Homes
SNAP 2017-03-02 N 17 200 Snap
OKTA 2017-04-07 Q 17 11 Okta
CVNA 2017-04-28 N 15 15 Carvana
ROKU 2017-09-28 Q 14 15.7 Roku
MDB 2017-10-19 Q 24 8 MongoDB
SE 2017-10-20 N 15 59 Sea
ZS 2018-03-16 Q 16 12 Zscaler
DBX 2018-03-23 Q 21 36 Dropbox
SPOT 2018-04-03 N direct - Spotify Technology
DOCU 2018-04-27 Q 29 21.7 DocuSign
PDD 2018-07-26 Q 19 85.6 PDD Holdings (Pinduoduo)
NIO 2018-09-12 N 6.26 160 NIO
MRNA 2018-12-07 Q 23 26.3 Moderna
LYFT 2019-03-29 Q 72 32.5 Lyft
PINS 2019-04-18 N 19 75 Pinterest
ZM 2019-04-18 Q 36 20.9 Zoom Communications
BYND 2019-05-02 Q 25 9.6 Beyond Meat
UBER 2019-05-10 N 45 180 Uber Technologies
CRWD 2019-06-12 Q 34 18 CrowdStrike
CHWY 2019-06-14 N 22 46.5 Chewy
NET 2019-09-13 N 15 35 Cloudflare
DDOG 2019-09-19 Q 27 24 Datadog
PTON 2019-09-26 Q 29 40 Peloton Interactive
BNTX 2019-10-10 Q 15 10 BioNTech
LI 2020-07-30 Q 11.5 95 Li Auto
XPEV 2020-08-27 N 15 99.7 XPeng
SNOW 2020-09-16 N 120 28 Snowflake
U 2020-09-18 N 52 25 Unity Software
PLTR 2020-09-30 N direct - Palantir Technologies
AI 2020-12-09 N 42 15.5 C3.ai
DASH 2020-12-09 N 102 33 DoorDash
ABNB 2020-12-10 Q 68 51.6 Airbnb
UPST 2020-12-16 Q 20 12 Upstart
AFRM 2021-01-13 Q 49 24.6 Affirm
RBLX 2021-03-10 N direct - Roblox
CPNG 2021-03-11 N 35 130 Coupang
COIN 2021-04-14 Q direct - Coinbase Global
APP 2021-04-15 Q 80 22.5 AppLovin
PATH 2021-04-21 N 56 23.9 UiPath
S 2021-06-30 N 35 35 SentinelOne
DUOL 2021-07-28 Q 102 5.1 Duolingo
HOOD 2021-07-29 Q 38 55 Robinhood Markets
BROS 2021-09-15 N 23 21 Dutch Bros
ONON 2021-09-15 N 24 31.1 On Holding
TOST 2021-09-22 N 40 21.7 Toast
FRSH 2021-09-22 Q 36 28.5 Freshworks
AMPL 2021-09-28 Q direct - Amplitude
WRBY 2021-09-29 N direct - Warby Parker
GTLB 2021-10-14 Q 77 8.4 GitLab
RIVN 2021-11-10 Q 78 153 Rivian Automotive
BRZE 2021-11-17 Q 65 8 Braze
NU 2021-12-09 N 9 289 Nu Holdings
HCP 2021-12-09 Q 80 15.3 HashiCorp
MBLY 2022-10-26 Q 21 41 Mobileye
KVUE 2023-05-04 N 22 172.8 Kenvue
CAVA 2023-06-15 N 22 14.4 CAVA Group
ARM 2023-09-14 Q 51 95.5 Arm Holdings
CART 2023-09-19 Q 30 22 Maplebear (Instacart)
KVYO 2023-09-20 N 30 19.2 Klaviyo
BIRK 2023-10-11 N 46 32.3 Birkenstock
ALAB 2024-03-20 Q 36 19.8 Astera Labs
RDDT 2024-03-21 N 34 22 Reddit
IBTA 2024-04-18 N 88 6.6 Ibotta
RBRK 2024-04-25 N 32 23.5 Rubrik
VIK 2024-05-01 N 24 64 Viking Holdings
WAY 2024-06-07 Q 21.5 45 Waystar
TEM 2024-06-14 Q 37 11.1 Tempus AI
OS 2024-07-24 Q 20 24.5 OneStream
LINE 2024-07-25 Q 78 57 Lineage
TTAN 2024-12-12 Q 71 8.8 ServiceTitan
SAIL 2025-02-13 Q 23 60 SailPoint
CRWV 2025-03-28 Q 40 37.5 CoreWeave
ETOR 2025-05-14 Q 52 11.9 eToro
HNGE 2025-05-22 N 32 13.7 Hinge Health
CRCL 2025-06-05 N 31 34 Circle Internet
CHYM 2025-06-12 Q 27 32 Chime Financial
FIG 2025-07-31 N 33 36.9 Figma
BLSH 2025-08-13 N 37 30 Bullish
KLAR 2025-09-10 N 40 34.3 Klarna
FIGR 2025-09-11 Q 25 31.5 Figure Technology
STUB 2025-09-17 N 23.5 34 StubHub
NTSK 2025-09-18 Q 19 47.8 Netskope
`;

const ENTRY = /^(\S+) (\S+) ([NQ]) (\S+) (\S+) (.+)$/;

/** Companies' public listings, from general knowledge. Price in US dollars and rounded number of shares offered; undefined for a direct listing. */
export const LISTINGS = TABLE.trim()
  .split("\n")
  .map((entry) => {
    const [, ticker, listed, exchange, price, shares, company] = ENTRY.exec(entry) ?? [];
    if (!ticker || !listed || !exchange || !company) throw new Error(`listings: cannot read "${entry}"`);
    return {
      ticker,
      company,
      /** First day of trading. */
      listed,
      exchange: EXCHANGES[exchange]!,
      price: price === "direct" ? undefined : Number(price),
      shares: shares === "-" ? undefined : Math.round(Number(shares) * 1e6),
    };
  });

export type StockListing = (typeof LISTINGS)[number];

const bySymbol = new Map(LISTINGS.map((l) => [l.ticker, l]));

/** The listing of a symbol (in upper case), or undefined. */
export const stockListingOf = (ticker: string): StockListing | undefined => bySymbol.get(ticker);
