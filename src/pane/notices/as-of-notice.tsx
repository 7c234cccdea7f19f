import { Button } from "../elements";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";

interface AsOfNoticeProps {
  readonly host: Pick<PaneHost, "asOf" | "asOfProblem">;
  /** Opens the place where it is set. */
  readonly change: () => void;
}

/** Says above every tab that cells show a past day, or why they show no values. Nothing for a workbook that shows the latest values. */
export function AsOfNotice({ host, change }: AsOfNoticeProps) {
  const [asOf, problem] = [host.asOf(), host.asOfProblem()];
  if (asOf === undefined) return null;
  return (
    <p class={problem ? "note problem" : "note"} role="note">
      {problem ? paneWords(problem) : `As of ${asOf}. Cells show only what was public by then.`} <Button class="link" words="Change" act={change} />
    </p>
  );
}
