import { render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { counted } from "../../../contract/counted";
import type { FormChoice } from "../../../pane/formula/form-spec";
import { GRID_EDITOR } from "../keys/region-keys";
import { takeKeys } from "../keys/take-keys";
import type { Catalog } from "./catalog";
import type { CellEditor, EditedText } from "./cell-editor";
import { atCaret, type AtCaret, suggest, type Suggested } from "./suggest";

const LIST_ID = "wb-suggestions";
const HELP_ID = "wb-argument-help";
const optionId = (at: number): string => `wb-suggestion-${at}`;

interface BoxProps {
  readonly suggested: Suggested;
  /** Index of the entry that Enter accepts; -1 for none. */
  readonly active: number;
  readonly rect: EditedText["rect"];
  readonly choose: (at: number) => void;
}

const MARGIN = 8;
const GAP = 4;

/** The call with its arguments, of which the one at the caret is marked. */
function Signature({ call }: { readonly call: NonNullable<Suggested["call"]> }) {
  const { fn, argument } = call;
  return (
    <p class="wb-signature">
      {fn.name}(
      {fn.parameters.map((p, i) => {
        const shown = `${p.required ? p.name : `[${p.name}]`}${p.repeating ? ", …" : ""}`;
        const isHere = i === Math.min(argument, fn.parameters.length - 1) && p === call.parameter;
        return (
          <>
            {i > 0 && ", "}
            {isHere ? <strong>{shown}</strong> : shown}
          </>
        );
      })}
      )
    </p>
  );
}

function Help({ call, more }: { readonly call: NonNullable<Suggested["call"]>; readonly more: number }) {
  const { fn, parameter } = call;
  return (
    <div class="wb-help" id={HELP_ID}>
      <Signature call={call} />
      {parameter ? (
        <p>
          <strong>{parameter.name}</strong>
          {parameter.required ? "" : " (optional)"}: {parameter.about}
        </p>
      ) : (
        <p>{fn.parameters.length === 0 ? "It takes no arguments." : `${fn.name} takes no more arguments. Close the bracket.`}</p>
      )}
      {more > 0 && <p class="wb-more">{counted(more, "more value")}. Type a part of one to find it.</p>}
      {fn.example && (
        <p>
          Example: <code>{fn.example}</code>
        </p>
      )}
    </div>
  );
}

/** Suggestions and help below the edited cell, or above it if there is more room. The focus stays in the cell. */
function SuggestionBox({ suggested: { list, more, call }, active, rect, choose }: BoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.maxHeight = "";
    const { innerWidth, innerHeight } = window;
    const below = innerHeight - rect.bottom - GAP - MARGIN;
    const above = rect.top - GAP - MARGIN;
    const isBelow = element.offsetHeight <= below || below >= above;
    const height = Math.min(element.offsetHeight, Math.max(isBelow ? below : above, 80));
    element.style.maxHeight = `${height}px`;
    element.style.left = `${Math.max(MARGIN, Math.min(rect.left, innerWidth - element.offsetWidth - MARGIN))}px`;
    element.style.top = `${isBelow ? rect.bottom + GAP : rect.top - GAP - height}px`;
  });
  useLayoutEffect(() => {
    box.current?.querySelector(`#${optionId(Math.max(active, 0))}`)?.scrollIntoView({ block: "nearest" });
  }, [active, list]);
  return (
    // Without this, a press of the mouse would move the focus out of the cell and end its edit.
    <div ref={box} class="wb-suggest" onPointerDown={(e) => e.preventDefault()} onMouseDown={(e) => e.preventDefault()}>
      {list.length > 0 && (
        <ul id={LIST_ID} role="listbox" aria-label="Suggestions">
          {list.map(({ label, about }, i) => (
            <li key={label} id={optionId(i)} role="option" aria-selected={i === active} onClick={() => choose(i)}>
              <span class="wb-suggest-label">{label}</span> {about && <span class="wb-suggest-about">{about}</span>}
            </li>
          ))}
        </ul>
      )}
      {call && <Help call={call} more={more} />}
    </div>
  );
}

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
