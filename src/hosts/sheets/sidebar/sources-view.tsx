import { useEffect, useState } from "preact/hooks";
import { FormulaText } from "../../../pane/formula/formula-text";
import type { Sources } from "../sidebar-calls";
import { SourceView } from "./source-view";
import { useSelected } from "./use-selected";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

type Read = { readonly of: string; readonly sources?: Sources; readonly problem?: string };

/** Where the selected cell's value comes from. Read anew when another cell is selected, when its formula changes, and when somebody asks. */
export function SourcesView({ run, say }: ViewProps) {
  const { selected, problem, read } = useSelected(run);
  const [asked, setAsked] = useState(0);
  const [found, setFound] = useState<Read | undefined>();
  const [reading, setReading] = useState(false);
  const [chosen, setChosen] = useState({ of: "", at: 0 });
  const of = selected ? `${selected.address} ${selected.formula}` : undefined;

  useEffect(() => {
    if (of === undefined) return;
    let over = false;
    setReading(true);
    const put = (now: Read) => {
      if (over) return;
      setFound(now);
      setReading(false);
    };
    run("sources").then(
      (sources) => put({ of, sources }),
      (e: unknown) => put({ of, problem: wordsOf(e) }),
    );
    return () => {
      over = true;
    };
  }, [run, of, asked]);
  const again = () =>
    void read().then(
      () => setAsked((n) => n + 1),
      // Its words are shown below.
      () => undefined,
    );

  // What is known of one cell is not shown under another's name.
  const now = found?.of === of ? found : undefined;
  const sources = now?.sources;
  const at = chosen.of === of ? Math.min(chosen.at, Math.max((sources?.questions.length ?? 0) - 1, 0)) : 0;
  const question = sources?.questions[at];
  return (
    <section class="dense" aria-labelledby="sources-title">
      <div class="build-head">
        <h2 id="sources-title">{sources?.address ?? selected?.address ?? "Sources"}</h2>
        <button type="button" class="small" aria-disabled={reading} onClick={() => !reading && again()}>
          {reading ? "Reading…" : "Read selected cell"}
        </button>
      </div>
      <div role="alert">{(problem ?? now?.problem) && <p class="problem">{problem ?? now?.problem}</p>}</div>
      {!now && !problem && <p class="quiet">Reading the selected cell…</p>}
      {sources && sources.formula === "" && (
        <p>No SERVICE formula fills this cell. Select a cell that shows a value of one: this tab then says where the value comes from and of when it is.</p>
      )}
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
          {sources.questions.length > 1 && (
            <>
              <label for="sources-question">The formula asks for several things</label>
              <select id="sources-question" value={String(at)} onChange={(e) => setChosen({ of: of ?? "", at: Number(e.currentTarget.value) })}>
                {sources.questions.map(({ label }, i) => (
                  <option key={label} value={String(i)}>
                    {label}
                  </option>
                ))}
              </select>
            </>
          )}
          {sources.more > 0 && (
            <p class="quiet">{sources.more} more are not listed: select one cell of those that the formula fills to see what that one asks.</p>
          )}
          {question && <SourceView key={question.label} question={question} say={say} />}
          {!question && (
            <p class="warning">What this formula asks is not known: its arguments are calculated by the sheet. Point them at cells, and read the cell again.</p>
          )}
        </>
      )}
    </section>
  );
}
