import { asOfText, type AsOf } from "../../../contract/as-of";
import { useChanges } from "../../../pane/hooks/use-changes";
import { AsOfFields } from "../../../pane/settings/as-of-fields";
import { ProgressBar } from "../../../pane/work/progress-bar";
import type { Work } from "../../../pane/work/work";
import type { AsOfChange } from "../sidebar-calls";
import { TroublesList } from "./troubles-list";
import type { ViewProps } from "./view";

const WORDS = "Recalculating all cells";

interface AsOfViewProps extends Pick<ViewProps, "run" | "asOf" | "say"> {
  readonly work: Work<AsOfChange>;
  /** True while a refresh runs, which recalculates the same cells. */
  readonly blocked: boolean;
}

/** Sets the day or moment of all cells. It continues when another tab is shown. */
export function AsOfView({ run, asOf, say, work, blocked }: AsOfViewProps) {
  useChanges(work);
  const state = work.state();
  const working = state.phase === "working";
  const apply = async (next: AsOf | undefined) => {
    say(`${WORDS}.`);
    const ended = await work.start(WORDS, () => run("setAsOf", next ? asOfText(next) : ""));
    // A failure is an alert of the form.
    say(ended?.kind === "done" ? ended.result.done : "");
  };
  const last = state.phase === "idle" ? state.last : undefined;
  return (
    <section aria-labelledby="as-of-heading">
      <h2 id="as-of-heading">As of</h2>
      <AsOfFields
        current={asOf}
        saved="Saved in this spreadsheet, for all its users."
        busy={working || blocked}
        problem={last?.kind === "failed" ? last.message : undefined}
        apply={(next) => void apply(next)}
        say={say}
      />
      {working && (
        <>
          <ProgressBar label={state.words} done={state.done} of={state.of} />
          <p class="quiet">You can close this sidebar. This continues at Google, and the cells show the result.</p>
        </>
      )}
      {last?.kind === "done" && last.result.troubles.length > 0 && (
        <>
          <p class="refresh-result">These formulas were not recalculated and may show a value of another day:</p>
          <TroublesList troubles={last.result.troubles} unit="formula" />
        </>
      )}
    </section>
  );
}
