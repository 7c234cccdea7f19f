import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

interface VirtualListProps<T> {
  /** Of the element; the rows' ids are made of it. */
  readonly id: string;
  /** What the list is, for a screen reader. */
  readonly label: string;
  readonly items: readonly T[];
  /** One item's key; it stays active, by its key, when the items change. */
  readonly keyOf: (item: T) => string;
  /** Every row has this height in pixels, whatever is in it. */
  readonly rowHeight: number;
  /** What a row shows; with `header`, a `gridcell` for each column. */
  readonly row: (item: T) => ComponentChildren;
  /** A `columnheader` for each column: makes the list a grid. */
  readonly header?: ComponentChildren;
  /** Enter, Space or a click on a row. */
  readonly open: (item: T) => void;
  /** Hears which row is active: the one that the keyboard stands on. */
  readonly onActive?: (item: T | undefined) => void;
  /** So many rows are seen at once; more are scrolled to. */
  readonly most?: number;
}

/** Rows drawn beyond both edges, so that quick scrolling shows no gaps. */
const BEYOND = 6;

const step = (key: string, at: number, page: number, last: number): number | undefined => {
  switch (key) {
    case "ArrowDown":
      return at + 1;
    case "ArrowUp":
      return at - 1;
    case "PageDown":
      return at + page;
    case "PageUp":
      return at - page;
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
};

/**
 * A list of any length that draws only the rows in sight. One stop for the Tab key; arrows, Home, End, Page up and down move within. A screen reader
 * hears which row of how many it is: a listbox, or with a `header` a grid.
 */
export function VirtualList<T>({ id, label, items, keyOf, rowHeight, row, header, open, onActive, most = 8 }: VirtualListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [activeKey, setActiveKey] = useState<string | undefined>();
  const active = useMemo(() => (activeKey === undefined ? -1 : items.findIndex((item) => keyOf(item) === activeKey)), [items, activeKey]);
  const isGrid = header !== undefined;
  const last = items.length - 1;

  const heard = active < 0 ? undefined : items[active];
  useEffect(() => onActive?.(heard), [heard]);
  // A shorter list may end above where the old one was scrolled to.
  useLayoutEffect(() => setFirst(Math.floor((box.current?.scrollTop ?? 0) / rowHeight)), [items, rowHeight]);

  const activate = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    setActiveKey(keyOf(item));
    const scroller = box.current;
    if (!scroller) return;
    const room = scroller.clientHeight - (head.current?.offsetHeight ?? 0);
    const top = index * rowHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // The header's buttons have keys of their own.
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (heard === undefined) activate(0);
      else open(heard);
      return;
    }
    const next = step(event.key, active, most - 1, last);
    if (next === undefined) return;
    event.preventDefault();
    activate(Math.max(0, Math.min(last, next)));
  };

  const from = Math.max(0, Math.min(first, items.length - most) - BEYOND);
  const to = Math.min(items.length, first + most + BEYOND);
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  // What the keyboard stands on must exist for a screen reader, wherever the list is scrolled to.
  if (active >= 0 && (active < from || active >= to)) drawn.push(active);

  return (
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
      onScroll={(e) => setFirst(Math.floor(e.currentTarget.scrollTop / rowHeight))}
      onFocus={(e) => e.target === e.currentTarget && active < 0 && activate(first)}
      onKeyDown={onKeyDown}
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
  );
}
