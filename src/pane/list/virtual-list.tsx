import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

interface VirtualListProps<T> {
  /** The element's id, and the prefix of the rows' ids. */
  readonly id: string;
  /** Names the list for screen readers. */
  readonly label: string;
  readonly items: readonly T[];
  /** An item's key. The active item stays active when the items change. */
  readonly keyOf: (item: T) => string;
  /** Height of every row, in pixels. */
  readonly rowHeight: number;
  /** A row's content; with `header`, a `gridcell` for each column. */
  readonly row: (item: T) => ComponentChildren;
  /** A `columnheader` for each column: makes the list a grid. */
  readonly header?: ComponentChildren;
  /** Called on Enter, Space or a click on a row. */
  readonly open: (item: T) => void;
  /** The active row in full, the one with keyboard focus, below the list. */
  readonly detail?: (item: T) => ComponentChildren;
  /** Number of visible rows; the others are scrolled to. By default 8. */
  readonly most?: number;
}

const DEFAULT_MOST = 8;
/** Rows drawn beyond each edge, so that quick scrolling shows no gaps. */
const OVERSCAN = 6;

/** The active row, which keys and clicks move, and the first visible one. */
function useRows<T>({ items, keyOf, rowHeight, open, most = DEFAULT_MOST }: VirtualListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [activeKey, setActiveKey] = useState<string | undefined>();
  const active = useMemo(() => (activeKey === undefined ? -1 : items.findIndex((item) => keyOf(item) === activeKey)), [items, activeKey]);
  const activeItem = active < 0 ? undefined : items[active];
  const top = (scroller: Element | null): number => Math.floor((scroller?.scrollTop ?? 0) / rowHeight);
  // A shorter list may end above the scroll position of the old one.
  useLayoutEffect(() => setFirst(top(box.current)), [items, rowHeight]);

  const activate = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    setActiveKey(keyOf(item));
    const scroller = box.current;
    if (!scroller) return;
    const room = scroller.clientHeight - (head.current?.offsetHeight ?? 0);
    const at = index * rowHeight;
    if (at < scroller.scrollTop) scroller.scrollTop = at;
    else if (at + rowHeight > scroller.scrollTop + room) scroller.scrollTop = at + rowHeight - room;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // The header's buttons handle their own keys.
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (activeItem === undefined) activate(0);
      else open(activeItem);
      return;
    }
    const last = items.length - 1;
    const page = most - 1;
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    activate(Math.max(0, Math.min(last, next)));
  };

  const from = Math.max(0, Math.min(first, items.length - most) - OVERSCAN);
  const to = Math.min(items.length, first + most + OVERSCAN);
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  // The active row must exist for screen readers even if it is scrolled out of view.
  if (active >= 0 && (active < from || active >= to)) drawn.push(active);
  const handlers = {
    onScroll: () => setFirst(top(box.current)),
    onFocus: (e: FocusEvent) => e.target === e.currentTarget && active < 0 && activate(first),
    onKeyDown,
  };
  return { box, head, active, activeItem, activate, drawn, handlers };
}

/**
 * A list of any length that draws only the visible rows. The Tab key stops once; arrows, Home, End, Page up and Page down move within. It is a listbox,
 * or with a `header` a grid, so that screen readers announce row and count.
 */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { id, label, items, keyOf, rowHeight, row, header, open, detail, most = DEFAULT_MOST } = props;
  const { box, head, active, activeItem, activate, drawn, handlers } = useRows(props);
  const isGrid = header !== undefined;
  return (
    <>
      <div
        id={id}
        ref={box}
        class="virtual-list"
        role={isGrid ? "grid" : "listbox"}
        aria-label={label}
        {...(isGrid ? { "aria-rowcount": items.length + 1 } : {})}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        tabIndex={0}
        style={{ maxHeight: `${most * rowHeight + (isGrid ? 34 : 2)}px` }}
        {...handlers}
      >
        {isGrid && (
          <div ref={head} class="virtual-head" role="rowgroup">
            <div role="row" aria-rowindex={1}>
              {header}
            </div>
          </div>
        )}
        <div class="virtual-rows" role={isGrid ? "rowgroup" : "presentation"} style={{ height: `${items.length * rowHeight}px` }}>
          {drawn.map((index) => {
            const item = items[index];
            if (item === undefined) return null;
            return (
              <div
                key={keyOf(item)}
                id={`${id}-${index}`}
                class={`virtual-row${index === active ? " active" : ""}`}
                {...(isGrid
                  ? { role: "row" as const, "aria-rowindex": index + 2 }
                  : { role: "option" as const, "aria-posinset": index + 1, "aria-setsize": items.length })}
                aria-selected={index === active}
                style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
                onClick={() => {
                  activate(index);
                  open(item);
                }}
              >
                {row(item)}
              </div>
            );
          })}
        </div>
      </div>
      {detail && activeItem !== undefined && <div class="stack row-detail">{detail(activeItem)}</div>}
    </>
  );
}
