import { isNestedTooDeep, isRecord, parsedJson } from "../contract/json";
import { PUBLICATION_BASES } from "../contract/publication";
import type { KeyRefusal } from "../contract/wire";
import type { Answer, AnswerComponent, Published, ServiceState, SourceDocument, TracedRow } from "./outcome";
import { readDay, readFinite, readMoment, readText } from "./read-members";

/** Reads the rows that an answer states, with the state of the service. Malformed rows are dropped. */
type Traces = (stated: unknown) => NonNullable<Answer["trace"]>;

const SHA256 = /^[0-9a-f]{64}$/;

function readDocument(raw: unknown): SourceDocument | undefined {
  if (!isRecord(raw)) return undefined;
  const [sha256, publisher, file, position, received] = [
    readText(raw.sha256),
    readText(raw.publisher),
    readText(raw.file),
    readFinite(raw.position),
    readMoment(raw.received),
  ];
  if (sha256 === undefined || !SHA256.test(sha256) || publisher === undefined || file === undefined || position === undefined || received === undefined)
    return undefined;
  const rules = readFinite(raw.rules);
  return { sha256, publisher, file, position, received, ...(rules === undefined ? {} : { rules }) };
}

function readRow(raw: unknown, documents: readonly (SourceDocument | undefined)[]): TracedRow[] {
  if (!isRecord(raw)) return [];
  const [dataset, entity, date, key] = [readText(raw.dataset), typeof raw.entity === "string" ? raw.entity : undefined, readDay(raw.date), readText(raw.key)];
  const document = documents[readFinite(raw.document) ?? -1];
  if (dataset === undefined || entity === undefined || date === undefined || !document) return [];
  return [{ dataset, entity, date, document, ...(key === undefined ? {} : { key }) }];
}

/** The traces of a reply, from its `meta`. Undefined if it has none. */
function readTraces(meta: Record<string, unknown>): Traces | undefined {
  const [moment, importPosition, version] = [readMoment(meta.moment), readFinite(meta.import_position), readText(meta.version)];
  if (moment === undefined || importPosition === undefined || version === undefined) return undefined;
  const state: ServiceState = { moment, importPosition, version };
  const documents = Array.isArray(meta.documents) ? meta.documents.map(readDocument) : [];
  return (stated) => ({ rows: Array.isArray(stated) ? stated.flatMap((row) => readRow(row, documents)) : [], state });
}

/** Longest validity of an answer; a larger `max_age_s` is cut to it. */
const MAX_AGE_LIMIT_S = 7 * 86_400;
const DEFAULT_MAX_AGE_S = 60;

const present = <T extends object>(of: T): Partial<{ [K in keyof T]: NonNullable<T[K]> }> =>
  Object.fromEntries(Object.entries(of).filter(([, v]) => v !== undefined)) as Partial<{ [K in keyof T]: NonNullable<T[K]> }>;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Returns the previous answer's text if equal, so that thousands of cached answers share one copy. */
const sameText = (text: string | undefined, before: string | undefined): string | undefined => (text === before ? before : text);

function readCaveats(raw: readonly unknown[], before: readonly string[]): readonly string[] {
  if (raw.length === before.length && before.every((caveat, i) => caveat === raw[i])) return before;
  return raw.filter((caveat) => typeof caveat === "string");
}

/** Shared by all answers without caveats or components. */
const NONE: readonly never[] = [];

/** The distinct texts, joined; undefined if there are none. */
function ofEvery(texts: readonly (string | undefined)[]): string | undefined {
  const distinct = [...new Set(texts)].filter((text) => text !== undefined);
  return distinct.length > 0 ? distinct.join("; ") : undefined;
}

/** Attribution of a source, from the reply's list of attributions. */
const attributionOf = (source: string | undefined, attribution: unknown): string | undefined =>
  source !== undefined && isRecord(attribution) ? readText(attribution[source]) : undefined;

