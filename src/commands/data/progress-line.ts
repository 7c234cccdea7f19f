import type { DataIo } from "./data-io";

/** Interval of progress lines. */
const PROGRESS_EVERY_MS = 5_000;
/** Maximum line width: a wrapped line would look like two. */
const WIDTH = 100;

/** Prints the progress of all running feeds in one line every few seconds; works in a terminal and in a pipe. */
interface ProgressLine {
  /** Documents, or bytes, of a feed that are done. */
  at(feed: string, done: number, of: number, bytes?: boolean): void;
  end(feed: string): void;
}

export function progressLine({ out, now }: Pick<DataIo, "out" | "now">): ProgressLine {
  const running = new Map<string, string>();
  let lastLine = now();

  function line(): string {
    const all = [...running].map(([feed, words]) => `${feed}: ${words}`);
    const lineOf = (n: number): string => `  ${[...all.slice(0, n), ...(n < all.length ? [`and ${all.length - n} more`] : [])].join("; ")} …`;
    let shown = all.length;
    while (shown > 1 && lineOf(shown).length > WIDTH) shown--;
    return lineOf(shown);
  }

  return {
    at: (feed, done, of, bytes) => {
      if (done === of) return void running.delete(feed);
      running.set(feed, bytes ? `${Math.floor((100 * done) / of)} % read` : `${done} of ${of} documents`);
      if (now() - lastLine < PROGRESS_EVERY_MS) return;
      lastLine = now();
      out(line());
    },
    end: (feed) => void running.delete(feed),
  };
}
