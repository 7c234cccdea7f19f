import { findingInWords } from "../../../../src/service/ingest/checks/checks";
import { deliveryOf } from "../../../../src/service/ingest/checks/delivery";
import { unit } from "../../../../src/service/ingest/checks/row-checks";
import { PUBLISHERS, publisherOf } from "../../../../src/service/publishers/all";
import type { Parsed } from "../../../../src/service/publishers/publisher";
import { RefusedFile } from "../../../../src/service/publishers/reading/text";
import { publisherIn, parseByFeed } from "../../../../src/service/ingest/ingest-document";

/** Reads a document as a publisher's importer does, with values in their unit: text unchanged, anything else as JSON. */
export function readAs(publisher: string, document: unknown, name = "document"): Parsed & { readonly feed: { readonly id: string } } {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  const feeds = PUBLISHERS.find((p) => p.id === publisher)?.feeds ?? [];
  const read = parseByFeed(feeds, { name, bytes: new TextEncoder().encode(text) });
  const [finding] = unit(deliveryOf([{ label: name, rows: read.rows }], "9999-12-31", undefined));
  if (finding) throw new RefusedFile(findingInWords(finding));
  return read;
}

/** Reads a file as `import treasury` does: from the Treasury, or from the Board. */
export function readYields(text: string) {
  const { feeds, importing } = publisherOf("treasury")!;
  const document = { name: "yields.csv", bytes: new TextEncoder().encode(text) };
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
