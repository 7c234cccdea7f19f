import { useMemo, useState } from "preact/hooks";
import { groupedBy } from "../../contract/lists";
import { TENORS, type Tenor } from "../../contract/vocabulary";
import { failureIn, reasonInFull, type Outcome } from "../../core/outcome";
import { readQuestion } from "../../core/question";
import { numberWords } from "../../sources/answer-words";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";
import { useLoaded } from "../hooks/use-loaded";
import { TryAgain } from "../notices/notice";
import { PAUSE_MS } from "./history";
import { ChartOrTable } from "./points-table";
import type { TabProps } from "../tab";

interface CurveViewProps extends Pick<TabProps, "host" | "say"> {
  readonly tenor: Tenor;
  /** The date in the cell's call; null is the latest. */
  readonly date: string | null;
}

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

const XS = TENORS.map((_, i) => i);

/** Why a tenor has no point. */
function whyNot(outcome: Outcome | undefined): string {
  if (outcome?.kind === "answer") return reasonInFull(outcome.answer);
  const failure = outcome && failureIn(outcome);
  return failure ? paneWords(failure) : "An argument is an error value.";
}

/** The whole curve on the cell's date. Tenors without a value are left out, with the reason; nothing is interpolated. */
export function CurveView({ host, tenor, date, say }: CurveViewProps) {
  const [attempt, setAttempt] = useState(0);
  const outcomes = useLoaded((signal) => fetchCurve(host, date, signal), [host, date, host.asOf(), attempt], { pauseMs: PAUSE_MS });

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
    <div class="stack inspect-curve">
      <h3>Curve{days.size > 0 ? ` of ${[...days].sort().join(" and ")}` : ""}</h3>
      {!outcomes && <p class="quiet inspect-waiting">Loading the curve…</p>}
      {outcomes && none && <TryAgain message={`The curve cannot be shown. ${missing[0]?.why ?? ""}`} again={() => setAttempt(attempt + 1)} />}
      {outcomes && !none && (
        <ChartOrTable
          chart={{
            xs: XS,
            ys,
            time: false,
            names: TENORS,
            unit: "%",
            label: "Treasury curve by tenor. Arrow keys move between tenors.",
            pointWords: words,
            marked: ys[own] == null ? undefined : own,
          }}
          table={{
            caption: `Treasury curve${days.size > 0 ? ` of ${[...days].join(" and ")}` : ""}`,
            keyHead: "Tenor",
            valueHead: "%",
            rows: TENORS.flatMap((t, i) => (ys[i] == null ? [] : [{ key: t, value: ys[i] }])),
            decimals: 2,
            own: tenor,
            say,
          }}
          sample={sample}
          note={
            missing.length > 0 && (
              <p class="quiet">
                {[...groupedBy(missing, ({ why }) => why)].map(([why, of]) => `Left out: ${of.map((m) => m.tenor).join(", ")}. ${why}`).join(" ")}
              </p>
            )
          }
        />
      )}
    </div>
  );
}
