import { AUDIT_STATES, type AuditState } from "./audit-of";
import { STATE_LABELS, STATE_MEANINGS } from "./state-words";
import { withSeparators } from "../../contract/counted";

interface StateChoiceProps {
  readonly counts: Readonly<Record<AuditState, number>>;
  readonly all: number;
  readonly chosen: AuditState | undefined;
  readonly choose: (state: AuditState | undefined) => void;
}

/** The groups with their counts; pressing one shows only its cells. */
export function StateChoice({ counts, all, chosen, choose }: StateChoiceProps) {
  const rows: readonly (readonly [AuditState | undefined, string, string, number])[] = [
    [undefined, "All", "every SERVICE cell", all],
    ...AUDIT_STATES.map((state) => [state, STATE_LABELS[state], STATE_MEANINGS[state], counts[state]] as const),
  ];
  return (
    <ul class="audit-states" aria-label="States">
      {rows.map(([state, label, meaning, count]) => (
        <li key={label}>
          <button
            type="button"
            class={`audit-state ${state ?? "all"}${count === 0 ? " none" : ""}`}
            aria-pressed={chosen === state}
            onClick={() => choose(chosen === state ? undefined : state)}
          >
            <span class="audit-mark" aria-hidden="true" />
            <span class="audit-label">
              {label} <span class="quiet">{meaning}</span>
            </span>
            <span class="audit-count">{withSeparators(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
