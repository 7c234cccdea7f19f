import { shown } from "../../contract/arguments";
import { endWithNearest } from "../../contract/nearest";
import { PUBLISHERS, publisherOf } from "../../service/publishers/all";
import type { Publisher } from "../../service/publishers/publisher";
import { UsageError } from "../io";

/**
 * The named publishers, each once. `extra` is one more word that the command accepts, and its meaning.
 *
 * @throws UsageError for an unknown name, with the nearest known one.
 */
export function publishersNamed(command: string, words: readonly string[], extra?: { readonly word: string; readonly means: string }): Publisher[] {
  const ids = PUBLISHERS.map((p) => p.id);
  const candidates = extra ? [...ids, extra.word] : ids;
  const more = extra ? `, and ${extra.word} for ${extra.means}` : "";
  const named = words.map((word) => {
    const publisher = publisherOf(word.toLowerCase());
    if (publisher) return publisher;
    throw new UsageError(`${command}: ${shown(word)} is not a publisher${endWithNearest(word, candidates, 1)} Valid: ${ids.join(", ")}${more}.`);
  });
  return PUBLISHERS.filter((p) => named.includes(p));
}
