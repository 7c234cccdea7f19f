import { useRef } from "preact/hooks";
import { SCREENER_FIELDS } from "../../contract/screener";
import { Button } from "../../pane/elements";
import { EMPTY, FIELD_GROUPS } from "./query";
import { capital } from "../../contract/text";

/** The choice of columns, by group. Closes on Escape and when the focus leaves it. */
export function ColumnsMenu({ columns, choose }: { readonly columns: readonly string[]; readonly choose: (columns: readonly string[]) => void }) {
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
          <Button class="small" words="All" act={() => choose(SCREENER_FIELDS.map(({ name }) => name))} />
          <Button class="small" words="Standard" act={() => choose(EMPTY.columns)} />
        </div>
        <div class="sc-menu-groups">
          {FIELD_GROUPS.map(([group, fields]) => (
            <fieldset key={group}>
              <legend>{capital(group)}</legend>
              {fields.map(({ name, label }) => (
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
