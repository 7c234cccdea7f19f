import { useRef, useState } from "preact/hooks";

const MIN_WIDTH = 270;
const MAX_WIDTH = 640;
const DEFAULT_WIDTH = 350;
const STEP = 10;

const fitting = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

/** The pane in a frame next to the grid, resizable by dragging or with arrow keys. Closing hides it without unloading, so its work continues. */
export function PaneAside({ open, close }: { readonly open: boolean; readonly close: () => void }) {
  const [width, setWidth] = useState(DEFAULT_WIDTH);
  const [dragging, setDragging] = useState(false);
  const start = useRef({ x: 0, width: DEFAULT_WIDTH });
  const key = (e: KeyboardEvent) => {
    const to = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: MAX_WIDTH, End: MIN_WIDTH }[e.key];
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
        aria-valuemin={MIN_WIDTH}
        aria-valuemax={MAX_WIDTH}
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
