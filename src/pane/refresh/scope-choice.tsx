import type { RefreshWhat } from "./refresher";
import { SCOPES } from "./refresh-words";

interface ScopeChoiceProps {
  readonly chosen: RefreshWhat;
  readonly choose: (what: RefreshWhat) => void;
  /** True if a spreadsheet's script refreshes, which knows fewer scopes and leaves tables out. */
  readonly inScript: boolean;
}

/** The choice of what to refresh. */
export function ScopeChoice({ chosen, choose, inScript }: ScopeChoiceProps) {
  return (
    <fieldset class="choices">
      <legend>What to refresh</legend>
      {SCOPES.filter(({ script }) => !inScript || script !== undefined).map(({ what, label, meaning }) => (
        <label key={what} class="choice">
          <input type="radio" name="refresh-what" value={what} checked={chosen === what} onChange={() => choose(what)} />
          <span>
            {label} <span class="quiet">{inScript ? meaning.replace(" and tables", "") : meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
