import { PUBLISHERS } from "../../../../src/service/publishers/all";
import type { Parsed } from "../../../../src/service/publishers/publisher";
import { readDocument } from "../../../../src/service/publishers/read-document";

/** A document as a publisher's importer reads it: text as it is, anything else as JSON. */
export function readAs(publisher: string, document: unknown, name = "document"): Parsed & { readonly feed: { readonly id: string } } {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  const feeds = PUBLISHERS.find((p) => p.id === publisher)?.feeds ?? [];
  return readDocument(feeds, { name, bytes: new TextEncoder().encode(text) });
}

/** The feed of this id. */
export function feedCalled(id: string) {
  const feed = PUBLISHERS.flatMap((p) => p.feeds).find((f) => f.id === id);
  if (!feed) throw new Error(`no feed ${id}`);
  return feed;
}

/** What a feed would ask for on a day, newest as it is kept. */
export const asked = (id: string, today: string, newest?: string) => feedCalled(id).fetching?.requests({ today, newest, settings: {} }) ?? [];
