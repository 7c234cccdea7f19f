import type { IsoDate } from "../../../contract/dates";

/** Modeled dealer gamma of one name at one session's close, in US dollars per 1 % move. */
export interface GammaSurface {
  readonly date: IsoDate;
  readonly spot: number;
  /** By strike, lowest first. Calls are positive, puts negative. */
  readonly strikes: readonly { readonly strike: number; readonly call: number; readonly put: number }[];
  /** Net gamma at each price, lowest price first. */
  readonly profile: readonly { readonly price: number; readonly net: number }[];
}

export interface NamedSurface {
  readonly ticker: string;
  readonly surface: GammaSurface;
}
