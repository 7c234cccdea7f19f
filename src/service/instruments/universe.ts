import { CURRENCIES, type Currency } from "../../contract/units";
/**
 * The covered symbols, one string a sub-industry: `SYMBOL Name | SYMBOL Name`. `SYMBOL~CUR` is a depositary receipt whose filer
 * reports in that currency; `SYMBOL=OTHER` is a further share class of OTHER, written after it; `SYMBOL+` has a further class.
 * Within a string the larger companies come first and the depositary receipts last.
 */
const UNIVERSE_TABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Information Technology": {
    Semiconductors:
      "NVDA NVIDIA|AMD Advanced Micro Devices|INTC Intel|AVGO Broadcom|QCOM Qualcomm|TXN Texas Instruments|MU Micron Technology|ADI Analog Devices|MRVL Marvell Technology|NXPI NXP Semiconductors|ON ON Semiconductor|MCHP Microchip Technology|MPWR Monolithic Power Systems|SWKS Skyworks Solutions|QRVO Qorvo|LSCC Lattice Semiconductor|WOLF Wolfspeed|RMBS Rambus|CRUS Cirrus Logic|SLAB Silicon Laboratories|ALGM Allegro MicroSystems|TSM~TWD Taiwan Semiconductor Manufacturing|UMC~TWD United Microelectronics|STM~USD STMicroelectronics",
    "Semiconductor Equipment":
      "AMAT Applied Materials|LRCX Lam Research|KLAC KLA|TER Teradyne|ENTG Entegris|ONTO Onto Innovation|MKSI MKS|AMKR Amkor Technology|ACLS Axcelis Technologies|COHU Cohu|ASML~EUR ASML Holding",
    "Systems Software":
      "MSFT Microsoft|ORCL Oracle|PANW Palo Alto Networks|FTNT Fortinet|CRWD CrowdStrike|ZS Zscaler|S SentinelOne|NET Cloudflare|OKTA Okta|TENB Tenable|VRNS Varonis Systems|QLYS Qualys|RPD Rapid7|GEN Gen Digital|CYBR CyberArk Software|RBRK Rubrik",
    "Application Software":
      "CRM Salesforce|ADBE Adobe|INTU Intuit|NOW ServiceNow|WDAY Workday|SNOW Snowflake|DDOG Datadog|MDB MongoDB|TEAM Atlassian|HUBS HubSpot|PLTR Palantir Technologies|ADSK Autodesk|CDNS Cadence Design Systems|SNPS Synopsys|ANSS Ansys|DOCU DocuSign|ZM Zoom Communications|U Unity Software|PATH UiPath|ESTC Elastic|DT Dynatrace|PCTY Paylocity|PAYC Paycom Software|TYL Tyler Technologies|PTC PTC|FICO Fair Isaac|MSTR MicroStrategy|AI C3.ai|BILL BILL Holdings|GTLB GitLab|APP AppLovin|BSY Bentley Systems|MANH Manhattan Associates|GWRE Guidewire Software|SAP~EUR SAP",
    "IT Services":
      "IBM International Business Machines|ACN Accenture|CTSH Cognizant Technology Solutions|EPAM EPAM Systems|IT Gartner|AKAM Akamai Technologies|GDDY GoDaddy|VRSN VeriSign|TWLO Twilio|DXC DXC Technology|INFY~USD Infosys|WIT~INR Wipro",
    "Technology Hardware":
      "AAPL Apple|DELL Dell Technologies|HPQ HP|HPE Hewlett Packard Enterprise|SMCI Super Micro Computer|NTAP NetApp|PSTG Pure Storage|STX Seagate Technology|WDC Western Digital|LOGI Logitech International|SONY~JPY Sony Group",
    "Communications Equipment":
      "CSCO Cisco Systems|ANET Arista Networks|MSI Motorola Solutions|JNPR Juniper Networks|CIEN Ciena|LITE Lumentum|UI Ubiquiti|NOK~EUR Nokia|ERIC~SEK Ericsson",
    "Electronic Components":
      "APH Amphenol|TEL TE Connectivity|GLW Corning|KEYS Keysight Technologies|ZBRA Zebra Technologies|TRMB Trimble|JBL Jabil|FLEX Flex|COHR Coherent|CDW CDW|VNT Vontier|IPGP IPG Photonics",
  },
  "Communication Services": {
    "Interactive Media":
      "GOOGL+ Alphabet Class A|GOOG=GOOGL Alphabet Class C|META Meta Platforms|RDDT Reddit|PINS Pinterest|SNAP Snap|MTCH Match Group|BMBL Bumble|YELP Yelp|ZG+ Zillow Group Class A|Z=ZG Zillow Group Class C|BIDU~CNY Baidu|WB~USD Weibo",
    "Movies and Entertainment":
      "NFLX Netflix|DIS Walt Disney|WBD Warner Bros. Discovery|ROKU Roku|SPOT Spotify Technology|LYV Live Nation Entertainment|AMC AMC Entertainment|CNK Cinemark|TKO TKO Group|MSGS Madison Square Garden Sports|BILI~CNY Bilibili",
    "Interactive Home Entertainment": "EA Electronic Arts|TTWO Take-Two Interactive|RBLX Roblox|PLTK Playtika|NTES~CNY NetEase",
    "Telecommunication Services":
      "T AT&T|VZ Verizon Communications|TMUS T-Mobile US|LUMN Lumen Technologies|FYBR Frontier Communications|USM United States Cellular|TDS Telephone and Data Systems|VOD~EUR Vodafone|AMX~MXN America Movil",
    "Cable and Broadcasting":
      "CMCSA Comcast|CHTR Charter Communications|FOXA+ Fox Class A|FOX=FOXA Fox Class B|PARA Paramount Global|SIRI Sirius XM|NXST Nexstar Media|TGNA TEGNA|CABO Cable One",
    "Publishing and Advertising":
      "OMC Omnicom Group|IPG Interpublic Group|NYT New York Times|NWSA+ News Corp Class A|NWS=NWSA News Corp Class B|TTD Trade Desk|MGNI Magnite|DV DoubleVerify",
  },
  "Consumer Discretionary": {
    "Automobile Manufacturers":
      "TSLA Tesla|F Ford Motor|GM General Motors|RIVN Rivian Automotive|LCID Lucid Group|HOG Harley-Davidson|THO Thor Industries|WGO Winnebago Industries|TM~JPY Toyota Motor|HMC~JPY Honda Motor|NIO~CNY NIO|LI~CNY Li Auto|XPEV~CNY XPeng",
    "Automotive Parts": "APTV Aptiv|BWA BorgWarner|LEA Lear|GNTX Gentex|MGA Magna International|QS QuantumScape|ALV Autoliv|VC Visteon|DAN Dana",
    "Broadline Retail":
      "AMZN Amazon.com|EBAY eBay|ETSY Etsy|KSS Kohl's|M Macy's|DDS Dillard's|OLLI Ollie's Bargain Outlet|BABA~CNY Alibaba Group|JD~CNY JD.com|PDD~CNY PDD Holdings|MELI MercadoLibre|CPNG Coupang|SE~USD Sea",
    "Specialty Retail":
      "HD Home Depot|LOW Lowe's|TJX TJX Companies|ROST Ross Stores|BURL Burlington Stores|ULTA Ulta Beauty|BBY Best Buy|ORLY O'Reilly Automotive|AZO AutoZone|AAP Advance Auto Parts|KMX CarMax|CVNA Carvana|GME GameStop|CHWY Chewy|W Wayfair|RH RH|WSM Williams-Sonoma|DKS Dick's Sporting Goods|GPS Gap|ANF Abercrombie & Fitch|AEO American Eagle Outfitters|URBN Urban Outfitters|FIVE Five Below|TSCO Tractor Supply|BBWI Bath & Body Works|FL Foot Locker|AN AutoNation|PAG Penske Automotive",
    Restaurants:
      "MCD McDonald's|SBUX Starbucks|CMG Chipotle Mexican Grill|YUM Yum! Brands|DPZ Domino's Pizza|DRI Darden Restaurants|WEN Wendy's|TXRH Texas Roadhouse|CAVA CAVA Group|WING Wingstop|SHAK Shake Shack|BROS Dutch Bros|YUMC Yum China|EAT Brinker International|CAKE Cheesecake Factory",
    "Hotels, Resorts and Cruise Lines":
      "BKNG Booking Holdings|ABNB Airbnb|EXPE Expedia Group|MAR Marriott International|HLT Hilton Worldwide|H Hyatt Hotels|RCL Royal Caribbean|CCL Carnival|NCLH Norwegian Cruise Line|WH Wyndham Hotels|TRIP Tripadvisor|TCOM~CNY Trip.com",
    "Casinos and Gaming":
      "LVS Las Vegas Sands|MGM MGM Resorts|WYNN Wynn Resorts|CZR Caesars Entertainment|DKNG DraftKings|PENN PENN Entertainment|BYD Boyd Gaming|CHDN Churchill Downs",
    "Apparel and Footwear":
      "NKE Nike|LULU Lululemon Athletica|DECK Deckers Outdoor|CROX Crocs|SKX Skechers|VFC VF|RL Ralph Lauren|TPR Tapestry|PVH PVH|UAA+ Under Armour Class A|UA=UAA Under Armour Class C|HBI Hanesbrands|ONON On Holding|BIRK Birkenstock",
    Homebuilding: "DHI D.R. Horton|LEN Lennar|PHM PulteGroup|NVR NVR|TOL Toll Brothers|KBH KB Home|TMHC Taylor Morrison|MTH Meritage Homes",
    "Leisure and Household Durables":
      "HAS Hasbro|MAT Mattel|PTON Peloton Interactive|YETI YETI Holdings|WHR Whirlpool|MHK Mohawk Industries|LEG Leggett & Platt|POOL Pool|BC Brunswick|PII Polaris|GRMN Garmin",
  },
  "Consumer Staples": {
    "Consumer Staples Retail":
      "WMT Walmart|COST Costco Wholesale|TGT Target|KR Kroger|DG Dollar General|DLTR Dollar Tree|ACI Albertsons|BJ BJ's Wholesale Club|SFM Sprouts Farmers Market|CART Maplebear|SYY Sysco|USFD US Foods|PFGC Performance Food Group|WBA Walgreens Boots Alliance",
    Beverages:
      "KO Coca-Cola|PEP PepsiCo|MNST Monster Beverage|KDP Keurig Dr Pepper|STZ Constellation Brands|TAP Molson Coors|BF.B Brown-Forman|CELH Celsius Holdings|SAM Boston Beer|DEO~USD Diageo|BUD~USD Anheuser-Busch InBev|ABEV~BRL Ambev",
    "Packaged Foods":
      "MDLZ Mondelez International|GIS General Mills|KHC Kraft Heinz|HSY Hershey|K Kellanova|CAG Conagra Brands|CPB Campbell's|SJM J.M. Smucker|MKC McCormick|HRL Hormel Foods|TSN Tyson Foods|LW Lamb Weston|POST Post Holdings|BYND Beyond Meat|ADM Archer-Daniels-Midland|BG Bunge Global",
    "Household and Personal Products":
      "PG Procter & Gamble|CL Colgate-Palmolive|KMB Kimberly-Clark|CLX Clorox|CHD Church & Dwight|EL Estee Lauder|ELF e.l.f. Beauty|COTY Coty|KVUE Kenvue|UL~EUR Unilever",
    Tobacco: "PM Philip Morris International|MO Altria Group|BTI~GBP British American Tobacco|UVV Universal",
  },
  "Health Care": {
    Pharmaceuticals:
      "LLY Eli Lilly|JNJ Johnson & Johnson|PFE Pfizer|MRK Merck|BMY Bristol-Myers Squibb|ZTS Zoetis|VTRS Viatris|ELAN Elanco Animal Health|PRGO Perrigo|JAZZ Jazz Pharmaceuticals|NVO~DKK Novo Nordisk|AZN~USD AstraZeneca|NVS~USD Novartis|GSK~GBP GSK|SNY~EUR Sanofi|TAK~JPY Takeda Pharmaceutical|TEVA~USD Teva Pharmaceutical",
    Biotechnology:
      "ABBV AbbVie|AMGN Amgen|GILD Gilead Sciences|VRTX Vertex Pharmaceuticals|REGN Regeneron Pharmaceuticals|BIIB Biogen|MRNA Moderna|ALNY Alnylam Pharmaceuticals|INCY Incyte|BMRN BioMarin Pharmaceutical|NBIX Neurocrine Biosciences|EXEL Exelixis|SRPT Sarepta Therapeutics|UTHR United Therapeutics|NVAX Novavax|CRSP CRISPR Therapeutics|BEAM Beam Therapeutics|NTLA Intellia Therapeutics|IONS Ionis Pharmaceuticals|HALO Halozyme Therapeutics|VKTX Viking Therapeutics|BNTX~EUR BioNTech",
    "Health Care Equipment":
      "ABT Abbott Laboratories|MDT Medtronic|SYK Stryker|BSX Boston Scientific|ISRG Intuitive Surgical|EW Edwards Lifesciences|BDX Becton Dickinson|ZBH Zimmer Biomet|DXCM DexCom|RMD ResMed|PODD Insulet|IDXX IDEXX Laboratories|HOLX Hologic|GEHC GE HealthCare|BAX Baxter International|ALGN Align Technology|TFX Teleflex|PEN Penumbra|GMED Globus Medical",
    "Life Sciences Tools":
      "TMO Thermo Fisher Scientific|DHR Danaher|A Agilent Technologies|ILMN Illumina|IQV IQVIA|WAT Waters|MTD Mettler-Toledo|RVTY Revvity|CRL Charles River Laboratories|TECH Bio-Techne|AVTR Avantor|BRKR Bruker",
    "Managed Health Care": "UNH UnitedHealth Group|ELV Elevance Health|CI Cigna|HUM Humana|CNC Centene|MOH Molina Healthcare|OSCR Oscar Health",
    "Health Care Services":
      "CVS CVS Health|MCK McKesson|COR Cencora|CAH Cardinal Health|HCA HCA Healthcare|UHS Universal Health Services|THC Tenet Healthcare|DVA DaVita|LH Labcorp|DGX Quest Diagnostics|HSIC Henry Schein|TDOC Teladoc Health|VEEV Veeva Systems|HIMS Hims & Hers Health|DOCS Doximity|TEM Tempus AI",
  },
  Financials: {
    "Diversified Banks":
      "JPM JPMorgan Chase|BAC Bank of America|WFC Wells Fargo|C Citigroup|USB U.S. Bancorp|PNC PNC Financial Services|TFC Truist Financial|HSBC~USD HSBC Holdings|RY~CAD Royal Bank of Canada|BCS~GBP Barclays|UBS~USD UBS Group|MUFG~JPY Mitsubishi UFJ Financial|SAN~EUR Banco Santander",
    "Regional Banks":
      "FITB Fifth Third Bancorp|HBAN Huntington Bancshares|KEY KeyCorp|RF Regions Financial|CFG Citizens Financial Group|MTB M&T Bank|ZION Zions Bancorporation|CMA Comerica|WAL Western Alliance|EWBC East West Bancorp|FHN First Horizon|NYCB New York Community Bancorp|SOFI SoFi Technologies|NU Nu Holdings",
    "Capital Markets":
      "GS Goldman Sachs|MS Morgan Stanley|SCHW Charles Schwab|IBKR Interactive Brokers|RJF Raymond James|HOOD Robinhood Markets|COIN Coinbase Global|LPLA LPL Financial|EVR Evercore|LAZ Lazard",
    "Asset Management":
      "BLK BlackRock|BX Blackstone|KKR KKR|APO Apollo Global Management|ARES Ares Management|CG Carlyle Group|TROW T. Rowe Price|BEN Franklin Resources|IVZ Invesco|AMP Ameriprise Financial|BK Bank of New York Mellon|STT State Street|NTRS Northern Trust",
    "Financial Exchanges and Data":
      "SPGI S&P Global|MCO Moody's|MSCI MSCI|ICE Intercontinental Exchange|CME CME Group|NDAQ Nasdaq|CBOE Cboe Global Markets|FDS FactSet Research Systems",
    Insurance:
      "BRK.B Berkshire Hathaway|PGR Progressive|ALL Allstate|TRV Travelers|CB Chubb|AIG American International Group|MET MetLife|PRU Prudential Financial|AFL Aflac|HIG Hartford|MMC Marsh McLennan|AON Aon|AJG Arthur J. Gallagher|ACGL Arch Capital|WRB W. R. Berkley|CINF Cincinnati Financial|LMND Lemonade",
    "Payment Services":
      "V Visa|MA Mastercard|PYPL PayPal|AXP American Express|FI Fiserv|FIS Fidelity National Information Services|GPN Global Payments|XYZ Block|AFRM Affirm|TOST Toast|COF Capital One Financial|SYF Synchrony Financial|ALLY Ally Financial|UPST Upstart",
  },
  Industrials: {
    "Aerospace and Defense":
      "BA Boeing|LMT Lockheed Martin|RTX RTX|NOC Northrop Grumman|GD General Dynamics|GE GE Aerospace|LHX L3Harris Technologies|TDG TransDigm|HWM Howmet Aerospace|TXT Textron|HII Huntington Ingalls|AXON Axon Enterprise|RKLB Rocket Lab|SPCE Virgin Galactic|SPR Spirit AeroSystems",
    Airlines:
      "DAL Delta Air Lines|UAL United Airlines|AAL American Airlines|LUV Southwest Airlines|ALK Alaska Air|JBLU JetBlue Airways|SKYW SkyWest|RYAAY~EUR Ryanair",
    "Freight and Logistics":
      "UPS United Parcel Service|FDX FedEx|UNP Union Pacific|CSX CSX|NSC Norfolk Southern|ODFL Old Dominion Freight Line|JBHT J.B. Hunt|XPO XPO|CHRW C.H. Robinson|EXPD Expeditors International|SAIA Saia|KNX Knight-Swift",
    "Passenger Transportation": "UBER Uber Technologies|LYFT Lyft|GRAB Grab Holdings|CAR Avis Budget|HTZ Hertz",
    Machinery:
      "CAT Caterpillar|DE Deere|CMI Cummins|PCAR PACCAR|PH Parker-Hannifin|ITW Illinois Tool Works|DOV Dover|IR Ingersoll Rand|XYL Xylem|SWK Stanley Black & Decker|AGCO AGCO|OSK Oshkosh|SNA Snap-on|NDSN Nordson|WAB Wabtec",
    "Electrical Equipment":
      "EMR Emerson Electric|ETN Eaton|ROK Rockwell Automation|AME AMETEK|GEV GE Vernova|VRT Vertiv|HUBB Hubbell|GNRC Generac|PLUG Plug Power|BE Bloom Energy|ABBNY~USD ABB",
    "Building Products":
      "CARR Carrier Global|TT Trane Technologies|JCI Johnson Controls|LII Lennox International|MAS Masco|OC Owens Corning|BLDR Builders FirstSource|AOS A. O. Smith|ALLE Allegion",
    "Industrial Conglomerates": "HON Honeywell International|MMM 3M|ROP Roper Technologies",
    "Commercial Services":
      "WM Waste Management|RSG Republic Services|CTAS Cintas|CPRT Copart|URI United Rentals|FAST Fastenal|GWW W.W. Grainger|ADP Automatic Data Processing|PAYX Paychex|EFX Equifax|VRSK Verisk Analytics|PWR Quanta Services|J Jacobs Solutions|BAH Booz Allen Hamilton|RHI Robert Half",
  },
  Energy: {
    "Integrated Oil and Gas":
      "XOM Exxon Mobil|CVX Chevron|OXY Occidental Petroleum|SHEL~USD Shell|BP~USD BP|TTE~USD TotalEnergies|EQNR~USD Equinor|PBR~USD Petrobras",
    "Exploration and Production":
      "COP ConocoPhillips|EOG EOG Resources|DVN Devon Energy|FANG Diamondback Energy|APA APA|CTRA Coterra Energy|EQT EQT|AR Antero Resources|RRC Range Resources|OVV Ovintiv|MTDR Matador Resources|SM SM Energy",
    "Oil and Gas Equipment": "SLB Schlumberger|HAL Halliburton|BKR Baker Hughes|NOV NOV|FTI TechnipFMC|RIG Transocean|WFRD Weatherford",
    "Refining and Midstream":
      "MPC Marathon Petroleum|VLO Valero Energy|PSX Phillips 66|KMI Kinder Morgan|WMB Williams Companies|OKE ONEOK|TRGP Targa Resources|ET Energy Transfer|EPD Enterprise Products|LNG Cheniere Energy|DINO HF Sinclair",
    "Coal and Uranium": "BTU Peabody Energy|CCJ Cameco|UEC Uranium Energy",
  },
  Materials: {
    Chemicals:
      "LIN Linde|APD Air Products|SHW Sherwin-Williams|ECL Ecolab|DOW Dow|DD DuPont|PPG PPG Industries|LYB LyondellBasell|ALB Albemarle|CE Celanese|EMN Eastman Chemical|IFF International Flavors & Fragrances|CF CF Industries|MOS Mosaic|FMC FMC|SQM~USD Sociedad Quimica y Minera",
    "Metals and Mining":
      "FCX Freeport-McMoRan|NEM Newmont|NUE Nucor|STLD Steel Dynamics|X United States Steel|CLF Cleveland-Cliffs|AA Alcoa|MP MP Materials|GOLD Barrick Gold|AEM Agnico Eagle Mines|BHP~USD BHP Group|RIO~USD Rio Tinto|VALE~USD Vale",
    "Construction Materials": "VMC Vulcan Materials|MLM Martin Marietta Materials|EXP Eagle Materials",
    "Containers and Packaging":
      "BALL Ball|PKG Packaging Corporation of America|IP International Paper|AMCR Amcor|AVY Avery Dennison|SEE Sealed Air|CCK Crown Holdings",
  },
  Utilities: {
    "Electric Utilities":
      "NEE NextEra Energy|DUK Duke Energy|SO Southern Company|AEP American Electric Power|EXC Exelon|XEL Xcel Energy|ED Consolidated Edison|EIX Edison International|PCG PG&E|ETR Entergy|FE FirstEnergy|PPL PPL|ES Eversource Energy",
    "Independent Power Producers": "CEG Constellation Energy|VST Vistra|NRG NRG Energy|AES AES|OKLO Oklo",
    "Multi-Utilities":
      "D Dominion Energy|SRE Sempra|PEG Public Service Enterprise Group|WEC WEC Energy|DTE DTE Energy|AEE Ameren|CMS CMS Energy|AWK American Water Works|ATO Atmos Energy",
  },
  "Real Estate": {
    "Specialized REITs":
      "AMT American Tower|CCI Crown Castle|EQIX Equinix|DLR Digital Realty|PSA Public Storage|EXR Extra Space Storage|SBAC SBA Communications|IRM Iron Mountain|WY Weyerhaeuser|VICI VICI Properties",
    "Retail REITs": "SPG Simon Property Group|O Realty Income|KIM Kimco Realty|REG Regency Centers|FRT Federal Realty",
    "Residential REITs": "AVB AvalonBay Communities|EQR Equity Residential|ESS Essex Property Trust|MAA Mid-America Apartment|INVH Invitation Homes|UDR UDR",
    "Industrial and Office REITs":
      "PLD Prologis|BXP BXP|VNO Vornado Realty|SLG SL Green Realty|ARE Alexandria Real Estate|WELL Welltower|VTR Ventas|DOC Healthpeak Properties",
    "Real Estate Services": "CBRE CBRE Group|JLL Jones Lang LaSalle|CSGP CoStar Group|OPEN Opendoor Technologies",
  },
  Funds: {
    "Exchange-Traded Funds":
      "SPY SPDR S&P 500 ETF|QQQ Invesco QQQ Trust|IWM iShares Russell 2000 ETF|DIA SPDR Dow Jones Industrial Average ETF|VOO Vanguard S&P 500 ETF|VTI Vanguard Total Stock Market ETF|EEM iShares MSCI Emerging Markets ETF|EFA iShares MSCI EAFE ETF|GLD SPDR Gold Shares|SLV iShares Silver Trust|TLT iShares 20+ Year Treasury Bond ETF|HYG iShares High Yield Corporate Bond ETF|LQD iShares Investment Grade Corporate Bond ETF|XLF Financial Select Sector SPDR|XLE Energy Select Sector SPDR|XLK Technology Select Sector SPDR|XLV Health Care Select Sector SPDR|SMH VanEck Semiconductor ETF|ARKK ARK Innovation ETF|USO United States Oil Fund|IBIT iShares Bitcoin Trust|KRE SPDR S&P Regional Banking ETF",
  },
};

