import { isIsoDate, isIsoMoment } from "../contract/dates";
import type { KeyRefusal } from "../contract/wire";
import type { Answer, AnswerLeg } from "./outcome";

/** Longest time for which an answer is believed, whatever the service says. */
const MAX_AGE_LIMIT_S = 7 * 86_400;
const DEFAULT_MAX_AGE_S = 60;

const isRecord = (x: unknown): x is Record<string, unknown> => typeof x === "object" && x !== null && !Array.isArray(x);
const textOf = (x: unknown): string | undefined => (typeof x === "string" && x !== "" ? x : undefined);

/** What is said beside a value is left out unless it is what it should be: a day that does not exist, or a text in its place, misleads. */
const dayOf = (x: unknown): string | undefined => (typeof x === "string" && isIsoDate(x) ? x : undefined);
const momentOf = (x: unknown): string | undefined => (typeof x === "string" && isIsoMoment(x) ? x : undefined);

const numberOf = (x: unknown): number | undefined => (typeof x === "number" && Number.isFinite(x) ? x : undefined);
const present = <T extends object>(of: T): Partial<{ [K in keyof T]: NonNullable<T[K]> }> =>
  Object.fromEntries(Object.entries(of).filter(([, v]) => v !== undefined)) as Partial<{ [K in keyof T]: NonNullable<T[K]> }>;

/** A part of a computed answer; what cannot be read of it is left out, for it stands beside the value and is not the value. */
function readLeg(raw: unknown, said: (source: string | undefined) => string | undefined): AnswerLeg[] {
  const name = isRecord(raw) ? textOf(raw.name) : undefined;
  if (!isRecord(raw) || name === undefined) return [];
  const source = textOf(raw.source);
  const rest = {
    value: numberOf(raw.value),
    unit: textOf(raw.unit),
    observationDate: dayOf(raw.observation_date),
    source,
    attribution: said(source),
    direction: textOf(raw.direction),
    weight: numberOf(raw.weight),
    contribution: numberOf(raw.contribution),
    evidence: textOf(raw.evidence),
    absent: textOf(raw.absent),
  };
  return [{ name, sample: raw.sample === true, ...present(rest) }];
}

/**
 * One answer as it came, checked. Undefined for anything that does not say plainly what the value is or why there is none:
 * such an answer is asked for again and never shown. A missing value never turns into a number.
 */
export function readAnswer(raw: unknown, attribution: unknown, receivedAt: number): Answer | undefined {
  if (!isRecord(raw)) return undefined;
  const { value } = raw;
  const reason = textOf(raw.reason);
  const code = textOf(raw.code);
  if (value === null) {
    if (reason === undefined || code === undefined) return undefined;
    // A value with a reason why there is none contradicts itself.
  } else if (code !== undefined || reason !== undefined) return undefined;
  else if (typeof value === "number" ? !Number.isFinite(value) : typeof value === "string" ? value === "" : typeof value !== "boolean") return undefined;
  if (raw.kind === "date" && value !== null && dayOf(value) === undefined) return undefined;
  const source = textOf(raw.source);
  const said = (of: string | undefined): string | undefined => (of !== undefined && isRecord(attribution) ? textOf(attribution[of]) : undefined);
  const legs = Array.isArray(raw.legs) ? raw.legs.flatMap((leg) => readLeg(leg, said)) : [];
  const everySource = [...new Set([said(source), ...legs.map((leg) => leg.attribution)])].filter((text) => text !== undefined);
  const maxAge = typeof raw.max_age_s === "number" && Number.isFinite(raw.max_age_s) ? raw.max_age_s : DEFAULT_MAX_AGE_S;
  const optional = {
    unit: textOf(raw.unit),
    observationDate: dayOf(raw.observation_date),
    asOf: momentOf(raw.as_of),
    note: textOf(raw.note),
    source,
    attribution: everySource.length > 0 ? everySource.join("; ") : undefined,
    legs: legs.length > 0 ? legs : undefined,
  };
  return {
    value: value as Answer["value"],
    ...(value === null ? { code: code as string, reason: reason as string, ...present({ explanation: textOf(raw.explanation) }) } : {}),
    ...(raw.kind === "date" ? { kind: "date" as const } : {}),
    ...present(optional),
    caveats: Array.isArray(raw.caveats) ? raw.caveats.filter((c): c is string => typeof c === "string") : [],
    sample: raw.sample === true,
    maxAgeS: Math.min(Math.max(maxAge, 0), MAX_AGE_LIMIT_S),
    receivedAt,
  };
}

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/**
 * The answers of a 200 reply by id, or undefined where the reply as a whole is broken. Two different answers to one id say
 * nothing about either, so that id counts as missing.
 */
export function readReply(body: string, receivedAt: number): Map<number, Answer> | undefined {
  const reply = parse(body);
  if (!isRecord(reply) || !Array.isArray(reply.data)) return undefined;
  const attribution = isRecord(reply.meta) ? reply.meta.attribution : undefined;
  const answers = new Map<number, Answer>();
  const seen = new Map<number, string>();
  for (const raw of reply.data as unknown[]) {
    if (!isRecord(raw) || typeof raw.id !== "number" || !Number.isInteger(raw.id)) continue;
    const said = JSON.stringify(raw);
    const before = seen.get(raw.id);
    if (before !== undefined) {
      if (before !== said) answers.delete(raw.id);
      continue;
    }
    seen.set(raw.id, said);
    const answer = readAnswer(raw, attribution, receivedAt);
    if (answer) answers.set(raw.id, answer);
  }
  return answers;
}

export interface Detail {
  readonly code?: KeyRefusal | string;
  readonly text?: string;
  readonly resetsAt?: string;
}

/** The `detail` of an error body, a sentence or an object; empty where the body is of another kind. */
export function readDetail(body: string): Detail {
  const reply = parse(body);
  const detail = isRecord(reply) ? reply.detail : undefined;
  if (typeof detail === "string") return { text: detail.slice(0, 300) };
  if (!isRecord(detail)) return {};
  const code = textOf(detail.code);
  const reason = textOf(detail.reason)?.slice(0, 300);
  const resetsAt = textOf(detail.resets_at);
  return { ...(code ? { code } : {}), ...(reason ? { text: reason } : {}), ...(resetsAt ? { resetsAt } : {}) };
}

/** Retry-After in either of its forms as milliseconds from now; undefined where it says nothing. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
  if (seconds !== undefined) return seconds * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
