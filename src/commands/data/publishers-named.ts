import { shown } from "../../contract/arguments";
import { nearest } from "../../contract/nearest";
import { PUBLISHERS, publisherOf } from "../../service/publishers/all";
import type { Publisher } from "../../service/publishers/publisher";
import { Mistyped } from "../io";

/**
 * The publishers that were named, each once.
 *
 * @throws Mistyped for a name that is none, with the nearest that is.
 */
export function publishersNamed(command: string, words: readonly string[]): Publisher[] {
  const ids = PUBLISHERS.map((p) => p.id);
  const named = words.map((word) => {
    const publisher = publisherOf(word.toLowerCase());
    if (publisher) return publisher;
    throw new Mistyped(`${command}: ${shown(word)} is not a publisher; did you mean ${nearest(word, ids, 1)[0]}? There are ${ids.join(", ")}.`);
  });
  return PUBLISHERS.filter((p) => named.includes(p));
}
