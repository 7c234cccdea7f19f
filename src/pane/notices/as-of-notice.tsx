import { Button } from "../elements";

interface AsOfNoticeProps {
  /** The day or moment in force, as text; undefined for now. */
  readonly asOf: string | undefined;
  /** Why no cell can be answered as of it. */
  readonly problem: string | undefined;
  /** Opens the place where it is set. */
  readonly change: () => void;
}

/** Says above every tab that cells show a past day, or why they show no values. Nothing for a workbook that shows the latest values. */
export function AsOfNotice({ asOf, problem, change }: AsOfNoticeProps) {
  if (asOf === undefined) return null;
  return (
    <p class={problem === undefined ? "note" : "note problem"} role="note">
      {problem ?? `As of ${asOf}. Cells show only what was public by then.`} <Button class="link" words="Change" act={change} />
    </p>
  );
}