/** Reads a component of a computed answer. Malformed members are dropped: they only describe the value. */
function readComponent(raw: unknown, attribution: unknown): AnswerComponent[] {
  const name = isRecord(raw) ? readText(raw.name) : undefined;
  if (!isRecord(raw) || name === undefined) return [];
  const source = readText(raw.source);
  const rest = {
    value: readFinite(raw.value),
    unit: readText(raw.unit),
    observationDate: readDay(raw.observation_date),
    source,
    attribution: attributionOf(source, attribution),
    direction: readText(raw.direction),
    weight: readFinite(raw.weight),
    contribution: readFinite(raw.contribution),
    evidence: readText(raw.evidence),
    absent: readText(raw.absent),
  };
  return [{ name, sample: raw.sample === true, ...present(rest) }];
}

/** How moments of publication are known, by position in the reply's list. Undefined for a malformed one. */
type Publications = readonly (Omit<Published, "at"> | undefined)[];

function readPublications({ publications, release_rules: rules }: Record<string, unknown>): Publications {
  if (!Array.isArray(publications)) return NONE;
  return publications.map((raw: unknown) => {
    const basis = isRecord(raw) ? PUBLICATION_BASES.find((known) => known === raw.basis) : undefined;
    if (!isRecord(raw) || basis === undefined) return undefined;
    const rule = readText(raw.rule);
    const rest = { rule, confirmedBy: rule !== undefined && isRecord(rules) ? readText(rules[rule]) : undefined, revisions: readFinite(raw.revisions) };
    return { basis, ...present(rest), firstUnknown: raw.first_value_unknown === true };
  });
}

/** Reads when a value became public. Undefined if that is absent or malformed. */
function readPublished(stated: unknown, publications: Publications): Published | undefined {
  if (!isRecord(stated)) return undefined;
  const at = readMoment(stated.at);
  const known = publications[readFinite(stated.by) ?? -1];
  return at === undefined || known === undefined ? undefined : { at, ...known };
}

/** What the answers of a reply refer to. */
interface Shared {
  readonly publications: Publications;
  /** Reads an answer's rows. Undefined if the reply has no traces. */
  readonly traces: Traces | undefined;
}
const SHARED_NOTHING: Shared = { publications: NONE, traces: undefined };

/** Adds members that few answers have. */
function withRest(answer: Mutable<Answer>, raw: Record<string, unknown>, components: readonly AnswerComponent[], { publications, traces }: Shared): Answer {
  if (raw.kind === "date") answer.kind = "date";
  const note = readText(raw.note);
  if (note !== undefined) answer.note = note;
  const published = readPublished(raw.public, publications);
  if (published !== undefined) answer.published = published;
  if (components.length > 0) answer.components = components;
  if (traces) answer.trace = traces(raw.trace);
  return answer;
}

/**
 * Validates one answer. Undefined unless it has either a value or a reason with a code: such an answer is requested again and never shown. A missing value
 * never becomes a number.
 * @param before previous answer of the same reply
 * @param shared what the reply's answers refer to
 */
