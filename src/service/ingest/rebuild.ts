import { publisherOf } from "../publishers/all";
import { allSteps, largeFeedOf, largeSteps } from "./import-large";
import { knownFrom } from "./known-rows";
import { readDocument } from "../publishers/read-document";
import { RefusedFile, RestUnknown } from "../publishers/refused-file";
import { readSeries } from "../publishers/series/two-columns";
import { textOf } from "../publishers/text-of";
import type { LoggedImport } from "../store/import-log";
import type { Store } from "../store/store";

interface Rebuilt {
  /** Whose documents were read: those asked for, and those that have given values for the same series or rest on theirs. */
  readonly publishers: readonly string[];
  readonly documents: number;
  /** Documents that bring nothing for now, because what completed them is not there any more. */
  readonly incomplete: readonly string[];
}

/** A person's own file is named after nothing but its series: the one that its rows stand under. */
const OWN = "user";

const nameOf = ({ file, publisher, seen }: Pick<LoggedImport, "file" | "publisher" | "seen">): string => `${file} (${publisher}, imported ${seen})`;

/**
 * Reads a document of the log again from the archive; undefined where it brings nothing or was taken piece by piece. One of which the rest is not known any more
 * brings nothing, and its name is added to `incomplete`.
 *
 * @throws RefusedFile where it is not taken any more.
 */
export const readLogged =
  (store: Store, incomplete: string[]) =>
  (logged: LoggedImport): ReturnType<typeof readDocument> | { readonly rows: ReturnType<typeof readSeries> } | undefined => {
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
      if (e instanceof RestUnknown) {
        incomplete.push(nameOf(logged));
        return undefined;
      }
      if (e instanceof RefusedFile) throw new RefusedFile(`${nameOf(logged)} is not taken any more: ${e.message}. Nothing has changed`);
      throw e;
    }
  };

/** So many of the documents that are lost are named by their numbers. */
const NAMED = 10;

/**
 * Refuses where a document that the rows of these publishers come from is not in the archive: then they cannot be made again.
 *
 * @throws RefusedFile that names the first of them, and what to do; `but` are the numbers of those that are not needed.
 */
export function refuseLost(store: Store, publishers: readonly string[], but: readonly number[] = []): void {
  const kept = (sha256: string): boolean => {
    const large = store.archive.open(sha256, "");
    large?.close();
    return large !== undefined || store.archive.has(sha256);
  };
  const lost = store.imports.of(publishers).filter((logged) => !but.includes(logged.id) && !kept(logged.sha256));
  const [first] = lost;
  if (!first) return;
  const many = lost.length > 1;
  const numbers = [...lost.slice(0, NAMED).map((l) => String(l.id)), ...(lost.length > NAMED ? ["…"] : [])].join(" ");
  throw new RefusedFile(
    `${nameOf(first)}${many ? ` and ${lost.length - 1} more are` : " is"} not in the archive: imported before documents were kept, or removed from there. So the rows of ${publishers.join(", ")} cannot be made again, and stay as they are. Import the same file${many ? "s" : ""} once more, or take ${many ? "them" : "it"} back: npm run -s data -- forget ${numbers}`,
  );
}

/** The publishers in groups whose rows depend on each other; each group's rows are made again for themselves. */
export function groupsOf(store: Store, publishers: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const publisher of publishers) if (!groups.some((g) => g.includes(publisher))) groups.push(store.imports.together([publisher]));
  // What rests on others may have been named before them: it is made again with them.
  return groups.filter((g) => !groups.some((other) => other !== g && g.every((id) => other.includes(id))));
}

/**
 * Makes the rows of these publishers, and of those that have given values for the same series or rest on theirs, again from the documents in the archive,
 * without asking anybody: all or nothing.
 *
 * @throws RefusedFile where a document is not in the archive, or is not taken any more; then nothing has changed.
 */
export function rebuild(store: Store, publishers: readonly string[]): Rebuilt {
  return store.writing(() => {
    const all = store.imports.together(publishers);
    refuseLost(store, all);
    const incomplete: string[] = [];
    return { publishers: all, documents: store.imports.replay(all, readLogged(store, incomplete)), incomplete };
  });
}
