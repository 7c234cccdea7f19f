const LOCAL = [
  ...["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds"].flatMap((part) => [`get${part}`, `set${part}`]),
  ...["getDay", "getTimezoneOffset", "toString", "toDateString", "toTimeString", "toLocaleString", "toLocaleDateString", "toLocaleTimeString"],
];
/** A day, or a moment with its offset, means the same in every zone. */
const ZONED = /^[+-]?\d{4,6}(-\d\d){0,2}$|^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$|(GMT|UTC|Z)\b/;

/**
 * The Date of a context: its time comes from `now`. Local time fails the test: it would be the script's, and days here are those of the spreadsheet, from
 * Utilities.formatDate. Dates belong to the context's own realm.
 */
export function installVirtualDate(now: () => number): void {
  const Real = Date;
  const parse = Real.parse;
  const set = Object.defineProperty.bind(Object) as (o: object, name: string, d: PropertyDescriptor) => unknown;
  const refuse = (what: string): never => {
    throw new Error(`A date's local time is not the spreadsheet's: ${what}.`);
  };
  const instantOf = (text: string): number => {
    const instant = parse(text);
    return Number.isNaN(instant) || ZONED.test(text.trim()) ? instant : refuse(text);
  };
  const Virtual: unknown = new Proxy(Real, {
    construct: (target, args: unknown[], newTarget) => {
      if (args.length > 1) refuse(`new Date(${args.join(", ")})`);
      const [only] = args;
      const instant = args.length === 0 ? now() : typeof only === "string" ? instantOf(only) : only;
      return Reflect.construct(target, [instant], newTarget === Virtual ? target : newTarget) as object;
    },
    apply: () => refuse("Date()"),
  });
  set(Real, "now", { value: now, writable: true, configurable: true });
  set(Real, "parse", { value: instantOf, writable: true, configurable: true });
  for (const name of LOCAL) set(Real.prototype, name, { value: () => refuse(name), writable: true, configurable: true });
  set(Real.prototype, "constructor", { value: Virtual, writable: true, configurable: true });
  set(globalThis, "Date", { value: Virtual, writable: true, configurable: true, enumerable: false });
}
