import { COUNTRIES, type Indicator } from "../../contract/vocabulary";

/** How often an indicator is observed. */
export type IndicatorFrequency = "monthly" | "quarterly" | "yearly";

/** One series of an indicator. Levels on two bases are not comparable, so each basis has its own series, and no answer mixes them. */
export interface SeriesBasis {
  /** Suffix to the name of the preferred series. */
  readonly suffix: "" | ".HICP25" | ".HICP15" | ".Q" | ".ECB";
  /** Set if it differs from the indicator's own. */
  readonly frequency?: IndicatorFrequency;
  /** A note for readers of its values. */
  readonly note?: string;
}

/** The series of each indicator, the preferred one first. */
export const SERIES_BASES: Readonly<Record<Indicator, readonly SeriesBasis[]>> = {
  policy_rate: [{ suffix: "" }],
  cpi: [
    { suffix: ".HICP25", note: "harmonised index of consumer prices, 2025 = 100" },
    { suffix: ".HICP15", note: "harmonised index of consumer prices, 2015 = 100" },
    { suffix: "", note: "consumer price index, 2010 = 100" },
    { suffix: ".Q", frequency: "quarterly", note: "consumer price index by quarter, 2010 = 100" },
  ],
  gdp: [{ suffix: "" }],
  IRLT: [{ suffix: ".ECB", note: "long-term interest rate for convergence purposes" }, { suffix: "" }],
  reer: [{ suffix: "", note: "2020 = 100" }],
  house_prices: [{ suffix: "", note: "2010 = 100" }],
  credit_to_gdp: [{ suffix: "" }],
  credit_gap: [{ suffix: "" }],
};

/** Series id of one indicator of one economy (two letters). Observations are dated by the last day of their period. */
export const economySeries = (country: string, indicator: Indicator, basis: SeriesBasis["suffix"] = ""): string => `ECON.${indicator}.${country}${basis}`;

/** The last day of a month, `YYYY-MM`; a quarter, `YYYY-Q1`; or a year. Undefined for other text. */
export function periodEnd(text: string): string | undefined {
  const quarter = /^(\d{4})-?Q([1-4])$/.exec(text);
  const month = quarter ? `${quarter[1]}-${String(Number(quarter[2]) * 3).padStart(2, "0")}` : text;
  if (/^\d{4}$/.test(text)) return `${text}-12-31`;
  const m = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month);
  if (!m) return undefined;
  return `${month}-${String(new Date(Date.UTC(Number(m[1]), Number(m[2]), 0)).getUTCDate()).padStart(2, "0")}`;
}

/** A country, or a group of countries with published figures. */
export interface CodedEconomy {
  /** ISO 3166-1, two letters, or the publisher's own two characters. */
  readonly code: string;
  readonly title: string;
}

/** ISO 3166-1 codes of the countries outside of the 39: two letters, then three. */
const OTHERS = `
  ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ASASM AWABW AXALA AZAZE BABIH BBBRB BDBGD BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU
  BNBRN BOBOL BQBES BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CCCCK CDCOD CFCAF CGCOG CICIV CKCOK CMCMR CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP DJDJI
  DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ETETH FJFJI FKFLK FMFSM FOFRO GAGAB GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN
  GPGLP GQGNQ GSSGS GTGTM GUGUM GWGNB GYGUY HMHMD HNHND HRHRV HTHTI IMIMN IOIOT IQIRQ IRIRN ISISL JEJEY JMJAM JOJOR KEKEN KGKGZ KHKHM KIKIR
  KMCOM KNKNA KPPRK KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG
  MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NPNPL
  NRNRU NUNIU OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PMSPM PNPCN PRPRI PSPSE PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB
  SCSYC SDSDN SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO TJTJK TKTKL
  TLTLS TMTKM TNTUN TOTON TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM XKXKX
  YEYEM YTMYT ZMZMB ZWZWE`;

/** Groups under the BIS's own codes. */
const GROUPS: readonly (readonly [code: string, title: string])[] = [
  ["XM", "Euro area"],
  ["5R", "Advanced economies"],
  ["4T", "Emerging market economies"],
  ["5A", "All reporting economies"],
  ["G2", "G20"],
  ["XW", "World"],
];

/** Codes of the euro area at the ECB, the World Bank and the OECD. */
const EURO_AREA_IN_FILES = ["U2", "EMU", "EA19", "EA20"];

const english = new Intl.DisplayNames(["en"], { type: "region" });

const byCode = new Map<string, CodedEconomy>();
const bySpelling = new Map<string, CodedEconomy>();

function add(area: CodedEconomy, codes: readonly string[], spellings: readonly string[]): void {
  for (const code of codes) byCode.set(code, area);
  for (const spelling of [...codes, ...spellings]) bySpelling.set(spelling.toUpperCase(), area);
}

for (const pair of OTHERS.trim().split(/\s+/)) {
  const code = pair.slice(0, 2);
  const title = english.of(code) ?? code;
  add({ code, title }, [code, pair.slice(2)], [title]);
}
for (const [code, title] of GROUPS) add({ code, title }, code === "XM" ? [code, ...EURO_AREA_IN_FILES] : [code], [title]);
for (const [code, three, title] of COUNTRIES) add({ code, title }, [code, three], [title]);

/** Finds a country or group by two or three letters, name, or BIS code, in upper case. Undefined for an unknown one. */
export const economySpelled = (spelling: string): CodedEconomy | undefined => bySpelling.get(spelling);

/** The service's code for a code in a publisher's file. Undefined if it is not covered, as for most groups of countries. */
export const economyOf = (code: string): string | undefined => byCode.get(code)?.code;
