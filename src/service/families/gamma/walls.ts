import type { GammaSurface } from "./rows";

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
