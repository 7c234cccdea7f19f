import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../elements";

/** A template workbook, as listed in `templates/index.json`; its file is `templates/<id>.xlsx`. */
export interface TemplateItem {
  readonly id: string;
  readonly title: string;
  readonly about: string;
}

/** Menu of templates, each of which opens at once: arrow keys move, Enter selects, Escape closes. */
export function TemplateMenu({ items, choose }: { readonly items: readonly TemplateItem[]; readonly choose: (id: string) => void }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const entries = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  useLayoutEffect(() => {
    if (!open) return undefined;
    entries()[0]?.focus();
    const away = (e: Event) => {
      const target = e.target as Node;
      if (!list.current?.contains(target) && !button.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", away);
    document.addEventListener("focusin", away);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("focusin", away);
    };
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const key = (e: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: (at + 1) % all.length, ArrowUp: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[e.key];
    if (e.key === "Escape") close();
    else if (to !== undefined) all[to]?.focus();
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  return (
    <div class="template-menu">
      <Button
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open}
        onKeyDown={(e) => {
          if (e.key !== "ArrowDown") return;
          e.preventDefault();
          setOpen(true);
        }}
        words="Templates"
        act={() => setOpen(!open)}
      />
      {open && (
        <ul ref={list} role="menu" aria-label="Templates" onKeyDown={key}>
          {items.map(({ id, title, about }) => (
            <li key={id} role="none">
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close();
                  choose(id);
                }}
              >
                <strong>{title}</strong>
                <span>{about}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
