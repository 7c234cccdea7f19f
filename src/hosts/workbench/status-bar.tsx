import { useCallback, useEffect } from "preact/hooks";
import { SHOWN_MS } from "../../pane/frame/use-status-line";
import { useUserActions } from "../../pane/hooks/use-user-actions";
import type { Desk } from "./desk";
import { NoticeLine } from "./notice-line";

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
