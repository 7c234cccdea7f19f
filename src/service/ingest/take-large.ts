import { isoOf } from "../../contract/dates";
import { largeFeedOf, largeSteps, stepping } from "./import-large";
import type { Feed, FetchRequest, Publisher } from "../publishers/publisher";
import type { PartState } from "../store/feeds";
import { momentOf } from "../store/freshness";
import type { Store } from "../store/store";
import type { Fetched } from "./fetch-document";
import { Stopped } from "./fetch-failure";
import { nameOf, refuseOlder, type TakenDocument } from "./take-document";

/**
 * Takes one large document that was received, in one transaction. One that equals the last of its part changes nothing.
 *
 * @throws RefusedFile where it is not what the feed knows; Stopped where it was stopped. Then the store is as it was, the document is in the archive.
 */
export async function takeLarge(
  { store, publisher, feed, now }: { readonly store: Store; readonly publisher: Publisher; readonly feed: Feed; readonly now: number },
  request: FetchRequest,
  { sha256, etag, lastModified }: Extract<Fetched, { kind: "large" }>,
  before: PartState | undefined,
  how: { readonly stop: AbortSignal; progress?(done: number, of: number): void },
): Promise<TakenDocument> {
  const validators = { url: request.url, sha256, ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) };
  if (before?.sha256 === sha256 && before.names) {
    const { rows, newest, names } = before;
    return { added: 0, changed: 0, leftOut: [], part: { ...validators, rows, names, ...(newest ? { newest } : {}) } };
  }
  refuseOlder(store, publisher, before, { ...validators, rows: 0 });
  const name = nameOf(request.url);
  const document = store.archive.open(sha256, name);
  if (!document) throw new Error(`${name} was received and is not in the archive.`);
  try {
    const steps = largeSteps(
      store,
      largeFeedOf([feed], document),
      document,
      { publisher: publisher.id, file: name, sha256, confirmed: momentOf(now) },
      isoOf(now),
    );
    const taken = await stepping(steps, (done) => how.progress?.(done, document.size), how.stop);
    if (!taken) throw new Stopped();
    const { added, changed, unchanged, newest, names } = taken;
    const leftOut = taken.leftOut.map(({ part, why }) => `${part}: ${why}`);
    return { added, changed, leftOut, part: { ...validators, rows: added + changed + unchanged, names, ...(newest ? { newest } : {}) } };
  } finally {
    document.close();
  }
}
