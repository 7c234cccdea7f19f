import { type CellDisplay, DISPLAY_SETTING, STANDARD_DISPLAY } from "../../core/cell-display";
import { RadioChoice, type RadioOption } from "../fields/radio-choice";
import { WorkbookSection } from "../notices/workbook-section";
import { useWork, workPerBook, type Working } from "../work/work";
import { WorkProgress } from "../work/progress-bar";
import type { TabProps } from "../tab";
import { displayResultWords, type DisplayResult } from "./settings-words";
import type { PaneHost } from "../pane-host";
import { questionsOf } from "../questions/questions-of";
import type { Workbook } from "../workbook";
import { saveOrLeave } from "./save-or-leave";
import { Alert, Button } from "../elements";

/**
 * Sets how cells show reasons and values, saves it in the workbook, and recalculates the cells with cached answers. Other cells are not recalculated,
 * because they would lose their values if the service is unreachable. If the display cannot be saved, it is not set.
 */
async function setCellDisplay(
  host: PaneHost,
  workbook: Workbook,
  display: CellDisplay,
  { signal, progress, step }: Working,
): Promise<DisplayResult | undefined> {
  const isStandard = display.reasons === STANDARD_DISPLAY.reasons && display.values === STANDARD_DISPLAY.values && display.blanks === STANDARD_DISPLAY.blanks;
  const previous = host.display();
  host.setDisplay(display);
  try {
    await saveOrLeave(workbook, DISPLAY_SETTING, isStandard ? undefined : JSON.stringify(display));
  } catch (refusal) {
    host.setDisplay(previous);
    throw refusal;
  }
  const cells = await workbook.serviceCells("workbook", { signal, progress });
  if (signal.aborted) return undefined;
  step("Finding their answers");
  const asked = await questionsOf(cells, host, workbook, { signal, progress });
  // A cell without a question, such as one whose argument's cell is empty, sends no request either.
  const cached = asked.filter((one) => one.unknown === 0 && one.questions.every((q) => host.cells.last(q)));
  if (signal.aborted) return undefined;
  step("Calculating cells");
  const places = cached.map(({ cell }) => cell);
  const refused = cached.length > 0 ? await workbook.recalculate(places, { signal }) : [];
  return { recalculated: cached.length - refused.length, unchanged: cells.length - cached.length, refused };
}

const workOf = workPerBook<DisplayResult>();

const REASONS: readonly RadioOption<CellDisplay["reasons"]>[] = [
  { value: "text", label: "Reasons as text", about: "Shows n/a and the reason. Sums ignore text, and the text stays when the workbook is reopened." },
  { value: "error", label: "Reasons as #N/A", about: "For formulas that use IFNA or ISNUMBER. The reason is in the error's message and in Inspect." },
];

const VALUES: readonly RadioOption<CellDisplay["values"]>[] = [
  { value: "formatted", label: "Formatted values", about: "A date shows as a date if this Excel supports it." },
  { value: "plain", label: "Plain values", about: "A date is a serial number in the format of its cell." },
];

const BLANKS: readonly RadioOption<CellDisplay["blanks"]>[] = [
  { value: "reason", label: "Reason", about: "Shows n/a and the missing argument, such as n/a: no ticker." },
  { value: "blank", label: "Blank", about: "Shows nothing. For lists with room for more names." },
];

/** How cells show reasons and dates. A choice is saved in the workbook; cells whose answers are cached change at once. */
export function CellDisplayForm({ host, say, show }: Pick<TabProps, "host" | "say" | "show">) {
  const work = workOf(host);
  const { working, done, failure } = useWork(work);
  const workbook = host.workbook();
  const display = host.display();

  const choose = (next: CellDisplay) => {
    if (!workbook) return;
    void work
      .start("Saving the choice", (watch) => setCellDisplay(host, workbook, next, watch))
      .then((ended) => {
        if (ended.kind === "done") say(displayResultWords(ended.result).join(" "));
        else if (ended.kind === "stopped") say("Stopped. The choice is saved; the remaining cells change at the next refresh.");
      });
  };
  const choice = <K extends keyof CellDisplay>(name: K) => ({
    name,
    chosen: display[name],
    busy: working !== undefined,
    choose: (value: CellDisplay[K]) => choose({ ...display, [name]: value }),
  });

  return (
    <WorkbookSection host={host} id="display" heading="Cell display" what="choose how cells show reasons, dates and empty arguments">
      <RadioChoice {...choice("reasons")} legend="Missing values" options={REASONS} />
      <RadioChoice {...choice("values")} legend="Dates" options={VALUES} />
      <RadioChoice {...choice("blanks")} legend="Empty argument cells" options={BLANKS} />
      <p class="quiet">Saved in this workbook.</p>
      {working && <WorkProgress {...working} stop={work.stop} />}
      <Alert message={failure} />
      {done && (
        <div class="note">
          {displayResultWords(done).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {done.unchanged > 0 && <Button class="small" words="Go to Refresh" act={() => show("refresh")} />}
        </div>
      )}
    </WorkbookSection>
  );
}
