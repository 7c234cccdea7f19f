import type { Context } from "../answers/context";
import { untilImport, type UntilImport } from "../answers/until-import";
import { lastReleaseTime } from "../releases/releases";

/** Caches as `untilImport` does, and at most until the next time of day at which something is published: for values that may use sample rows, which no import changes. */
export function untilRelease<T extends object>(max: number): UntilImport<T> {
  const cache = untilImport<T>(max);
  const keyOf = ({ clock }: Context, key: string): string => `${lastReleaseTime(clock.moment())} ${key}`;
  return Object.assign((context: Context, key: string, make: () => T) => cache(context, keyOf(context, key), make), {
    has: (context: Context, key: string) => cache.has(context, keyOf(context, key)),
  });
}
