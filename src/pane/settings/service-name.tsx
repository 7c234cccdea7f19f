import { useState } from "preact/hooks";
import { WorkbookNeeded } from "../notices/workbook-needed";
import type { TabProps } from "../tab";
import { refusalMessage } from "../workbook";

const NAME = "SERVICE";
const FORMULA = "=LAMBDA(entity,path,SERVICE.GET(entity,path))";

type Ended = { readonly ok: boolean; readonly words: string };

/** Defines the name SERVICE in this workbook, for a host that does not accept a function name without a dot. */
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
      result = { ok: true, words: 'SERVICE is defined in this workbook. Enter the formula again, such as =SERVICE("NVDA","SHORT.SOURCE").' };
    } catch (refusal) {
      const why = refusalMessage(refusal, "The workbook rejected the name.");
      result = { ok: false, words: `${why} Or use =SERVICE.GET(entity, path), which returns the same.` };
    }
    setBusy(false);
    setEnded(result);
    say(result.ok ? "SERVICE is defined in this workbook." : "");
  };

  return (
    <section aria-labelledby="service-name">
      <h2 id="service-name">=SERVICE(entity, path)</h2>
      <p>
        Needed only if <code>=SERVICE(…)</code> shows #NAME? although <code>=SERVICE.GET(…)</code> works. It defines this name in the workbook:
      </p>
      <p>
        <code>
          {NAME} {FORMULA}
        </code>
      </p>
      <p class="quiet">Requires LAMBDA (Excel 2024 or Microsoft 365). To remove the name, open Formulas, Name Manager.</p>
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
