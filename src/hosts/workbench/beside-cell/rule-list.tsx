import { useLayoutEffect, useRef } from "preact/hooks";
import type { CellRule } from "../page/desk";
import { focusCell } from "../keys/regions";

/** Entries that are shown at once. */
const MOST_SHOWN = 8;
/** The height of an entry, at most. */
const ENTRY_PX = 20;

/** The arrow beside the selected cell, and the list that it opens. */
export function RuleList({ rule }: { readonly rule: CellRule }) {
  const box = useRef<HTMLSelectElement>(null);
  const { list } = rule;
  const entries = list?.entries;
  useLayoutEffect(() => box.current?.focus(), [entries]);
  if (!list) return null;
  const size = Math.max(2, Math.min(MOST_SHOWN, entries?.length ?? 0));
  // Above its cell if there is no room below.
  const isAbove = rule.bottom + size * ENTRY_PX > window.innerHeight;
  const choose = (): void => {
    const entry = entries?.[box.current?.selectedIndex ?? -1];
    if (entry) list.choose(entry);
    focusCell();
  };
  return (
    <>
      <button
        type="button"
        class="wb-arrow"
        style={{ left: `${rule.right}px`, top: `${rule.top}px`, height: `${rule.bottom - rule.top}px` }}
        aria-label={`List of ${rule.cell}`}
        aria-expanded={entries !== undefined}
        tabIndex={-1}
        // The focus stays in the cell until the list is there.
        onPointerDown={(e) => e.preventDefault()}
        onClick={entries ? list.close : list.open}
      >
        ▾
      </button>
      {entries && (
        <select
          ref={box}
          class="wb-list"
          style={{
            left: `${rule.left}px`,
            minWidth: `${rule.right - rule.left}px`,
            ...(isAbove ? { bottom: `${window.innerHeight - rule.top}px` } : { top: `${rule.bottom}px` }),
          }}
          aria-label={`Values for ${rule.cell}`}
          size={size}
          onBlur={list.close}
          onClick={(e) => e.target instanceof HTMLOptionElement && choose()}
          onKeyDown={(e) => {
            // Other keys are for the list, not for the grid.
            e.stopPropagation();
            if (e.key === "Enter") choose();
            else if (e.key === "Escape" || (e.key === "ArrowUp" && e.altKey)) focusCell();
            else return;
            e.preventDefault();
          }}
        >
          {entries.map(({ text }, i) => (
            <option key={i} selected={i === 0}>
              {text}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
