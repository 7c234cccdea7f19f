import { useEffect, useRef, useState } from "preact/hooks";
import { STANDARD_DISPLAY } from "../../core/cell-display";
import { WorkbookNeeded } from "../notices/workbook-needed";
import type { TabProps } from "../tab";
import { WorkbookRefusal } from "../workbook";
import { KEPT_SETTINGS } from "./kept-settings";

/** What the add-in keeps in the workbook, and a way to take all of it out. */
export function KeptInWorkbook({ host, say }: Pick<TabProps, "host" | "say">) {
  const workbook = host.workbook();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState("");
  const keep = useRef<HTMLButtonElement>(null);
  const remover = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asking) keep.current?.focus();
    else if (asked.current) (remover.current ?? heading.current)?.focus();
    asked.current = asking;
  }, [asking]);
  const kept = workbook ? KEPT_SETTINGS.filter(({ name }) => workbook.settings.read(name) !== undefined) : [];

  const remove = async () => {
    if (!workbook) return;
    try {
      for (const { name } of kept) await workbook.settings.write(name, undefined);
      host.setDisplay(STANDARD_DISPLAY);
      setProblem("");
      say("Removed. Save the workbook so that the file follows.");
    } catch (refusal) {
      setProblem(refusal instanceof WorkbookRefusal ? refusal.message : "Not everything could be removed. Try again.");
    }
    setAsking(false);
  };

  return (
    <section aria-labelledby="kept">
      <h2 id="kept" ref={heading} tabIndex={-1}>
        Saved in this workbook
      </h2>
      {!workbook && <WorkbookNeeded host={host} what="see what is saved with it" />}
      {workbook && kept.length === 0 && <p class="quiet">Nothing but the formulas. Never the key.</p>}
      {kept.length > 0 && (
        <>
          <ul class="settings-kept">
            {kept.map(({ name, what }) => (
              <li key={name}>{what}</li>
            ))}
          </ul>
          <p class="quiet">It travels with the file. Never the key.</p>
          {asking ? (
            <div class="confirm" role="group" aria-label="Remove it?" onKeyDown={(e) => e.key === "Escape" && setAsking(false)}>
              <p>Remove it from this workbook? Formulas, values and sheets stay as they are.</p>
              <div class="buttons">
                <button type="button" ref={keep} onClick={() => setAsking(false)}>
                  Keep it
                </button>
                <button type="button" class="danger" onClick={() => void remove()}>
                  Remove now
                </button>
              </div>
            </div>
          ) : (
            <div class="buttons">
              <button type="button" ref={remover} onClick={() => setAsking(true)}>
                Remove from this workbook
              </button>
            </div>
          )}
        </>
      )}
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
    </section>
  );
}
