import { useCallback, useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { SHOWN_MS } from "../../../pane/frame/use-status-line";
import { useUserActions } from "../../../pane/hooks/use-user-actions";
import type { Desk, DeskNotice } from "./desk";
import { focusCell } from "../keys/regions";

/** A message of the status bar. Its end returns the focus of its buttons to the active cell. */
function NoticeLine({ notice, close }: { readonly notice: DeskNotice; readonly close: () => void }) {
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

/** The bar at the bottom of the page: what is being done, else the last message. It has a place of its own, so that messages neither cover nor move cells. */
export function StatusBar({ desk }: { readonly desk: Desk }) {
  const { notice, busy } = desk.state();
  useUserActions(useCallback(() => desk.goOn(), [desk]));
  useEffect(() => {
    const timer = setTimeout(() => desk.state().notice === notice && desk.goOn(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [desk, notice]);
  return (
    <footer class="wb-status">
      {!busy && !notice && (
        <p class="wb-ready" aria-hidden="true">
          Ready
        </p>
      )}
      <div class="wb-line" role="status" aria-live="polite">
        {busy ? <p>{busy}</p> : notice && <NoticeLine key={notice.text} notice={notice} close={() => desk.set({ notice: undefined })} />}
      </div>
    </footer>
  );
}
