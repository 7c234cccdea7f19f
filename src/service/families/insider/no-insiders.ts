import type { Instrument } from "../../instruments/universe";

/** Why nobody reports trades in a fund or in a foreign company on Form 4. */
export const noInsiders = ({ ticker, instrumentType }: Instrument): string =>
  instrumentType === "etf" ? `${ticker} is a fund and has no insiders` : `${ticker} is a foreign filer: no Form 4 reports`;
