import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { focusCell } from "../keys/regions";

interface NoteEditorProps {
  readonly text: string;
  /** The address of the note's cell. */
  readonly cell: string;
  /** Called once, with the text, when the user leaves the box. */
  readonly finish: (text: string) => void;
  readonly style: Record<string, string>;
}

/** The box in which a note is written. Escape, or the focus elsewhere, keeps the text, as in Excel. */
export function NoteEditor({ text, cell, finish, style }: NoteEditorProps) {
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
