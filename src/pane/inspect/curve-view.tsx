import { useEffect, useMemo, useState } from "preact/hooks";
import { TENORS, type Tenor } from "../../contract/vocabulary";
import { failureIn, reasonInFull, type Outcome } from "../../core/outcome";
import { readQuestion } from "../../core/question";
import { numberWords } from "../../sources/answer-words";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";
import { TryAgain } from "../notices/try-again";
import { LineChart } from "./line-chart";
import { PointsTable } from "./points-table";

interface CurveViewProps {
  readonly host: PaneHost;
  readonly tenor: Tenor;
  /** The date in the cell's call; null is the latest. */
  readonly date: string | null;
  readonly say: (sentence: string) => void;
}

const PAUSE_MS = 300;

/** Fetches all tenors at once. A tenor in the cache needs no request. */
async function fetchCurve(host: PaneHost, date: string | null, signal: AbortSignal): Promise<readonly Outcome[]> {
  return Promise.all(
    TENORS.map(async (tenor) => {
      const read = readQuestion("YIELD", [tenor, date]);
      return "question" in read ? host.cells.ask(read.question, signal) : read.outcome;
    }),
  );
}

const valueOf = (outcome: Outcome | undefined): number | null =>
  outcome?.kind === "answer" && typeof outcome.answer.value === "number" ? outcome.answer.value : null;

/** Why a tenor has no point. */
function whyNot(outcome: Outcome | undefined): string {
  if (outcome?.kind === "answer") return reasonInFull(outcome.answer);
  const failure = outcome && failureIn(outcome);
  return failure ? paneWords(failure) : "An argument is an error value.";
}

/** The whole curve on the cell's date. Tenors without a value are left out, with the reason; nothing is interpolated. */
export function CurveView({ host, tenor, date, say }: CurveViewProps) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | undefined>();
  const [asTable, setAsTable] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const asOf = host.asOf();
  useEffect(() => {
    const controller = new AbortController();
    setOutcomes(undefined);
    const timer = setTimeout(() => {
      void fetchCurve(host, date, controller.signal).then((all) => {
        if (!controller.signal.aborted) setOutcomes(all);
      });
    }, PAUSE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [host, date, asOf, attempt]);

  const xs = useMemo(() => TENORS.map((_, i) => i), []);
  const ys = useMemo(() => TENORS.map((_, i) => valueOf(outcomes?.[i])), [outcomes]);
  const missing = outcomes ? TENORS.flatMap((t, i) => (ys[i] === null ? [{ tenor: t, why: whyNot(outcomes[i]) }] : [])) : [];
  const days = new Set(
    outcomes?.flatMap((o) => (o.kind === "answer" && o.answer.value !== null && o.answer.observationDate ? [o.answer.observationDate] : [])),
  );
  const sample = outcomes?.some((o) => o.kind === "answer" && o.answer.sample) ?? false;
  const none = ys.every((y) => y === null);
  const own = TENORS.indexOf(tenor);
  const words = (at: number) => `${TENORS[at] ?? ""}: ${ys[at] == null ? "no value" : `${numberWords(ys[at], 2)} %`}`;
  return (
    <div class="inspect-curve">
      <h3>Curve{days.size > 0 ? ` of ${[...days].sort().join(" and ")}` : ""}</h3>
      {!outcomes && <p class="quiet inspect-waiting">Loading the curve…</p>}
      {outcomes && none && <TryAgain message={`The curve cannot be shown. ${missing[0]?.why ?? ""}`} again={() => setAttempt(attempt + 1)} />}
      {outcomes && !none && (
        <>
          {asTable ? (
            <PointsTable
              caption={`Treasury curve${days.size > 0 ? ` of ${[...days].join(" and ")}` : ""}`}
              keyHead="Tenor"
              valueHead="%"
              rows={TENORS.flatMap((t, i) => (ys[i] == null ? [] : [{ key: t, value: ys[i] }]))}
              decimals={2}
              own={tenor}
              say={say}
            />
          ) : (
            <LineChart
              xs={xs}
              ys={ys}
              time={false}
              names={TENORS}
              unit="%"
              label="Treasury curve by tenor. Arrow keys move between tenors."
              pointWords={words}
              marked={ys[own] == null ? undefined : own}
            />
          )}
          {missing.length > 0 && (
            <p class="quiet">
              {[...new Set(missing.map((m) => m.why))]
                .map((why) => `Left out: ${missing.flatMap((m) => (m.why === why ? [m.tenor] : [])).join(", ")}. ${why}`)
                .join(" ")}
            </p>
          )}
          <div class="inspect-under">
            <button type="button" class="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              Show as table
            </button>
            {sample && <span class="answer-sample">Sample data</span>}
          </div>
        </>
      )}
    </div>
  );
}
