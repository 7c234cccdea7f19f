import { useRef } from "preact/hooks";
import { STANDARD_DISPLAY } from "../../core/cell-display";
import { useAttempt } from "../hooks/use-attempt";
import { Confirm, useConfirm } from "../notices/confirm";
import { WorkbookNeeded } from "../notices/workbook-section";
import type { TabProps } from "../tab";
import { inTime } from "../../tables/steps";
import { forget, rememberedTables } from "../../tables/table-settings";
import { setAsOf } from "./set-as-of";
import { Alert, Button } from "../elements";

/** Every workbook setting of the add-in, described for the user. List new ones here, so that they can be removed. */
export const SAVED_SETTINGS: readonly { readonly name: string; readonly what: string }[] = [
  { name: "service.asof", what: "The day or moment that all cells are as of" },
  { name: "service.check", what: "A leftover of the check of Excel" },
  { name: "service.display", what: "How cells show reasons and dates" },
  { name: "service.freshness", what: "When answers arrived and when they expire" },
  { name: "service.refresh", what: "When to refresh automatically" },
  { name: "service.sources.sheet", what: "The name of the sources sheet" },
  { name: "service.tables", what: "The tables: what they ask, and what they wrote" },
];

/** Lists what the add-in saves in the workbook, and removes it on request. */
export function SavedInWorkbook({ host, say }: Pick<TabProps, "host" | "say">) {
  const workbook = host.workbook();
  const { busy, problem, run } = useAttempt(say);
  const heading = useRef<HTMLHeadingElement>(null);
  const { asking, setAsking, starter } = useConfirm(heading);
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
    setAsking(false);
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
          <ul class="points">
            {saved.map(({ name, what }) => (
              <li key={name}>{what}</li>
            ))}
          </ul>
          <p class="quiet">Everyone who gets the file gets these settings. The key is never saved in a workbook.</p>
          {asking ? (
            <Confirm
              label="Remove the settings?"
              question={`Remove these settings from this workbook? Formulas and sheets do not change${host.asOf() === undefined ? ", nor do values" : "; values change to the latest"}.`}
              close={() => setAsking(false)}
            >
              <Button words="Keep" act={() => setAsking(false)} />
              <Button class="danger" aria-disabled={busy} words={busy ? "Removing…" : "Remove now"} act={remove} />
            </Confirm>
          ) : (
            <Button ref={starter} words="Remove from this workbook" act={() => setAsking(true)} />
          )}
        </>
      )}
      <Alert message={problem} />
    </section>
  );
}
