import type { FunctionName } from "./functions";

/** One sheet path of `=SERVICE(entity, path)`: its function, and the field if it names one. */
export interface SheetPath {
  readonly path: string;
  readonly fn: FunctionName;
  readonly field?: string;
}

const to = (fn: FunctionName, field: string | undefined, ...paths: string[]): SheetPath[] => paths.map((path) => ({ path, fn, ...(field ? { field } : {}) }));

/** The 50 sheet paths of the specification, in its order. */
export const PATHS: readonly SheetPath[] = [
  ...to("PRICE", undefined, "price"),
  ...to("CHANGE", undefined, "change"),
  ...to("VAR", undefined, "var"),
  ...to("SHARPE", undefined, "sharpe"),
  ...to("SIGNAL", undefined, "signal", "signals"),
  ...to("SIGNAL", "count", "signal_count"),
  ...to("SMARTMONEY", undefined, "smart_money", "smart_money.score", "smartmoney"),
  ...to("CONFLUENCE", "score", "confluence", "confluence.score"),
  ...to("CONFLUENCE", "families", "confluence.families"),
  ...to("HOLDERS13F", "count", "holders13f", "13f", "holders13f.count", "13f.count"),
  ...to("HOLDERS13F", "value", "holders13f.value", "13f.value"),
  ...to("HOLDERS13F", "qoq", "holders13f.qoq", "13f.qoq"),
  ...to("FUNDING", undefined, "funding", "funding.rate"),
  ...to("REGIME", "label", "regime"),
  ...to("REGIME", "score", "regime.score"),
  ...to("SHORTINTEREST", undefined, "shortinterest", "short_interest", "short"),
  ...to("SHORTINTEREST", "pctfloat", "short.pctfloat", "short_interest.pct_float"),
  ...to("SHORTINTEREST", "pctshares", "short.pctshares", "short_interest.pct_shares_outstanding"),
  ...to("SHORTINTEREST", "days", "short.days"),
  ...to("SHORTINTEREST", "confidence", "short.confidence"),
  ...to("SHORTINTEREST", "source", "short.source"),
  ...to("INSIDER", undefined, "insider"),
  ...to("INSIDER", "net", "insider.net"),
  ...to("INSIDER", "value", "insider.value"),
  ...to("INSIDER", "buy", "insider.buy"),
  ...to("INSIDER", "sell", "insider.sell"),
  ...to("CONGRESS", undefined, "congress"),
  ...to("CONGRESS", "count", "congress.count"),
  ...to("CONGRESS", "net", "congress.net"),
  ...to("ODDS", undefined, "odds"),
  ...to("GAMMA", undefined, "gamma"),
  ...to("GAMMA", "net", "gamma.net"),
  ...to("GAMMA", "call", "gamma.call"),
  ...to("GAMMA", "put", "gamma.put"),
  ...to("GAMMA", "flip", "gamma.flip"),
  ...to("ASOF", undefined, "asof"),
];

const byPath = new Map(PATHS.map((p) => [p.path, p]));
/** The sheet path of this spelling (lower case), or undefined. */
export const sheetPath = (path: string): SheetPath | undefined => byPath.get(path);
