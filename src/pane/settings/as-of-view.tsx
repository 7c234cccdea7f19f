import type { AsOf } from "../../contract/as-of";
import { useWork } from "../work/work";
import { WorkbookSection } from "../notices/workbook-section";
import { TroublesList } from "../refresh/troubles-list";
import type { SpreadsheetAsOf } from "../spreadsheet";
import type { TabProps } from "../tab";
import { GOES_ON } from "../work/goes-on";
import { ProgressBar } from "../work/progress-bar";
import { AsOfFields } from "./as-of-fields";
import { asOfWorkOf } from "./as-of-work";

interface AsOfViewProps extends Pick<TabProps, "host" | "say"> {
  /** Where the day is saved: `Saved in this workbook.` */
  readonly saved: string;
  /** True while the day cannot be set. */
  readonly blocked?: boolean;
  /** Sets the day or moment of all cells; undefined for now. */
  readonly set: (asOf: AsOf | undefined) => Promise<SpreadsheetAsOf>;
}

const WORDS = "Recalculating all cells";

/** The day or moment that all cells are as of. Cells are recalculated when it changes, also while another tab is shown. */
export function AsOfView({ host, say, saved, blocked = false, set }: AsOfViewProps) {
  const work = asOfWorkOf(host);
  const { working, done, failure } = useWork(work);
  const apply = async (asOf: AsOf | undefined) => {
    say(`${WORDS}.`);
    const ended = await work.start(WORDS, () => set(asOf));
    // A failure is an alert of the form.
    say(ended.kind === "done" ? ended.result.done : "");
  };
  return (
    <WorkbookSection host={host} id="as-of-heading" heading="As of" what="show the values of a past day">
      <AsOfFields current={host.asOf()} saved={saved} busy={working !== undefined || blocked} problem={failure} apply={(asOf) => void apply(asOf)} say={say} />
      {working && <ProgressBar label={working.words} done={working.done} of={working.of} />}
      {working && host.spreadsheet && <p class="quiet">{GOES_ON}</p>}
      {done && done.troubles.length > 0 && (
        <>
          <p class="refresh-result">These formulas were not recalculated and may show a value of another day:</p>
          <TroublesList troubles={done.troubles} unit="formula" />
        </>
      )}
    </WorkbookSection>
  );
}
