import type { Context } from "../answers/context";
import { untilImport } from "../answers/until-import";
import { lastReleaseTime } from "../releases/releases";

/** Caches as `untilImport` does, and at most until the next time of day at which something is published: for values that may use sample rows, which no import changes. */
export function untilRelease<T extends object>(max: number): (context: Context, key: string, make: () => T) => T {
  const cache = untilImport<T>(max);
  return (context, key, make) => cache(context, `${lastReleaseTime(context.clock.moment())} ${key}`, make);
}
