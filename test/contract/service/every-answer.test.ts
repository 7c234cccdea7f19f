import { endOfDay } from "../../../src/service/time/time-zone";
import { CAVEATS } from "../../../src/contract/caveats";
import { CODE_IDS } from "../../../src/contract/codes";
import { isIsoDate, type IsoDate } from "../../../src/contract/dates";
import { FUNCTION_NAMES, type FunctionName, type Parameter } from "../../../src/contract/functions";
import type { Field } from "../../../src/contract/functions/declaration";
import { declarationOf } from "../../../src/contract/functions/declarations";
import { SERIES_IDS } from "../../../src/contract/series";
import { CURRENCIES, UNITS } from "../../../src/contract/units";
import { SIGNAL_TYPES } from "../../../src/contract/listed/signals";
import { BANKS, COUNTRIES, METRICS, PERPETUALS, RATE_KEYS, TENOR_CHOICES, WHALE_ASSETS } from "../../../src/contract/vocabulary";
import { MAX_CELLS, MAX_REASON, type EvalReply, type WireAnswer } from "../../../src/contract/wire";
import { reasonFaults } from "../../reason-faults";
import { serviceUnderTest, type ServiceUnderTest } from "./service-under-test";

/** Unknown names of the greatest length that the contract accepts: reasons quote them. */
const TICKER = "ZZZZZZZZZZZ9";
const words = (length: number): string => `${"unheard ".repeat(30).slice(0, length - 1)}z`;
const NAME = words(64);

const TICKERS = ["AAPL", "NVDA", "GME", "SPY", "BRK.B", "GOOG", "TSM", "ASML", "BABA", "JPM", "O", "USM", TICKER];
const NAMES: { readonly [F in FunctionName]?: readonly string[] } = {
  FRED: [...SERIES_IDS, "DGS100", NAME],
  FREDH: [...SERIES_IDS, "DGS100", NAME],
  WHALE: [...WHALE_ASSETS, NAME],
  BIS: [...COUNTRIES.map(([country]) => country), "USA", NAME],
  OSINT: ["semiconductor", words(80)],
  ONCHAIN_RISK: [...WHALE_ASSETS, NAME],
  TRACKRECORD: [...SIGNAL_TYPES, NAME],
  FUNDING: [...PERPETUALS, NAME],
  CBRATE: [...BANKS, "EMU", "switzerland", NAME],
  YIELD: [...TENOR_CHOICES, "4Y", NAME],
  MMRATE: [...RATE_KEYS, "LIBOR", NAME],
  IPO: ["RDDT", "arm", "holdings", "energy", words(80)],
  ODDS: ["rate cut", "recession", "fed-cut-2026-12", "dollar reserve currency", "s&p 500 december 2026", "zebra", "-", "%", words(200)],
  ASOF: ["AAPL", "DGS10", "BTC", "CH", "SOFR", "10Y", words(200)],
};
const SECOND: Readonly<Record<string, readonly string[]>> = { item: [...METRICS, NAME], metric: ["latest", ...METRICS, NAME] };
const PERIODS = [null, "FY2007", "2023Q3", "2024"] as const;
const DATES = ["1000-01-01", "9999-12-31", "1962-02-10", "1990-05-28", "2008-10-10", "2024-06-19", "2026-11-20"];

function choices(fn: FunctionName, p: Parameter, place: number): readonly (string | number | null)[] {
  if (p.kind === "choice") return p.of;
  if (p.kind === "integer") return [p.min, p.fallback, p.max];
  if (p.kind === "period") return PERIODS;
  if (p.kind === "date") return p.optional ? [null, ...DATES] : DATES;
  if (place > 0) return SECOND[p.name]!;
  return NAMES[fn] ?? TICKERS;
}

/** Every combination of parameter values, except `latest`, which is no figure and has no value or unit. */
function questions(fn: FunctionName): (string | number | null)[][] {
  const all = declarationOf(fn).parameters.reduce<(string | number | null)[][]>(
    (lists, p, place) => lists.flatMap((list) => choices(fn, p, place).map((choice) => [...list, choice])),
    [[]],
  );
  return all.filter(([, metric, field]) => metric !== "latest" || (field !== "value" && field !== "unit"));
}

/** Names that users type, in lower case. */
const NAMES_IN_SMALL = [...METRICS, ...SIGNAL_TYPES, ...FUNCTION_NAMES.flatMap((fn) => declarationOf(fn).fields.map((f) => f.name))];

const KNOWN_UNITS = new Set<string>([...UNITS, ...CURRENCIES, ...CURRENCIES.map((c) => `${c}/shares`)]);
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** The declared type of the function's value. */
function declared(fn: FunctionName, args: readonly (string | number | null)[]): Pick<Field, "type" | "unit"> | undefined {
  const { fields, parameters, result } = declarationOf(fn);
  if (fn === "YIELD" && args[0] === "AS_OF") return { type: "date" };
  const at = parameters.findIndex((p) => p.name === "field");
  return at < 0 ? result : fields.find((f) => f.name === args[at]);
}

