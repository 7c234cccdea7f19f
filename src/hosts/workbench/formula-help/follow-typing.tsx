import { render } from "preact";
import type { FormChoice } from "../../../pane/formula/form-spec";
import { atCaret, type AtCaret } from "./at-caret";
import type { Catalog } from "./catalog";
import type { CellEditor, EditedText } from "./cell-editor";
import { suggest, type Suggested } from "./suggest";
import { HELP_ID, LIST_ID, optionId, SuggestionBox } from "./suggestion-box";

interface TypingParts {
  readonly editor: CellEditor;
  readonly catalog: () => Catalog;
  readonly companies: () => readonly FormChoice[];
  /** Names that the workbook defines, in capitals. */
  readonly names: () => ReadonlySet<string>;
}

interface Shown {
  readonly edited: EditedText;
  readonly at: AtCaret;
  readonly suggested: Suggested;
}

const COMBOBOX = { role: "combobox", "aria-autocomplete": "list", "aria-haspopup": "listbox" } as const;
const POINTERS = ["aria-expanded", "aria-controls", "aria-activedescendant", "aria-describedby"];

/**
 * Shows functions, the values of the current argument and its help while a formula is typed in the grid. The focus stays in the cell: Up and Down choose, Enter
 * and Tab accept, Escape closes; Enter enters a word that is typed in full. Returns a function that looks again, for when companies have arrived. Call it before the grid is created: listeners of a window
 * run in the order in which they were added.
 */
export function followTyping(page: Window = window): (parts: TypingParts) => () => void {
  let parts: TypingParts | undefined;
  let shown: Shown | undefined;
  let active = -1;
  /** The text and caret for which Escape closed the box. */
  let closedFor: string | undefined;
  const box = page.document.createElement("div");
  box.className = "wb-suggestions";

  /** Tells screen readers of the list; the focus stays in the editor. */
  function describe(): void {
    for (const element of page.document.querySelectorAll<HTMLElement>("[data-u-comp='editor'][contenteditable]")) {
      const isHere = element === shown?.edited.element;
      for (const name of [...Object.keys(COMBOBOX), ...POINTERS]) element.removeAttribute(name);
      if (!shown || !isHere) continue;
      const hasList = shown.suggested.list.length > 0;
      for (const [name, value] of Object.entries(COMBOBOX)) element.setAttribute(name, value);
      element.setAttribute("aria-expanded", String(hasList));
      if (hasList) element.setAttribute("aria-controls", LIST_ID);
      if (hasList && active >= 0) element.setAttribute("aria-activedescendant", optionId(active));
      if (shown.suggested.call) element.setAttribute("aria-describedby", HELP_ID);
    }
  }

  function draw(): void {
    const visible = shown && (shown.suggested.list.length > 0 || shown.suggested.call);
    render(visible ? <SuggestionBox suggested={shown!.suggested} active={active} rect={shown!.edited.rect} choose={accept} /> : null, box);
    describe();
  }

  function look(): void {
    const edited = parts?.editor.read();
    const at = edited?.caret === undefined ? undefined : atCaret(edited.text, edited.caret);
    const key = edited && `${edited.text}|${edited.caret}`;
    if (!parts || !edited || !at || closedFor === key) {
      if (!edited) closedFor = undefined;
      if (!shown) return;
      shown = undefined;
      return draw();
    }
    closedFor = undefined;
    const suggested = suggest(at, parts.catalog(), parts.companies, parts.names());
    const isSame = shown && `${shown.edited.text}|${shown.edited.caret}` === key && shown.suggested.list.length === suggested.list.length;
    if (!isSame) active = suggested.eager && suggested.list.length > 0 ? 0 : -1;
    shown = { edited, at, suggested };
    draw();
  }

  function accept(index: number): void {
    const chosen = shown?.suggested.list[index];
    if (!shown || !parts || !chosen) return;
    const { edited, at } = shown;
    // A bracket that is there already is not doubled.
    const rest = edited.text.slice(at.to);
    const text = chosen.text.endsWith("(") && rest.startsWith("(") ? chosen.text.slice(0, -1) : chosen.text;
    const caret = at.from + chosen.text.length;
    active = -1;
    parts.editor.write(`${edited.text.slice(0, at.from)}${text}${rest}`, caret);
    look();
  }

  /** True if this suggestion is what is typed, in capitals or not. */
  function isTyped(index: number): boolean {
    const chosen = shown?.suggested.list[index];
    return shown !== undefined && chosen?.text.toLowerCase() === shown.edited.text.slice(shown.at.from, shown.at.to).toLowerCase();
  }

  function move(by: number): void {
    const count = shown?.suggested.list.length ?? 0;
    active = active < 0 ? (by > 0 ? 0 : count - 1) : (active + by + count) % count;
    draw();
  }

  /** True if the key was for the box. */
  function take(key: string): boolean {
    // The text may have changed since the last look.
    look();
    const count = shown?.suggested.list.length ?? 0;
    if (!shown || (count === 0 && key !== "Escape")) return false;
    switch (key) {
      case "ArrowDown":
        move(1);
        return true;
      case "ArrowUp":
        move(-1);
        return true;
      case "Enter":
        // Enter enters a formula whose word is typed in full.
        if (active < 0 || isTyped(active)) return false;
        accept(active);
        return true;
      case "Tab":
        accept(Math.max(active, 0));
        return true;
      case "Escape":
        if (count === 0 && !shown.suggested.call) return false;
        closedFor = `${shown.edited.text}|${shown.edited.caret}`;
        look();
        return true;
      default:
        return false;
    }
  }

  page.addEventListener(
    "keydown",
    (event) => {
      if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || event.isComposing || !take(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );

  return (given) => {
    parts = given;
    page.document.body.append(box);
    given.editor.onChange(look);
    for (const event of ["resize", "focusin", "blur"]) page.addEventListener(event, look);
    return look;
  };
}