export type InstrumentType = "common" | "adr" | "etf";

/** A covered symbol. Sectors follow the usual industry classification, from general knowledge. */
export interface Instrument {
  readonly ticker: string;
  readonly name: string;
  readonly sector: string;
  readonly subIndustry: string;
  readonly instrumentType: InstrumentType;
  /** The filer's reporting currency. Prices are always in USD. */
  readonly currency: Currency;
  /** The symbol that has the filer, shares and statements: this one, or the company's first share class. */
  readonly issuer: string;
  /** True if the company has several listed share classes. */
  readonly multiClass: boolean;
}

const ENTRY = /^([A-Z0-9.]+)(\+)?(?:~([A-Z]{3}))?(?:=([A-Z0-9.]+))? (.+)$/;

function read(entry: string, sector: string, subIndustry: string): Instrument {
  const m = ENTRY.exec(entry);
  const currency = CURRENCIES.find((c) => c === (m?.[3] ?? "USD"));
  if (!m?.[1] || !m[5] || !currency) throw new Error(`universe: cannot read "${entry}"`);
  const ticker = m[1];
  const instrumentType = sector === "Funds" ? "etf" : m[3] ? "adr" : "common";
  return {
    ticker,
    name: m[5],
    sector,
    subIndustry,
    instrumentType,
    currency,
    issuer: m[4] ?? ticker,
    multiClass: m[2] !== undefined || m[4] !== undefined,
  };
}

/** Every covered symbol, in the order of the table. */
export const UNIVERSE: readonly Instrument[] = Object.entries(UNIVERSE_TABLE).flatMap(([sector, groups]) =>
  Object.entries(groups).flatMap(([subIndustry, entries]) => entries.split("|").map((entry) => read(entry, sector, subIndustry))),
);

export const TICKERS: readonly string[] = UNIVERSE.map((i) => i.ticker);
const byTicker = new Map(UNIVERSE.map((i) => [i.ticker, i]));
/** Converts other spellings of a share class: BRK-B, BRK/B and BRK B to BRK.B. */
const spelled = (ticker: string): string => ticker.replace(/[-/ ]/g, ".");

/** True for a covered symbol in exactly this spelling. */
export const isListed = (ticker: string): boolean => byTicker.has(ticker);
/** The instrument of a symbol in upper case, or undefined. */
export const instrumentOf = (ticker: string): Instrument | undefined => byTicker.get(ticker) ?? byTicker.get(spelled(ticker));

/** One instrument per issuer: its first share class. */
export const ISSUERS: readonly Instrument[] = UNIVERSE.filter((i) => i.issuer === i.ticker);
