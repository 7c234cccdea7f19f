/** Vendors' marks of a US ticker: Bloomberg's exchange codes, Reuters' and other suffixes, the prefixes of Google, TradingView and the ISO. */
export const US = {
  bloomberg: new Set("US UN UW UQ UR UA UP UF".split(" ")),
  suffixes: new Set("US O OQ N K P".split(" ")),
  prefixes: new Set("US NASDAQ NYSE NYSEARCA NYSEAMERICAN NYSEMKT AMEX ARCA BATS CBOE XNAS XNYS XASE ARCX".split(" ")),
} as const;

/** Exchanges outside of the US: the place, Bloomberg's codes, suffixes of Reuters and Yahoo, prefixes of Google and TradingView, FactSet's country. */
const ELSEWHERE: readonly (readonly [place: string, bloomberg: string, suffixes: string, prefixes: string, factset: string])[] = [
  ["London", "LN LI", "L IL", "LON LSE XLON LSIN", "GB"],
  ["Germany", "GR GY GF GS GM", "DE F BE MU SG HM DU", "ETR FRA FWB XETR XETRA BER MUN STU", "DE"],
  ["Paris", "FP", "PA", "EPA EURONEXT XPAR", "FR"],
  ["Amsterdam", "NA", "AS", "AMS XAMS", "NL"],
  ["Brussels", "BB", "BR", "EBR XBRU", "BE"],
  ["Lisbon", "PL", "LS", "ELI XLIS", "PT"],
  ["Dublin", "ID", "IR", "ISE", "IE"],
  ["Milan", "IM", "MI", "BIT MIL XMIL", "IT"],
  ["Madrid", "SM SQ", "MC", "BME XMAD", "ES"],
  ["Switzerland", "SW SE VX", "SW S VX", "SWX SIX VTX XSWX", "CH"],
  ["Vienna", "AV", "VI", "VIE WBAG", "AT"],
  ["Stockholm", "SS", "ST", "STO OMXSTO XSTO", "SE"],
  ["Copenhagen", "DC", "CO", "CPH OMXCOP XCSE", "DK"],
  ["Oslo", "NO", "OL", "OSL XOSL", "NO"],
  ["Helsinki", "FH", "HE", "HEL OMXHEX XHEL", "FI"],
  ["Warsaw", "PW", "WA", "WSE GPW XWAR", "PL"],
  ["Athens", "GA", "AT", "ATH", "GR"],
  ["Istanbul", "TI", "IS", "IST BIST", "TR"],
  ["Tel Aviv", "IT", "TA", "TLV TASE", "IL"],
  ["Johannesburg", "SJ", "JO J", "JSE", "ZA"],
  ["Canada", "CN CT CV", "TO V CN NE", "TSE TSX TSXV CVE CNSX XTSE", "CA"],
  ["Mexico", "MM", "MX", "BMV", "MX"],
  ["Brazil", "BZ BS", "SA", "BVMF BMFBOVESPA", "BR"],
  ["Tokyo", "JP JT", "T", "TYO XTKS", "JP"],
  ["Hong Kong", "HK", "HK", "HKG HKEX XHKG", "HK"],
  ["China", "CH CG CS C1 C2", "SS SZ", "SHA SHE SSE SZSE XSHG XSHE", "CN"],
  ["Taiwan", "TT", "TW TWO", "TPE TWSE", "TW"],
  ["Korea", "KS KQ KP", "KS KQ", "KRX KOSDAQ", "KR"],
  ["India", "IN IB IS", "NS BO", "NSE BOM BSE", "IN"],
  ["Singapore", "SP", "SI", "SGX", "SG"],
  ["Kuala Lumpur", "MK", "KL", "KLSE MYX", "MY"],
  ["Bangkok", "TB", "BK", "BKK SET", "TH"],
  ["Jakarta", "IJ", "JK", "IDX", "ID"],
  ["Australia", "AU AT", "AX", "ASX XASX", "AU"],
  ["New Zealand", "NZ", "NZ", "NZE NZX", "NZ"],
  ["Saudi Arabia", "AB", "SR", "TADAWUL", "SA"],
];

function places(column: 1 | 2 | 3 | 4): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const row of ELSEWHERE) for (const code of row[column].split(" ")) if (!found.has(code)) found.set(code, row[0]);
  return found;
}

/** The place of an exchange outside of the US, by a vendor's mark. */
export const PLACES = { bloomberg: places(1), suffix: places(2), prefix: places(3), factset: places(4) } as const;
