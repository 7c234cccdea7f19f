import { symbolTable } from "../../sample/symbol-table";

/**
 * Usual trading of well-known symbols, rounded from general knowledge: `SYMBOL volume short float`. Volume in millions of shares a day; short in percent of the float
 * (for a fund: of its shares); float in percent of the shares, if it is far from usual. Approximations for sample data, not a source.
 */
const TABLE = `
AAPL 52 .75 99.8|MSFT 22 .75 98.5|NVDA 230 1.1 96|GOOGL 34 1.1|GOOG 22 .7|AMZN 42 .75 90|META 14 1.4 86|TSLA 95 2.7 87|AVGO 24 1.1 98|BRK.B 4.6 .8|LLY 3.8 .9 89|JPM 9.5 .9 99.5
V 6.8 1.4 98|MA 2.9 .9 89|WMT 18 .7 55|UNH 8 1.3 99|XOM 16 1.1 99.8|JNJ 8.5 .8 99.8|KO 16 .9 90|ORCL 11 1.3 59|NFLX 38 1.4 99|AMD 45 2.6 99|INTC 75 2.6 99.8|PLTR 75 2.6 94
MU 21 2.7 99.7|QCOM 8.5 1.9 99.8|BAC 38 1.1 99.8|C 14 1.7 99.8|WFC 16 1.1 99.8|F 75 3.4 97|GM 11 2.6 99.7|T 36 1.3 99.8|PFE 45 1.3 99.8|BA 7.5 2.1 99.8|DIS 9.5 1.2 99.8
NKE 12 2.2 79|UBER 18 2.4 95|COIN 10 5.5 82|HOOD 30 4.4 86|MSTR 13 10 92|SMCI 42 15 85|SOFI 50 10 98|AFRM 6 6.5 93|CVNA 4 9.5 86|RIVN 38 16 62|LCID 110 26 40|NIO 50 8|BABA 18 2.2
GME 10 11.5 91|AMC 14 11 99.5|BYND 6 34 93|UPST 6 24 86|PLUG 40 25 90|HIMS 22 28 91|NVAX 5.5 28 93|KSS 9 36 98|M 7 8 99|W 4.2 20 76|PTON 11 17 93|TDOC 5.5 14 99|MRNA 9.5 15 91
ROKU 4 7 86|CLF 20 12 98|RKLB 20 9.5 86|HTZ 6.5 42 40|OPEN 60 20 88|WBA 18 9 83|SNAP 26 6.5 80|AAL 42 9 99|CCL 22 5.5 92|RBLX 8.5 3.2 88|U 10 6.5 88|NET 2.8 3 89|DKNG 10 5.5 96
SPY 70 12|QQQ 48 9|IWM 33 34|DIA 3.6 8|VOO 7 2.5|VTI 3.8 1.5|EEM 30 12|EFA 14 5|GLD 10 6|SLV 24 8|TLT 38 15|HYG 40 44|LQD 26 24|XLF 42 8|XLE 16 13|XLK 6.5 6|XLV 9.5 7|SMH 8 18|ARKK 12 16
USO 4.5 50|IBIT 45 8|KRE 15 52`;

interface KnownShorts {
  /** Shares a day at the start of 2025. */
  readonly volume: number;
  /** Part of the float, or of a fund's shares. */
  readonly short: number;
  /** Part of the shares, if it is far from usual. */
  readonly float: number | undefined;
}

export const KNOWN_SHORTS = symbolTable("known shorts", TABLE, (words): KnownShorts | undefined => {
  const [volume = NaN, short = NaN, float] = words.map(Number);
  if (!(volume > 0 && short > 0)) return undefined;
  return { volume: volume * 1e6, short: short / 100, float: float === undefined ? undefined : float / 100 };
});
