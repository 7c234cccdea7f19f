import { useEffect, useRef, useState } from "preact/hooks";
import { STANDARD_DISPLAY } from "../../core/cell-display";
import { useAttempt } from "../hooks/use-attempt";
import { Refusal } from "../notices/refusal";
import { WorkbookNeeded } from "../notices/workbook-needed";
import type { TabProps } from "../tab";
import { inTime } from "../../tables/steps";
import { forget, rememberedTables } from "../../tables/table-settings";
import { setAsOf } from "./set-as-of";
import { SAVED_SETTINGS } from "./saved-settings";

/** Lists what the add-in saves in the workbook, and removes it on request. */
export function SavedInWorkbook({ host, say }: Pick<TabProps, "host" | "say">) {
  const workbook = host.workbook();
  const [confirming, setConfirming] = useState(false);
  const { busy, problem, run } = useAttempt(say);
  const keep = useRef<HTMLButtonElement>(null);
  const remover = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (confirming) keep.current?.focus();
    else if (wasConfirming.current) (remover.current ?? heading.current)?.focus();
    wasConfirming.current = confirming;
  }, [confirming]);
  const saved = workbook ? SAVED_SETTINGS.filter(({ name }) => workbook.settings.read(name) !== undefined) : [];

  const remove = async () => {
    if (!workbook) return;
    await run(async () => {
      // With their blocks' names, which are no settings.
      for (const { id } of rememberedTables(workbook)) await inTime(forget(workbook, id));
      for (const { name } of saved) await workbook.settings.write(name, undefined);
      host.setDisplay(STANDARD_DISPLAY);
      if (host.asOf() !== undefined) await setAsOf(host, workbook, undefined);
      say("Removed. Save the workbook to remove it from the file.");
    }, "Some settings could not be removed. Try again.");
    setConfirming(false);
  };

  return (
    <section aria-labelledby="saved">
      <h2 id="saved" ref={heading} tabIndex={-1}>
        Saved in this workbook
      </h2>
      {!workbook && <WorkbookNeeded host={host} what="see what is saved in it" />}
      {workbook && saved.length === 0 && <p class="quiet">Only the formulas. The key is never saved in a workbook.</p>}
      {saved.length > 0 && (
        <>
          <ul class="settings-saved">
            {saved.map(({ name, what }) => (
              <li key={name}>{what}</li>
            ))}
          </ul>
          <p class="quiet">Everyone who gets the file gets these settings. The key is never saved in a workbook.</p>
          {confirming ? (
            <div class="confirm" role="group" aria-label="Remove the settings?" onKeyDown={(e) => e.key === "Escape" && setConfirming(false)}>
              <p>
                Remove these settings from this workbook? Formulas and sheets do not change
                {host.asOf() === undefined ? ", nor do values" : "; values change to the latest"}.
              </p>
              <div class="buttons">
                <button type="button" ref={keep} onClick={() => setConfirming(false)}>
                  Keep
                </button>
                <button type="button" class="danger" aria-disabled={busy} onClick={() => void remove()}>
                  {busy ? "Removing…" : "Remove now"}
                </button>
              </div>
            </div>
          ) : (
            <div class="buttons">
              <button type="button" ref={remover} onClick={() => setConfirming(true)}>
                Remove from this workbook
              </button>
            </div>
          )}
        </>
      )}
      <Refusal message={problem} />
    </section>
  );
}
