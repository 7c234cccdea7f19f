import { useState } from "preact/hooks";
import { useChanges } from "../hooks/use-changes";
import type { PaneHost } from "../pane-host";
import { useAttempt } from "../hooks/use-attempt";
import { Refusal } from "../notices/refusal";
import type { Scope, Workbook } from "../workbook";
import { sourcesWriterOf } from "./sources-writer";
import { withSeparators } from "../../contract/counted";

interface NotesToSheetProps {
  readonly host: PaneHost;
  readonly workbook: Workbook;
  readonly say: (sentence: string) => void;
}

/** Writes a sheet with the sources of the data, so that attribution and caveats stay with the workbook. */
export function NotesToSheet({ host, workbook, say }: NotesToSheetProps) {
  const writer = sourcesWriterOf(host);
  const [scope, setScope] = useState<Scope>("workbook");
  useChanges(writer);
  const state = writer.state();
  const going = useAttempt(say);
  const goTo = (sheet: string) =>
    void going.run(async () => {
      await workbook.goTo({ sheet, row: 0, column: 0 });
      say(`At ${sheet}.`);
    }, "The sheet could not be shown. Select it by its tab.");
  return (
    <section class="dense" aria-labelledby="inspect-notes">
      <h2 id="inspect-notes">Sources sheet</h2>
      <p>Writes a sheet with source, date, attribution and caveats of the data used, one row per figure.</p>
      <label for="inspect-scope">Scope</label>
      <select id="inspect-scope" value={scope} onChange={(e) => setScope(e.currentTarget.value as Scope)}>
        <option value="workbook">The whole workbook</option>
        <option value="sheet">This sheet</option>
        <option value="selection">The selection</option>
      </select>
      <div class="buttons">
        {state.kind === "working" ? (
          <button type="button" onClick={() => writer.stop()}>
            Stop
          </button>
        ) : (
          <button type="button" onClick={() => void writer.start(scope).then(say)}>
            Write the sources
          </button>
        )}
      </div>
      {state.kind === "working" && (
        <p>
          {state.doing}
          {state.of > 0 ? `: ${withSeparators(state.done)} of ${withSeparators(state.of)}` : "…"}
        </p>
      )}
      {state.kind === "idle" && state.problem && <p class="problem">{state.problem}</p>}
      {state.kind === "idle" && state.written && (
        <>
          <p>{state.written.message}</p>
          <div class="buttons">
            <button type="button" class="small" onClick={() => goTo(state.written?.sheet ?? "")}>
              Go to {state.written.sheet}
            </button>
          </div>
          <Refusal message={going.problem} />
        </>
      )}
    </section>
  );
}
