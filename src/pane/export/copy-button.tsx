import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../elements";

/** Copies text to the clipboard; false if the browser refuses (frames of another site often cannot copy). */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies by selection: needs a click but no permission. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "off-screen";
  area.setAttribute("aria-hidden", "true");
  document.body.append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}

/** Message after copying a formula. */
export const FORMULA_COPIED = "Copied. Paste it into a cell.";
const NOT_TYPED = "Not copied: typed or pasted, this Excel would read it as another formula. Insert it instead.";

export interface CopyButtonProps {
  /** Called when the button is pressed. Undefined for a formula that cannot be pasted. */
  readonly text: () => string | undefined;
  /** The status message once it is copied. */
  readonly copied: string;
  readonly say: (sentence: string) => void;
  readonly small?: boolean;
  /** The button's name, if its text does not say what it copies. */
  readonly label?: string;
  /** Ids of what describes the button. */
  readonly describedBy?: string;
  readonly children: ComponentChildren;
}

/** Copies a text. If the browser refuses, shows the text below, selected, so that Ctrl+C copies it. */
export function CopyButton({ text, copied, say, small, label, describedBy, children }: CopyButtonProps) {
  const [refused, setRefused] = useState<string | undefined>();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [refused]);
  const copy = async () => {
    const wanted = text();
    if (wanted === undefined) return say(NOT_TYPED);
    const done = await copyText(wanted);
    setRefused(done ? undefined : wanted);
    say(done ? copied : "");
  };
  return (
    <>
      <Button class={small ? "small" : ""} aria-label={label} aria-describedby={describedBy} words={children} act={copy} />
      {refused !== undefined && (
        <div class="copy-refused">
          <p class="problem" role="alert">
            The browser does not allow copying. The text is selected: press Ctrl+C, or ⌘C on a Mac.
          </p>
          <textarea ref={field} class="copy-text" readOnly rows={3} aria-label="Text to copy" value={refused} />
        </div>
      )}
    </>
  );
}