export function readAnswer(raw: unknown, attribution: unknown, receivedAt: number, before?: Answer, shared: Shared = SHARED_NOTHING): Answer | undefined {
  if (!isRecord(raw)) return undefined;
  const { value } = raw;
  const reason = readText(raw.reason);
  const code = readText(raw.code);
  if (value === null) {
    if (reason === undefined || code === undefined) return undefined;
    // A value together with a reason for no value is a contradiction.
  } else if (code !== undefined || reason !== undefined) return undefined;
  else if (typeof value === "number" ? !Number.isFinite(value) : typeof value === "string" ? value === "" : typeof value !== "boolean") return undefined;
  if (raw.kind === "date" && value !== null && readDay(value) === undefined) return undefined;
  const components =
    Array.isArray(raw.components) && raw.components.length > 0 ? raw.components.flatMap((component) => readComponent(component, attribution)) : NONE;
  const maxAge = typeof raw.max_age_s === "number" && Number.isFinite(raw.max_age_s) ? raw.max_age_s : DEFAULT_MAX_AGE_S;
  const caveats = Array.isArray(raw.caveats) && raw.caveats.length > 0 ? readCaveats(raw.caveats, before?.caveats ?? NONE) : NONE;
  const sample = raw.sample === true;
  const maxAgeS = Math.min(Math.max(maxAge, 0), MAX_AGE_LIMIT_S);
  const unit = sameText(readText(raw.unit), before?.unit);
  const observationDate = readDay(raw.observation_date);
  const asOf = raw.as_of === before?.asOf ? before?.asOf : readMoment(raw.as_of);
  const source = sameText(readText(raw.source), before?.source);
  const own = attributionOf(source, attribution);
  const attributed = components.length === 0 ? own : ofEvery([own, ...components.map((component) => component.attribution)]);
  // Most answers are complete values: an object literal with all members takes half the memory of one that grows.
  if (value !== null && unit !== undefined && observationDate !== undefined && asOf !== undefined && source !== undefined && attributed !== undefined) {
    const whole: Mutable<Answer> = {
      value: value as NonNullable<Answer["value"]>,
      caveats,
      sample,
      maxAgeS,
      receivedAt,
      unit,
      observationDate,
      asOf,
      source,
      attribution: attributed,
    };
    return withRest(whole, raw, components, shared);
  }
  const answer: Mutable<Answer> = { value: value as Answer["value"], caveats, sample, maxAgeS, receivedAt };
  if (value === null) {
    answer.code = code as string;
    answer.reason = reason as string;
    const explanation = readText(raw.explanation);
    if (explanation !== undefined) answer.explanation = explanation;
  }
  if (unit !== undefined) answer.unit = unit;
  if (observationDate !== undefined) answer.observationDate = observationDate;
  if (asOf !== undefined) answer.asOf = asOf;
  if (source !== undefined) answer.source = source;
  if (attributed !== undefined) answer.attribution = attributed;
  return withRest(answer, raw, components, shared);
}

/**
 * Answers of a 200 reply by id, from 0 to `count` less 1; undefined if the reply as a whole is broken. An id without a valid answer, or with two different
 * ones, is undefined.
 * @param isAsked whether `meta.as_of` is the moment that was asked for; a reply of another moment is broken
 */
export function readReply(
  body: string,
  receivedAt: number,
  count: number,
  isAsked: (echo: unknown) => boolean = () => true,
): (Answer | undefined)[] | undefined {
  const reply = parsedJson(body);
  if (!isRecord(reply) || !Array.isArray(reply.data)) return undefined;
  const meta = isRecord(reply.meta) ? reply.meta : {};
  if (!isAsked(meta.as_of)) return undefined;
  const { attribution } = meta;
  const shared: Shared = { publications: readPublications(meta), traces: readTraces(meta) };
  const answers = new Array<Answer | undefined>(count).fill(undefined);
  const seen = new Array<unknown>(count).fill(undefined);
  let latest: Answer | undefined;
  for (const raw of reply.data as unknown[]) {
    if (!isRecord(raw)) continue;
    const { id } = raw;
    if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id >= count) continue;
    const before = seen[id];
    if (before !== undefined) {
      if (isNestedTooDeep([before, raw]) || JSON.stringify(before) !== JSON.stringify(raw)) answers[id] = undefined;
      continue;
    }
    seen[id] = raw;
    const answer = readAnswer(raw, attribution, receivedAt, latest, shared);
    if (!answer) continue;
    latest = answer;
    answers[id] = answer;
  }
  return answers;
}

export interface Detail {
  readonly code?: KeyRefusal | string;
  readonly text?: string;
  readonly resetsAt?: string;
}

/** Reads `detail` of an error body, which is a sentence or an object. Empty if there is none. */
export function readDetail(body: string): Detail {
  const reply = parsedJson(body);
  const detail = isRecord(reply) ? reply.detail : undefined;
  if (typeof detail === "string") return { text: detail.slice(0, 300) };
  if (!isRecord(detail)) return {};
  const code = readText(detail.code);
  const reason = readText(detail.reason)?.slice(0, 300);
  const resetsAt = readText(detail.resets_at);
  return { ...(code ? { code } : {}), ...(reason ? { text: reason } : {}), ...(resetsAt ? { resetsAt } : {}) };
}

/** Milliseconds until the time of a Retry-After header, given as seconds or as a date; undefined if it is missing or malformed. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
  if (seconds !== undefined) return seconds * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
