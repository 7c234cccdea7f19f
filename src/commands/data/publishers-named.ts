import { shown } from "../../contract/arguments";
import { endWithNearest } from "../../contract/nearest";
import { PUBLISHERS, publisherOf } from "../../service/publishers/all";
import type { Publisher } from "../../service/publishers/publisher";
import { UsageError } from "../io";

/**
 * The publishers that were named, each once; `beside` is a word that the command takes as well, and what it stands for.
 *
 * @throws UsageError for a name that is none, with the nearest that is.
 */
export function publishersNamed(command: string, words: readonly string[], beside?: { readonly word: string; readonly means: string }): Publisher[] {
  const ids = PUBLISHERS.map((p) => p.id);
  const candidates = beside ? [...ids, beside.word] : ids;
  const more = beside ? `, and ${beside.word} for ${beside.means}` : "";
  const named = words.map((word) => {
    const publisher = publisherOf(word.toLowerCase());
    if (publisher) return publisher;
    throw new UsageError(`${command}: ${shown(word)} is not a publisher${endWithNearest(word, candidates, 1)} There are ${ids.join(", ")}${more}.`);
  });
  return PUBLISHERS.filter((p) => named.includes(p));
}
