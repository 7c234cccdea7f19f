import type { IsoDate } from "../../../contract/dates";

type Strike = GammaSurface["strikes"][number];

/** The strike at or above the price with the most call gamma, and the one at or below it with the most put gamma; undefined without such a strike. */
export function wallsOf({ strikes, spot }: GammaSurface): { readonly call: Strike | undefined; readonly put: Strike | undefined } {
  const most = (of: readonly Strike[], size: (s: Strike) => number): Strike | undefined =>
    of.reduce<Strike | undefined>((a, b) => (size(b) > 0 && (!a || size(b) > size(a)) ? b : a), undefined);
  return {
    call: most(
      strikes.filter((s) => s.strike >= spot),
      (s) => s.call,
    ),
    put: most(
      strikes.filter((s) => s.strike <= spot),
      (s) => -s.put,
    ),
  };
}

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
