import { orList } from "../../contract/nearest";
import type { Document, Feed, Known, Parsed } from "./publisher";
import { headOf } from "./read-json";
import { RefusedFile } from "./refused-file";

/**
 * Reads a document by whichever of these feeds knows its beginning.
 *
 * @throws RefusedFile where none does, or where the feed itself refuses: nothing is guessed.
 */
export function readDocument(feeds: readonly Feed[], document: Document, known?: Known): Parsed & { readonly feed: Feed } {
  const feed = feeds.find((f) => f.recognises(document));
  if (feed) return { feed, ...feed.parse(document, known) };
  const head = headOf(document.bytes, 200).trim();
  if (head === "") throw new RefusedFile("the document is empty; download it again");
  if (/^<(!doctype html|html|head|body)/i.test(head))
    throw new RefusedFile("this is a web page, not a document of this publisher: the site may have answered with an error or a login page; try again later");
  throw new RefusedFile(
    `expected ${orList(feeds.map((f) => `${f.title} (begins with ${f.looksLike})`))}, got a document that begins with ${JSON.stringify(head.slice(0, 60))}; check that it is the right one`,
  );
}
