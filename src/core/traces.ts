import { isRecord } from "../contract/json";
import type { Answer, ServiceState, SourceDocument, TracedRow } from "./outcome";
import { readDay, readMoment, readFinite, readText } from "./read-members";

/** Reads the rows that an answer states, with the state of the service. Malformed rows are dropped. */
export type Traces = (stated: unknown) => NonNullable<Answer["trace"]>;

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
export function readTraces(meta: Record<string, unknown>): Traces | undefined {
  const [moment, importPosition, version] = [readMoment(meta.moment), readFinite(meta.import_position), readText(meta.version)];
  if (moment === undefined || importPosition === undefined || version === undefined) return undefined;
  const state: ServiceState = { moment, importPosition, version };
  const documents = Array.isArray(meta.documents) ? meta.documents.map(readDocument) : [];
  return (stated) => ({ rows: Array.isArray(stated) ? stated.flatMap((row) => readRow(row, documents)) : [], state });
}
