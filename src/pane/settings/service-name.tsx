import { useState } from "preact/hooks";
import { WorkbookNeeded } from "../notices/workbook-needed";
import type { TabProps } from "../tab";
import { WorkbookRefusal } from "../workbook";

const NAME = "SERVICE";
const FORMULA = "=LAMBDA(entity,path,SERVICE.GET(entity,path))";

type Ended = { readonly ok: boolean; readonly words: string };

/** Defines SERVICE in this workbook by SERVICE.GET, for a host that does not take a function without a dot. */
export function ServiceName({ host, say }: Pick<TabProps, "host" | "say">) {
  const workbook = host.workbook();
  const [busy, setBusy] = useState(false);
  const [ended, setEnded] = useState<Ended | undefined>();

  const define = async () => {
    if (!workbook || busy) return;
    setBusy(true);
    let result: Ended;
    try {
      await workbook.defineName(NAME, FORMULA);
      result = { ok: true, words: 'SERVICE is defined in this workbook. Enter such a formula again: =SERVICE("NVDA","SHORT.SOURCE").' };
    } catch (refusal) {
      const why = refusal instanceof WorkbookRefusal ? refusal.message : "The workbook rejected the name.";
      result = { ok: false, words: `${why} Until then write =SERVICE.GET(entity, path): it is the same.` };
    }
    setBusy(false);
    setEnded(result);
    say(result.ok ? "SERVICE is defined in this workbook." : "");
  };

  return (
    <section aria-labelledby="service-name">
      <h2 id="service-name">=SERVICE(entity, path)</h2>
      <p>
        Needed only where Excel shows #NAME? for <code>=SERVICE(…)</code> although <code>=SERVICE.GET(…)</code> works. It defines a name in this workbook:
      </p>
      <p>
        <code>
          {NAME} {FORMULA}
        </code>
      </p>
      <p class="quiet">It needs an Excel with LAMBDA (Microsoft 365, or 2024) and stays until you delete it under Formulas, Name Manager.</p>
      {!workbook ? (
        <WorkbookNeeded host={host} what="define the name" />
      ) : (
        <div class="buttons">
          <button type="button" aria-disabled={busy} onClick={() => void define()}>
            Define SERVICE
          </button>
        </div>
      )}
      <div role="alert">{ended && !ended.ok && <p class="problem">{ended.words}</p>}</div>
      {ended?.ok && <p class="good">{ended.words}</p>}
    </section>
  );
}
