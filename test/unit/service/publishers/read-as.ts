import { findingInWords } from "../../../../src/service/ingest/checks/checks";
import { deliveryOf } from "../../../../src/service/ingest/checks/delivery";
import { unit } from "../../../../src/service/ingest/checks/row-checks";
import { PUBLISHERS, publisherOf } from "../../../../src/service/publishers/all";
import type { Document, Parsed } from "../../../../src/service/publishers/publisher";
import { RefusedFile } from "../../../../src/service/publishers/reading/text";
import { publisherIn, parseByFeed } from "../../../../src/service/ingest/ingest-document";

/** Text and bytes unchanged, anything else as JSON. */
const bytesOf = (document: unknown): Buffer =>
  Buffer.isBuffer(document) ? document : Buffer.from(typeof document === "string" ? document : JSON.stringify(document));

/** Reads a document as a publisher's importer does, without the check of units. */
export const readUnchecked = (publisher: string, document: unknown, name = "document", more: Omit<Document, "name" | "bytes"> = {}) =>
  parseByFeed(publisherOf(publisher)!.feeds, { name, bytes: bytesOf(document), ...more });

/** Reads a document as a publisher's importer does, with values in their unit. */
export function readAs(publisher: string, document: unknown, name = "document"): Parsed & { readonly feed: { readonly id: string } } {
  const read = readUnchecked(publisher, document, name);
  const [finding] = unit(deliveryOf([{ label: name, rows: read.rows }], "9999-12-31", undefined));
  if (finding) throw new RefusedFile(findingInWords(finding));
  return read;
}

/** Reads a file as `import treasury` does: from the Treasury, or from the Board. */
export function readYields(text: string | Buffer) {
  const { feeds, importing } = publisherOf("treasury")!;
  const document = { name: "yields.csv", bytes: bytesOf(text) };
  const read = parseByFeed([...feeds, ...importing!.also], document, undefined, importing!.refuseUnknown);
  return { layout: { publisher: publisherIn(read.feed), title: read.title }, rows: read.rows };
}

/** The feed with this id. */
export function feedCalled(id: string) {
  const feed = PUBLISHERS.flatMap((p) => p.feeds).find((f) => f.id === id);
  if (!feed) throw new Error(`no feed ${id}`);
  return feed;
}

/** Requests of a feed on a day, given its newest stored observation. */
export const asked = (id: string, today: string, newest?: string) => feedCalled(id).fetching?.requests({ today, newest, settings: {} }) ?? [];
