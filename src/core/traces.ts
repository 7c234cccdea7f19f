import { isRecord } from "../contract/is-record";
import type { Answer, ServiceState, SourceDocument, TracedRow } from "./outcome";
import { dayOf, momentOf, numberOf, textOf } from "./read-members";

/** Reads the rows that an answer states, with the state of the service. Malformed rows are dropped. */
export type Traces = (stated: unknown) => NonNullable<Answer["trace"]>;

const SHA256 = /^[0-9a-f]{64}$/;

function readDocument(raw: unknown): SourceDocument | undefined {
  if (!isRecord(raw)) return undefined;
  const [sha256, publisher, file, position, received] = [
    textOf(raw.sha256),
    textOf(raw.publisher),
    textOf(raw.file),
    numberOf(raw.position),
    momentOf(raw.received),
  ];
  if (sha256 === undefined || !SHA256.test(sha256) || publisher === undefined || file === undefined || position === undefined || received === undefined)
    return undefined;
  const rules = numberOf(raw.rules);
  return { sha256, publisher, file, position, received, ...(rules === undefined ? {} : { rules }) };
}

function readRow(raw: unknown, documents: readonly (SourceDocument | undefined)[]): TracedRow[] {
  if (!isRecord(raw)) return [];
  const [dataset, entity, date, key] = [textOf(raw.dataset), typeof raw.entity === "string" ? raw.entity : undefined, dayOf(raw.date), textOf(raw.key)];
  const document = documents[numberOf(raw.document) ?? -1];
  if (dataset === undefined || entity === undefined || date === undefined || !document) return [];
  return [{ dataset, entity, date, document, ...(key === undefined ? {} : { key }) }];
}

/** The traces of a reply, from its `meta`. Undefined if it has none. */
export function readTraces(meta: Record<string, unknown>): Traces | undefined {
  const [moment, importPosition, version] = [momentOf(meta.moment), numberOf(meta.import_position), textOf(meta.version)];
  if (moment === undefined || importPosition === undefined || version === undefined) return undefined;
  const state: ServiceState = { moment, importPosition, version };
  const documents = Array.isArray(meta.documents) ? meta.documents.map(readDocument) : [];
  return (stated) => ({ rows: Array.isArray(stated) ? stated.flatMap((row) => readRow(row, documents)) : [], state });
}
