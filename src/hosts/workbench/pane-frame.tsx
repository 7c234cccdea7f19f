import { useRef, useState } from "preact/hooks";

const NARROWEST = 270;
const WIDEST = 640;
const STANDARD = 350;
const STEP = 10;

const fitting = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

/** The pane in a frame beside the grid, with an edge that is dragged or moved by arrow keys. It is hidden, not unloaded: its work goes on. */
export function PaneFrame({ open, close }: { readonly open: boolean; readonly close: () => void }) {
  const [width, setWidth] = useState(STANDARD);
  const [dragging, setDragging] = useState(false);
  const start = useRef({ x: 0, width: STANDARD });
  const key = (e: KeyboardEvent) => {
    const to = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: WIDEST, End: NARROWEST }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    setWidth(fitting(to));
  };
  return (
    <aside id="wb-pane" class={`wb-pane${dragging ? " wb-dragging" : ""}`} aria-label="SERVICE pane" hidden={!open} style={{ width: `${width}px` }}>
      <div
        class="wb-edge"
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the pane"
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST}
        aria-valuenow={width}
        tabIndex={0}
        onKeyDown={key}
        onPointerDown={(e) => {
          e.currentTarget.setPointerCapture(e.pointerId);
          start.current = { x: e.clientX, width };
          setDragging(true);
        }}
        onPointerMove={(e) => dragging && setWidth(fitting(start.current.width + start.current.x - e.clientX))}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
      />
      <button type="button" class="wb-pane-close" onClick={close}>
        Close the pane
      </button>
      <iframe src="workbench-pane.html" title="SERVICE pane" />
    </aside>
  );
}
