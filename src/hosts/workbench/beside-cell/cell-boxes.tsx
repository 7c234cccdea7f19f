import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { focusCell } from "../keys/region-keys";
import type { CellBox, CellRule, DeskState } from "../page/desk";

const NOTE_WIDTH = 320;
const GAP = 8;
/** Space for the sentence of a cell that has a note, too. */
const BESIDE_SENTENCE = 72;

/** Beside the cell, to the side with room for it, else below: the cell and those of its column stay visible. */
function placeOf({ left, right, top, bottom }: CellBox): Record<string, string> {
  const { innerWidth } = window;
  if (right + GAP + NOTE_WIDTH <= innerWidth) return { left: `${right + GAP}px`, top: `${top}px` };
  if (left - GAP - NOTE_WIDTH >= 0) return { right: `${innerWidth - left + GAP}px`, top: `${top}px` };
  return { left: `${GAP}px`, top: `${bottom + GAP}px` };
}

interface NoteEditorProps {
  readonly text: string;
  /** The address of the note's cell. */
  readonly cell: string;
  /** Called once, with the text, when the user leaves the box. */
  readonly finish: (text: string) => void;
  readonly style: Record<string, string>;
}

/** The box in which a note is written. Escape, or the focus elsewhere, keeps the text, as in Excel. */
function NoteEditor({ text, cell, finish, style }: NoteEditorProps) {
  const [typed, setTyped] = useState(text);
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(text.length, text.length);
  }, []);
  return (
    <textarea
      ref={box}
      class="wb-note wb-written wb-note-editor"
      style={style}
      aria-label={`Note of ${cell}`}
      rows={6}
      value={typed}
      onInput={(e) => setTyped(e.currentTarget.value)}
      onBlur={() => finish(typed)}
      onKeyDown={(e) => {
        // Other keys are for the text, not for the grid.
        e.stopPropagation();
        if (e.key !== "Escape") return;
        e.preventDefault();
        focusCell();
      }}
    />
  );
}

/** Entries that are shown at once. */
const MOST_SHOWN = 8;
/** The height of an entry, at most. */
const ENTRY_PX = 20;

/** The arrow beside the selected cell, and the list that it opens. */
function RuleList({ rule }: { readonly rule: CellRule }) {
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

/** All that is shown beside cells: the sentence of an error, the note, the prompt and the list. */
export function CellBoxes({ cellNote, written, rule }: Pick<DeskState, "cellNote" | "written" | "rule">) {
  return (
    <>
      <div role="status">
        {cellNote && (
          <p class="wb-note" style={placeOf(cellNote)}>
            {cellNote.text}
          </p>
        )}
        {rule?.prompt && (
          <p class="wb-note wb-written" style={{ left: `${rule.left + GAP}px`, top: `${rule.bottom + GAP}px` }}>
            {rule.prompt.title && <strong>{`${rule.prompt.title}\n`}</strong>}
            {rule.prompt.text}
          </p>
        )}
        {written && !written.edit && (
          <p class="wb-note wb-written" style={placeOf(cellNote ? { ...written, top: written.top + BESIDE_SENTENCE } : written)}>
            {written.text}
          </p>
        )}
      </div>
      {rule && <RuleList rule={rule} />}
      {written?.edit && <NoteEditor text={written.text} {...written.edit} style={placeOf(written)} />}
    </>
  );
}