/** Every fault of one answer, in words. */
function faults(answer: WireAnswer, reply: EvalReply, today: IsoDate, said: Pick<Field, "type" | "unit"> | undefined): string[] {
  const { value, kind, unit, observation_date, as_of, source, caveats = [], sample, note, code, reason, explanation, max_age_s } = answer;
  const wrong: (string | false)[] = [
    (value === null) !== (code !== undefined) && "expected a code exactly if the value is null",
    (code === undefined) !== (reason === undefined) && "expected a reason exactly if there is a code",
    code !== undefined && !(CODE_IDS as string[]).includes(code) && `unknown code ${code}`,
    (code === "bad_argument" || code === "unknown_function") && `a valid question was refused: ${reason}`,
    reason !== undefined && (reason.trim() !== reason || reason.length < 10 || reason.length > MAX_REASON) && `too long for a cell: ${reason}`,
    reason !== undefined && reason.includes("npm ") && `a command line in a cell: ${reason}`,
    explanation !== undefined &&
      (explanation.trim() !== explanation || explanation.length < 10 || explanation.length > 500) &&
      `not a sentence: ${explanation}`,
    explanation !== undefined && (reason === undefined || explanation === reason) && `the explanation adds nothing to the reason: ${explanation}`,
    ...[reason, explanation].flatMap((text) => (text === undefined ? [] : reasonFaults(text, NAMES_IN_SMALL))),
    [reason, explanation, note].some((text) => /^n\/a|undefined|NaN|\bnull\b|\[object|Infinity/.test(text ?? "")) &&
      `an internal word in a text: ${reason} ${explanation} ${note}`,
    typeof value === "number" && !Number.isFinite(value) && "not finite",
    typeof value === "string" && value.trim() === "" && "blank text",
    kind === "date" && !isIsoDate(String(value)) && "not a date",
    kind === "date" && String(value) > today && `${String(value)} is in the future`,
    unit !== undefined && !KNOWN_UNITS.has(unit) && `unknown unit ${unit}`,
    unit !== undefined && typeof value !== "number" && "a unit without a number",
    observation_date !== undefined && (!isIsoDate(observation_date) || observation_date > today) && `observed ${observation_date}`,
    value !== null && observation_date === undefined && "a value without its observation date",
    as_of !== undefined && (!INSTANT.test(as_of) || Date.parse(as_of) > endOfDay(today)) && `as of ${as_of}`,
    value !== null && (as_of === undefined || source === undefined) && "a value without as_of or source",
    source !== undefined && !reply.meta.attribution[source] && `no attribution for ${source}`,
    (source === "sample") !== (sample === true) && `source ${source} but sample ${sample}`,
    sample === true && !reply.meta.sample && "meta.sample is not true",
    caveats.some((id) => !Object.hasOwn(CAVEATS, id)) && `unknown caveat among ${caveats.join()}`,
    new Set(caveats).size !== caveats.length && `a caveat twice: ${caveats.join()}`,
    caveats.some((id) => !reply.meta.caveats.includes(id)) && "a caveat that meta lacks",
    (!Number.isInteger(max_age_s) || max_age_s < 0) && `max_age_s ${max_age_s}`,
  ];
  if (value !== null && said) {
    const type = kind ?? { number: "number", string: "text", boolean: "boolean" }[typeof value as "number"];
    wrong.push(type !== said.type && `declared ${said.type}, came ${type}`);
    wrong.push(said.type === "number" && said.unit !== "varies" && unit !== said.unit && `declared in ${said.unit}, came in ${unit}`);
    wrong.push(said.unit === "varies" && unit === undefined && "a unit that varies is missing");
  }
  return wrong.filter((w) => w !== false);
}

describe.each(["1990-06-01", "2008-10-10", "2024-06-25", "2026-11-20", "2030-01-01"])("on %s", (today) => {
  let service: ServiceUnderTest;
  beforeAll(async () => void (service = await serviceUnderTest({ asOf: today })));
  afterAll(() => service.close());

  it.each(FUNCTION_NAMES)("every answer of %s is complete, consistent and as declared", async (fn) => {
    const asked = questions(fn);
    const found: string[] = [];
    for (let at = 0; at < asked.length; at += MAX_CELLS) {
      const batch = asked.slice(at, at + MAX_CELLS);
      const reply = await service.cells(batch.map((args) => ({ fn, args })));
      expect(reply.data.map((a) => a.id)).toEqual(batch.map((_, id) => id));
      expect(reply.meta.sample).toBe(reply.data.some((a) => a.sample));
      expect(Object.keys(reply.meta.attribution)).toEqual([...new Set(reply.data.flatMap((a) => a.source ?? []))].sort());
      expect(reply.meta.caveats).toEqual([...new Set(reply.data.flatMap((a) => a.caveats ?? []))].sort());
      reply.data.forEach((answer, i) => {
        for (const fault of faults(answer, reply, today, declared(fn, batch[i]!))) found.push(`${fn}(${batch[i]!.join()}): ${fault}`);
      });
    }
    expect(found.slice(0, 20)).toEqual([]);
  });
});
