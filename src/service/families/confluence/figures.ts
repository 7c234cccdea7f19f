import { instrumentOf } from "../../instruments/universe";
import { publishedInstrument } from "../of-instrument";
import { CONGRESS_WINDOW_DAYS, congressNetFor } from "../congress/congress";
import { counted } from "../../../contract/counted";
import type { Context } from "../../answers/context";
import { latestChangeFor } from "../holders13f/holders13f";
import { INSIDER_WINDOW_DAYS, insiderNetFor } from "../insider/insider";
import { usdInWords } from "../insider/usd-in-words";
import type { EvidenceFamily } from "../signals/rows";
import type { NetFigure } from "./rows";

type Figure = (context: Context, ticker: string) => NetFigure | undefined;

const signedUsd = (usd: number): string => `${usd < 0 ? "-" : ""}${usdInWords(Math.abs(usd))}`;

const insider: Figure = (context, ticker) => {
  const net = insiderNetFor(context, instrumentOf(ticker) ?? publishedInstrument(ticker));
  return net === undefined ? undefined : { toward: net, says: `INSIDER net of ${INSIDER_WINDOW_DAYS} days is ${signedUsd(net)}` };
};

const congress: Figure = (context, ticker) => {
  const net = congressNetFor(context, ticker);
  return net === undefined ? undefined : { toward: net, says: `CONGRESS net of ${CONGRESS_WINDOW_DAYS} days is ${net}` };
};

const holders13f: Figure = (context, ticker) => {
  const change = latestChangeFor(context, instrumentOf(ticker) ?? publishedInstrument(ticker));
  return change === undefined ? undefined : { toward: change, says: `HOLDERS13F qoq is ${counted(change, "holder")}` };
};

/** The families with a signed figure in a cell. The others show a level, which has no direction. */
export const TICKER_FIGURES: { readonly [F in EvidenceFamily]?: Figure } = { insider, congress, holders13f };
