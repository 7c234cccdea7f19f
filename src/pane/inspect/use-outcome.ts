import { useEffect, useState } from "preact/hooks";
import type { Outcome } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { PaneHost } from "../pane-host";

/** Pause after which a question whose answer is not known is asked: whoever walks over cells by arrow keys asks nothing. */
const PAUSE_MS = 300;

interface Known {
  readonly key: string;
  readonly outcome: Outcome;
}

/**
 * The answer to a question: the one last known at once, else asked for after a pause. Newer answers replace it as they arrive, replies to an earlier
 * question are dropped. `again` asks anew, whatever is known.
 */
export function useOutcome(
  host: PaneHost,
  question: Question,
): { readonly outcome: Outcome | undefined; readonly asking: boolean; readonly again: () => void } {
  const [known, setKnown] = useState<Known | undefined>();
  const [turn, setTurn] = useState({ key: "", n: 0 });
  const [asking, setAsking] = useState(false);
  const connection = host.connection();
  const from = connection.kind === "connected" ? connection.baseUrl : connection.kind;
  const { key } = question;
  const renewing = turn.key === key && turn.n > 0 ? turn.n : 0;
  useEffect(() => {
    const controller = new AbortController();
    const over = () => controller.signal.aborted;
    const last = host.cells.last(question);
    if (last) setKnown({ key, outcome: { kind: "answer", answer: last } });
    const stop = host.cells.onAnswer((asked, answer) => {
      if (asked.key === key) setKnown({ key, outcome: { kind: "answer", answer } });
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (!last || renewing > 0) {
      const ask = async () => {
        setAsking(true);
        const outcome = renewing > 0 ? await host.cells.renew(question, controller.signal) : await host.cells.ask(question, controller.signal);
        if (over()) return;
        setAsking(false);
        setKnown({ key, outcome });
      };
      timer = setTimeout(() => void ask(), renewing > 0 ? 0 : PAUSE_MS);
    }
    return () => {
      controller.abort();
      clearTimeout(timer);
      stop();
      setAsking(false);
    };
  }, [host, key, from, renewing]);
  return { outcome: known?.key === key ? known.outcome : undefined, asking, again: () => setTurn({ key, n: renewing + 1 }) };
}
