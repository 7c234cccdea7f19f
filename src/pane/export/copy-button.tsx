import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { copyText } from "./copy-text";

interface CopyButtonProps {
  /** Called when the button is pressed. */
  readonly text: () => string;
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
    const done = await copyText(wanted);
    setRefused(done ? undefined : wanted);
    say(done ? copied : "");
  };
  return (
    <>
      <button type="button" class={small ? "small" : ""} aria-label={label} aria-describedby={describedBy} onClick={() => void copy()}>
        {children}
      </button>
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
