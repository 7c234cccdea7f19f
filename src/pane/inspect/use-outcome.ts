import { useEffect, useState } from "preact/hooks";
import type { Outcome } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { PaneHost } from "../pane-host";
import { useLoaded } from "../hooks/use-loaded";
import { companiesOf } from "../formula/search/companies";

/** The name of the company with this ticker; undefined until the service has answered, and for an unknown ticker. */
export function useCompanyName(host: PaneHost, ticker: string | undefined): string | undefined {
  const source = companiesOf(host);
  const loaded = useLoaded((signal) => (ticker === undefined ? undefined : source?.load(ticker, signal)), [source, ticker]);
  const found = (ticker === undefined ? undefined : source?.known(ticker)) ?? loaded;
  return found?.companies.find((company) => company.ticker.toUpperCase() === ticker?.toUpperCase())?.name;
}

/** Pauses between reads. Hosts do not report the end of a calculation, and a cell that stays selected must not be polled forever. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** Rereads the cell at growing intervals while `open`: it does not show its answer yet. Starts over when `what` changes. */
export function useReread(open: boolean, what: string, reread: () => void): void {
  useEffect(() => {
    if (!open) return;
    let turn = 0;
    let timer: ReturnType<typeof setTimeout>;
    const schedule = () => {
      const pause = PAUSES_MS[turn++];
      if (pause === undefined) return;
      timer = setTimeout(() => {
        reread();
        schedule();
      }, pause);
    };
    schedule();
    return () => clearTimeout(timer);
  }, [open, what, reread]);
}

/** Wait before an unknown answer is fetched, so that moving over cells with the arrow keys sends no requests. */
const PAUSE_MS = 300;

/**
 * The answer to a question: the last known one at once, else fetched after a pause. Newer answers replace it; replies to an earlier question are
 * dropped. `retry` fetches it whatever is cached.
 */
export function useOutcome(host: PaneHost, question: Question) {
  const [known, setKnown] = useState<{ readonly key: string; readonly outcome: Outcome } | undefined>();
  const [attempt, setAttempt] = useState({ key: "", n: 0 });
  const [fetching, setFetching] = useState(false);
  const connection = host.connection();
  const from = connection.kind === "connected" ? connection.baseUrl : connection.kind;
  // An answer as of another moment is another answer.
  const key = `${host.asOf() ?? ""} ${question.key}`;
  const renewing = attempt.key === key ? attempt.n : 0;
  useEffect(() => {
    const controller = new AbortController();
    const over = () => controller.signal.aborted;
    const last = host.cells.last(question);
    if (last) setKnown({ key, outcome: { kind: "answer", answer: last } });
    const stop = host.cells.onAnswer((asked, answer) => {
      if (asked.key === question.key) setKnown({ key, outcome: { kind: "answer", answer } });
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (!last || renewing > 0) {
      const ask = async () => {
        setFetching(true);
        const outcome = renewing > 0 ? await host.cells.renew(question, controller.signal) : await host.cells.ask(question, controller.signal);
        if (over()) return;
        setFetching(false);
        setKnown({ key, outcome });
      };
      timer = setTimeout(() => void ask(), renewing > 0 ? 0 : PAUSE_MS);
    }
    return () => {
      controller.abort();
      clearTimeout(timer);
      stop();
      setFetching(false);
    };
  }, [host, key, from, renewing]);
  return { outcome: known?.key === key ? known.outcome : undefined, fetching, retry: () => setAttempt({ key, n: renewing + 1 }) };
}
