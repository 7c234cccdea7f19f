import { publisherOf } from "../publishers/all";
import { allSteps, largeFeedOf, largeSteps } from "../publishers/import-large";
import { knownFrom } from "../publishers/known-rows";
import { readDocument } from "../publishers/read-document";
import { RefusedFile } from "../publishers/refused-file";
import { readSeries } from "../publishers/series/two-columns";
import { textOf } from "../publishers/text-of";
import type { LoggedImport } from "../store/import-log";
import type { Store } from "../store/store";

export interface Rebuilt {
  /** Whose documents were read: those asked for, and those that have given values for the same series. */
  readonly publishers: readonly string[];
  readonly documents: number;
}

/** A person's own file is named after nothing but its series: the one that its rows stand under. */
const OWN = "user";

/**
 * Makes the rows of these publishers again from the documents in the archive, without asking anybody: all or nothing.
 *
 * @throws RefusedFile where a document is not in the archive, or is not taken any more; then nothing has changed.
 */
export function rebuild(store: Store, publishers: readonly string[]): Rebuilt {
  const all = store.imports.together(publishers);
  const kept = (sha256: string): boolean => {
    const large = store.archive.open(sha256, "");
    large?.close();
    return large !== undefined || store.archive.get(sha256) !== undefined;
  };
  const name = ({ file, publisher, seen }: LoggedImport): string => `${file} (${publisher}, imported ${seen})`;
  const lost = store.imports.of(all).find((logged) => !kept(logged.sha256));
  if (lost) throw new RefusedFile(`${name(lost)} is not in the archive, so its rows cannot be made again. Nothing has changed; import that file anew.`);
  const documents = store.imports.replay(all, (logged) => {
    const bytes = store.archive.get(logged.sha256) ?? new Uint8Array();
    try {
      if (logged.publisher === OWN) {
        const [series] = logged.series;
        return series === undefined ? undefined : { rows: readSeries(series, textOf(bytes)) };
      }
      const publisher = publisherOf(logged.publisher);
      if (!publisher) throw new RefusedFile(`${logged.publisher} is not a publisher that this service knows`);
      const large = store.archive.open(logged.sha256, logged.file);
      if (large) {
        try {
          allSteps(largeSteps(store, largeFeedOf(publisher.feeds, large), large, logged, logged.seen));
        } finally {
          large.close();
        }
        return undefined;
      }
      return readDocument(publisher.feeds, { name: logged.file, bytes, seen: logged.seen }, knownFrom(store.records));
    } catch (e) {
      if (e instanceof RefusedFile) throw new RefusedFile(`${name(logged)} is not taken any more: ${e.message}. Nothing has changed.`);
      throw e;
    }
  });
  return { publishers: all, documents };
}
