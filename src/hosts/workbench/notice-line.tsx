import { useLayoutEffect, useRef } from "preact/hooks";
import type { Notice } from "./desk";
import { focusCell } from "./regions";

/** A message of the status bar. Its end returns the focus of its buttons to the active cell. */
export function NoticeLine({ notice, close }: { readonly notice: Notice; readonly close: () => void }) {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const element = line.current;
    return () => void (element?.contains(document.activeElement) && focusCell());
  }, []);
  const stays = notice.kind === "warning" || notice.kind === "problem" || notice.action !== undefined;
  return (
    <p ref={line} class={`wb-${notice.kind}`}>
      <span>{notice.text}</span>
      {notice.action && (
        <button type="button" onClick={notice.action.run}>
          {notice.action.label}
        </button>
      )}
      {stays && (
        <button type="button" class="wb-quiet" onClick={close}>
          Close
        </button>
      )}
    </p>
  );
}
