import { findServiceCalls } from "./service-calls";

/** The formula with each `SERVICE(entity, path)` as `SERVICE.GET(entity, path)`, which returns the same; undefined if it has none. */
export function withoutBareCalls(formula: string): string | undefined {
  const bare = findServiceCalls(formula).filter(({ id }) => id === "SERVICE");
  if (bare.length === 0) return undefined;
  return bare.reduceRight((text, { start, open }) => `${text.slice(0, start)}SERVICE.GET${text.slice(open)}`, formula);
}
