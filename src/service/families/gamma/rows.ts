import type { IsoDate } from "../../../contract/dates";

/** Modeled dealer gamma of one name at one session's close, in US dollars a percent of the price. */
export interface GammaSurface {
  readonly date: IsoDate;
  readonly spot: number;
  /** By strike, lowest first: the call side is positive, the put side negative. */
  readonly strikes: readonly { readonly strike: number; readonly call: number; readonly put: number }[];
  /** Net gamma if the price stood there, lowest price first. */
  readonly profile: readonly { readonly price: number; readonly net: number }[];
}
