import type { DataIo } from "./data-io";

/** Long work says so often how far it is. */
const TOLD_EVERY_MS = 5_000;
/** A line that fits a terminal: one that is broken in two reads as two. */
const WIDTH = 100;

/** Says now and then how far the feeds are that are at work side by side: all of them in one whole line, which reads alike in a terminal and in a pipe. */
interface AtWork {
  /** So many documents, or bytes, of a feed are behind. */
  at(feed: string, done: number, of: number, bytes?: boolean): void;
  over(feed: string): void;
}

export function tellingAtWork({ out, now }: Pick<DataIo, "out" | "now">): AtWork {
  const far = new Map<string, string>();
  let toldAt = now();

  function line(): string {
    const all = [...far].map(([feed, words]) => `${feed}: ${words}`);
    const told = (n: number): string => `  ${[...all.slice(0, n), ...(n < all.length ? [`and ${all.length - n} more`] : [])].join("; ")} …`;
    let shown = all.length;
    while (shown > 1 && told(shown).length > WIDTH) shown--;
    return told(shown);
  }

  return {
    at: (feed, done, of, bytes) => {
      if (done === of) return void far.delete(feed);
      far.set(feed, bytes ? `${Math.floor((100 * done) / of)} % is read` : `${done} of ${of} documents`);
      if (now() - toldAt < TOLD_EVERY_MS) return;
      toldAt = now();
      out(line());
    },
    over: (feed) => void far.delete(feed),
  };
}
