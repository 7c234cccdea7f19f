import { withSeparators } from "../../contract/counted";
import { ANSWER_CHANGES, type AnswerChange } from "../../proof/answer-changes";
import { CHANGE_WORDS } from "../../proof/change-words";
import type { Change } from "./refresher";

interface CauseChoiceProps {
  readonly changes: readonly Change[];
  readonly chosen: AnswerChange | undefined;
  readonly choose: (cause: AnswerChange | undefined) => void;
}

/** The causes that occur, with counts; choosing one shows only its cells. Nothing if no cause is known. */
export function CauseChoice({ changes, chosen, choose }: CauseChoiceProps) {
  const counts = new Map<AnswerChange, number>();
  for (const { causes } of changes) for (const one of causes) counts.set(one, (counts.get(one) ?? 0) + 1);
  if (counts.size === 0) return null;
  return (
    <div class="field">
      <label for="refresh-cause">Why it changed</label>
      <select
        id="refresh-cause"
        value={chosen ?? ""}
        onChange={(e) => {
          const { value } = e.currentTarget;
          choose(ANSWER_CHANGES.find((one) => one === value));
        }}
      >
        <option value="">All changes ({withSeparators(changes.length)})</option>
        {ANSWER_CHANGES.filter((one) => counts.has(one)).map((one) => (
          <option key={one} value={one}>
            {CHANGE_WORDS[one].label} ({withSeparators(counts.get(one) ?? 0)})
          </option>
        ))}
      </select>
    </div>
  );
}
