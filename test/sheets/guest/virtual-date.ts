import { instantOf, localOf, type Local } from "../zone";

type Fields = [year: number, month: number, day: number, hours: number, minutes: number, seconds: number, ms: number];

/**
 * The Date of a context. The time comes from `now`, and local time is that of `zone` (the manifest's) on any machine. Dates belong to the context's own
 * realm.
 */
export function installVirtualDate(now: () => number, zone: string): void {
  const Real = Date;
  const parse = Real.parse;
  const set = Object.defineProperty.bind(Object) as (o: object, name: string, d: PropertyDescriptor) => unknown;

  const fieldsOf = (instant: number): Fields => {
    const { year, month, day, hour, minute, second }: Local = localOf(instant, zone);
    return [year, month - 1, day, hour, minute, second, ((instant % 1000) + 1000) % 1000];
  };
  const instantOfFields = ([year, month, day, hour, minute, second, ms]: Fields): number => {
    const whole = Real.UTC(2000, month, day, hour, minute, second);
    if (Number.isNaN(whole + year + ms)) return NaN;
    return instantOf({ year, month: Math.trunc(month) + 1, day, hour, minute, second }, zone) + ms;
  };
  /** Text with date and time but no offset is local time. Everything else means the same in every zone. */
  const instantOfText = (text: string): number => {
    const m = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/.exec(text.trim());
    if (m)
      return instantOfFields([
        Number(m[1]),
        Number(m[2]) - 1,
        Number(m[3]),
        Number(m[4]),
        Number(m[5]),
        Number(m[6] ?? 0),
        Number((m[7] ?? "0").padEnd(3, "0")),
      ]);
    if (/^[+-]?\d{4,6}(-\d\d){0,2}$|^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$|(GMT|UTC|Z)\b/.test(text.trim())) return parse(text);
    // For text such as "June 19, 2024": read as UTC, then moved to the zone.
    const utc = parse(`${text} UTC`);
    if (Number.isNaN(utc)) return parse(text);
    const d = new Real(utc);
    return instantOfFields([
      d.getUTCFullYear(),
      d.getUTCMonth(),
      d.getUTCDate(),
      d.getUTCHours(),
      d.getUTCMinutes(),
      d.getUTCSeconds(),
      d.getUTCMilliseconds(),
    ]);
  };
  const instantOfArguments = (args: readonly unknown[]): number => {
    if (args.length === 0) return now();
    if (args.length > 1) {
      const [year, month, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = args.map(Number) as Fields;
      return instantOfFields([year >= 0 && year <= 99 ? 1900 + year : year, month, day, hour, minute, second, ms]);
    }
    const [only] = args;
    return typeof only === "string" ? instantOfText(only) : new Real(only as number).getTime();
  };

  const Virtual: unknown = new Proxy(Real, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, [instantOfArguments(args)], newTarget === Virtual ? target : newTarget) as object,
    apply: () => new (Virtual as DateConstructor)().toString(),
  });
  set(Real, "now", { value: now, writable: true, configurable: true });
  set(Real, "parse", { value: instantOfText, writable: true, configurable: true });

  const prototype = Real.prototype as unknown as Record<string, unknown>;
  const define = (name: string, value: unknown) => set(prototype, name, { value, writable: true, configurable: true });
  const of = (date: Date): Fields => (Number.isNaN(date.getTime()) ? [NaN, NaN, NaN, NaN, NaN, NaN, NaN] : fieldsOf(date.getTime()));
  ["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds"].forEach((name, first) => {
    define(`get${name}`, function (this: Date) {
      return of(this)[first];
    });
    define(`set${name}`, function (this: Date, ...values: number[]) {
      const fields = of(this);
      const last = first < 3 ? 3 : 7;
      values.slice(0, last - first).forEach((value, i) => (fields[first + i] = Number(value)));
      return this.setTime(instantOfFields(fields));
    });
  });
  define("getDay", function (this: Date) {
    const [year, month, day] = of(this);
    return new Real(Real.UTC(year, month, day)).getUTCDay();
  });
  define("getTimezoneOffset", function (this: Date) {
    const fields = of(this);
    return Math.round((this.getTime() - Real.UTC(...fields)) / 60_000);
  });
  for (const name of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"] as const) {
    const real = prototype[name] as (this: Date, locales?: string, options?: object) => string;
    define(name, function (this: Date, locales?: string, options?: object) {
      return real.call(this, locales, { timeZone: zone, ...options });
    });
  }
  const two = (n: number): string => String(n).padStart(2, "0");
  const dateText = (date: Date): string =>
    `${String(date.toLocaleDateString("en-US", { weekday: "short" }))} ${date.toLocaleDateString("en-US", { month: "short" })} ${two(date.getDate())} ${date.getFullYear()}`;
  const timeText = (date: Date): string => {
    const offset = -date.getTimezoneOffset();
    const size = Math.abs(offset);
    return `${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")} GMT${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}${two(size % 60)}`;
  };
  const valid = (text: (date: Date) => string) =>
    function (this: Date) {
      return Number.isNaN(this.getTime()) ? "Invalid Date" : text(this);
    };
  define("toDateString", valid(dateText));
  define("toTimeString", valid(timeText));
  define(
    "toString",
    valid((date) => `${dateText(date)} ${timeText(date)}`),
  );
  define("constructor", Virtual);
  set(globalThis, "Date", { value: Virtual, writable: true, configurable: true, enumerable: false });
}
