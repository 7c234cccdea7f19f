import { withSeparators } from "../../contract/counted";
import { CELL_CAUSES, type CellCause } from "../../proof/answer-changes";
import { CHANGE_WORDS } from "../../proof/change-words";
import type { Change } from "./refresher";

/** A cause to choose; `unknown` for changes without one, so that each change has at least one. */
export type Cause = CellCause | "unknown";
const CAUSES: readonly Cause[] = [...CELL_CAUSES, "unknown"];

export const hasCause = ({ causes }: Change, cause: Cause): boolean => (cause === "unknown" ? causes.length === 0 : causes.includes(cause));

interface CauseChoiceProps {
  readonly changes: readonly Change[];
  readonly chosen: Cause | undefined;
  readonly choose: (cause: Cause | undefined) => void;
}

/** The causes that occur, with counts; choosing one shows only its cells. Nothing if no cause is known. */
export function CauseChoice({ changes, chosen, choose }: CauseChoiceProps) {
  if (changes.every((one) => hasCause(one, "unknown"))) return null;
  const counts = CAUSES.map((one) => [one, changes.filter((change) => hasCause(change, one)).length] as const).filter(([, count]) => count > 0);
  return (
    <div class="field">
      <label for="refresh-cause">Why it changed</label>
      <select
        id="refresh-cause"
        value={chosen ?? ""}
        onChange={(e) => {
          const { value } = e.currentTarget;
          choose(CAUSES.find((one) => one === value));
        }}
      >
        <option value="">All changes ({withSeparators(changes.length)})</option>
        {counts.map(([one, count]) => (
          <option key={one} value={one}>
            {one === "unknown" ? "Unknown cause" : CHANGE_WORDS[one].label} ({withSeparators(count)})
          </option>
        ))}
      </select>
    </div>
  );
}
