import type { Instrument } from "../../instruments/universe";

/** Why a fund or a foreign company has no Form 4 reports. */
export const noInsiders = ({ ticker, instrumentType }: Instrument): string =>
  instrumentType === "etf" ? `${ticker} is a fund and has no insiders` : `${ticker} is a foreign filer: no Form 4 reports`;
