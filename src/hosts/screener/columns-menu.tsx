import { useRef } from "preact/hooks";
import { SCREENER_FIELDS } from "../../contract/screener";
import { EMPTY } from "./query";
import { capital } from "../../contract/text";

interface ColumnsMenuProps {
  readonly columns: readonly string[];
  readonly choose: (columns: readonly string[]) => void;
}

const GROUPS = [...new Set(SCREENER_FIELDS.map(({ group }) => group))];

/** The choice of columns, by group. Closes on Escape and when the focus leaves it. */
export function ColumnsMenu({ columns, choose }: ColumnsMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");
  return (
    <details
      ref={menu}
      class="sc-menu"
      onKeyDown={(e) => {
        if (e.key !== "Escape" || !menu.current?.open) return;
        close();
        menu.current.querySelector("summary")?.focus();
      }}
      onFocusOut={(e) => !menu.current?.contains(e.relatedTarget as Node | null) && e.relatedTarget !== null && close()}
    >
      <summary class="button">Columns ({columns.length})</summary>
      <div class="sc-menu-box">
        <div class="buttons">
          <button type="button" class="small" onClick={() => choose(SCREENER_FIELDS.map(({ name }) => name))}>
            All
          </button>
          <button type="button" class="small" onClick={() => choose(EMPTY.columns)}>
            Standard
          </button>
        </div>
        <div class="sc-menu-groups">
          {GROUPS.map((group) => (
            <fieldset key={group}>
              <legend>{capital(group)}</legend>
              {SCREENER_FIELDS.filter((field) => field.group === group).map(({ name, label }) => (
                <label key={name}>
                  <input
                    type="checkbox"
                    checked={columns.includes(name)}
                    onChange={(e) => choose(e.currentTarget.checked ? [...columns, name] : columns.filter((one) => one !== name))}
                  />
                  {label}
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      </div>
    </details>
  );
}
