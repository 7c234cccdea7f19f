import { useEffect, useState } from "preact/hooks";
import { FormulaText } from "../../../pane/formula/formula-text";
import { CallChoice, useChosenCall } from "../../../pane/inspect/call-choice";
import { Refusal } from "../../../pane/notices/refusal";
import type { Sources } from "../sidebar-calls";
import { SourceView } from "./source-view";
import { useSelected } from "./use-selected";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

type Loaded = { readonly of: string; readonly sources?: Sources; readonly problem?: string };

/** The sources of the selected cell's value. Reloads when the selection, its formula or the day of all cells changes, and on request. */
export function SourcesView({ run, asOf, say }: ViewProps) {
  const { selected, problem, read } = useSelected(run);
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | undefined>();
  const [reading, setReading] = useState(false);

  const of = selected ? `${selected.address} ${selected.formula} ${asOf ?? ""}` : undefined;

  useEffect(() => {
    if (of === undefined) return;
    let over = false;
    setReading(true);
    const put = (now: Loaded) => {
      if (over) return;
      setLoaded(now);
      setReading(false);
    };
    run("sources").then(
      (sources) => put({ of, sources }),
      (e: unknown) => put({ of, problem: wordsOf(e) }),
    );
    return () => {
      over = true;
    };
  }, [run, of, attempt]);
  const reload = () =>
    void read().then(
      () => setAttempt((n) => n + 1),
      // `problem` shows the failure.
      () => undefined,
    );

  // A result for another cell is not shown.
  const now = loaded?.of === of ? loaded : undefined;
  const sources = now?.sources;
  const [chosen, choose] = useChosenCall(of ?? "", sources?.questions.length ?? 0);
  const question = sources?.questions[chosen];
  return (
    <section class="dense" aria-labelledby="sources-title">
      <div class="build-head">
        <h2 id="sources-title">{sources?.address ?? selected?.address ?? "Sources"}</h2>
        <button type="button" class="small" aria-disabled={reading} onClick={() => !reading && reload()}>
          {reading ? "Reading…" : "Read selected cell"}
        </button>
      </div>
      <Refusal message={problem ?? now?.problem} />
      {!now && !problem && <p class="quiet">Reading the selected cell…</p>}
      {sources && sources.formula === "" && <p>No SERVICE formula fills this cell. Select a cell with a SERVICE value to see its source and date.</p>}
      {sources && sources.formula !== "" && (
        <>
          <div class="inspect-formula">
            <code>
              <FormulaText text={sources.formula} />
            </code>
          </div>
          <dl>
            {sources.filledFrom !== undefined && (
              <>
                <dt>Formula in</dt>
                <dd>{sources.filledFrom}</dd>
              </>
            )}
            <dt>The cell shows</dt>
            <dd>{sources.shown === "" ? "nothing" : sources.shown}</dd>
          </dl>
          <CallChoice calls={sources.questions.map(({ label }) => label)} chosen={chosen} choose={choose} />
          {sources.more > 0 && <p class="quiet">{sources.more} more are not listed. Select a single cell that the formula fills to see its source.</p>}
          {question && <SourceView key={question.label} question={question} say={say} />}
          {!question && <p class="warning">The source is unknown, because the formula calculates the arguments. Put them in cells and refer to those.</p>}
        </>
      )}
    </section>
  );
}
