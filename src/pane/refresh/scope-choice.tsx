import type { RefreshWhat } from "./refresher";
import { SCOPES } from "./refresh-words";

interface ScopeChoiceProps {
  readonly chosen: RefreshWhat;
  readonly choose: (what: RefreshWhat) => void;
}

/** The choice of what to refresh. */
export function ScopeChoice({ chosen, choose }: ScopeChoiceProps) {
  return (
    <fieldset class="choices">
      <legend>What to refresh</legend>
      {SCOPES.map(({ what, label, meaning }) => (
        <label key={what} class="choice">
          <input type="radio" name="refresh-what" value={what} checked={chosen === what} onChange={() => choose(what)} />
          <span>
            {label} <span class="quiet">{meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
