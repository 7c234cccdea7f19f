import { render } from "preact";
import type { FormChoice } from "../../../pane/formula/form-spec";
import { atCaret, type AtCaret } from "./at-caret";
import type { Catalog } from "./catalog";
import type { CellEditor, EditedText } from "./cell-editor";
import { GRID_EDITOR } from "../keys/regions";
import { takeKeys } from "../keys/take-keys";
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

/** Tells screen readers of the list; the focus stays in the editor. */
function describe(shown: Shown | undefined, active: number): void {
  for (const element of document.querySelectorAll<HTMLElement>(GRID_EDITOR)) {
    for (const name of [...Object.keys(COMBOBOX), ...POINTERS]) element.removeAttribute(name);
    if (element !== shown?.edited.element) continue;
    const hasList = shown.suggested.list.length > 0;
    for (const [name, value] of Object.entries(COMBOBOX)) element.setAttribute(name, value);
    element.setAttribute("aria-expanded", String(hasList));
    if (hasList) element.setAttribute("aria-controls", LIST_ID);
    if (hasList && active >= 0) element.setAttribute("aria-activedescendant", optionId(active));
    if (shown.suggested.call) element.setAttribute("aria-describedby", HELP_ID);
  }
}

/** A text with its caret. */
const keyOf = ({ text, caret }: EditedText): string => `${text}|${caret}`;

/** True if this suggestion is what is typed, in capitals or not. */
const isTyped = ({ suggested, edited, at }: Shown, index: number): boolean =>
  suggested.list[index]?.text.toLowerCase() === edited.text.slice(at.from, at.to).toLowerCase();

/** The box for what is typed: its keys, and a function that looks again. */
function createTypingBox({ editor, catalog, companies, names }: TypingParts) {
  let shown: Shown | undefined;
  let active = -1;
  /** The text and caret for which Escape closed the box. */
  let closedFor: string | undefined;
  const box = document.createElement("div");
  box.className = "wb-suggestions";
  document.body.append(box);

  function draw(): void {
    const visible = shown && (shown.suggested.list.length > 0 || shown.suggested.call);
    render(visible ? <SuggestionBox suggested={shown!.suggested} active={active} rect={shown!.edited.rect} choose={accept} /> : null, box);
    describe(shown, active);
  }

  function look(): void {
    const edited = editor.read();
    const at = edited?.caret === undefined ? undefined : atCaret(edited.text, edited.caret);
    if (!edited || !at || closedFor === keyOf(edited)) {
      if (!edited) closedFor = undefined;
      if (!shown) return;
      shown = undefined;
      return draw();
    }
    closedFor = undefined;
    const suggested = suggest(at, catalog(), companies, names());
    const isSame = shown && keyOf(shown.edited) === keyOf(edited) && shown.suggested.list.length === suggested.list.length;
    if (!isSame) active = suggested.eager && suggested.list.length > 0 ? 0 : -1;
    shown = { edited, at, suggested };
    draw();
  }

  function accept(index: number): boolean {
    const chosen = shown?.suggested.list[index];
    if (!shown || !chosen) return true;
    const { edited, at } = shown;
    // A bracket that is there already is not doubled.
    const rest = edited.text.slice(at.to);
    const text = chosen.text.endsWith("(") && rest.startsWith("(") ? chosen.text.slice(0, -1) : chosen.text;
    active = -1;
    editor.write(`${edited.text.slice(0, at.from)}${text}${rest}`, at.from + chosen.text.length);
    look();
    return true;
  }

  function move(to: number): boolean {
    active = to;
    draw();
    return true;
  }

  /** True if the key was for the box. */
  function take(key: string): boolean {
    // The text may have changed since the last look.
    look();
    const count = shown?.suggested.list.length ?? 0;
    if (!shown || (count === 0 && (key !== "Escape" || !shown.suggested.call))) return false;
    if (key === "ArrowDown") return move((active + 1) % count);
    if (key === "ArrowUp") return move(active > 0 ? active - 1 : count - 1);
    // Enter enters a formula whose word is typed in full.
    if (key === "Enter") return active >= 0 && !isTyped(shown, active) && accept(active);
    if (key === "Tab") return accept(Math.max(active, 0));
    if (key !== "Escape") return false;
    closedFor = keyOf(shown.edited);
    look();
    return true;
  }
  return { look, take };
}

/**
 * Shows functions, the values of the current argument and its help while a formula is typed in the grid. The focus stays in the cell: Up and Down choose, Enter
 * and Tab accept, Escape closes; Enter enters a word that is typed in full. Returns a function that starts it, and returns one that looks again, for when companies have arrived. Call
 * it before the grid is created: listeners of a window run in the order in which they were added.
 */
export function followTyping(): (parts: TypingParts) => () => void {
  let typing: ReturnType<typeof createTypingBox> | undefined;
  takeKeys((e) => !e.shiftKey && !e.altKey && !e.ctrlKey && !e.metaKey && !e.isComposing && typing?.take(e.key) === true);
  return (parts) => {
    const { look } = (typing = createTypingBox(parts));
    parts.editor.onChange(look);
    for (const event of ["resize", "focusin", "blur"]) window.addEventListener(event, look);
    return look;
  };
}
