import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { ConnectionBadge } from "../../../pane/connection/connection-badge";
import { useConnectionLine } from "../../../pane/connection/connection-line";
import { SHOWN_MS } from "../../../pane/frame/use-status-line";
import { useUserActions } from "../../../pane/hooks/use-user-actions";
import type { PaneHost } from "../../../pane/pane-host";
import type { PaneView } from "../../../pane/pane-view";
import { type TemplateItem, TemplateMenu } from "../../../pane/templates/template-menu";
import { CellBoxes } from "../beside-cell/cell-boxes";
import { ACCEPTED_BOOKS } from "../book/bookkeeping";
import { FindBox } from "../data-toolbar/find-box";
import { focusCell } from "../keys/region-keys";
import type { Desk, DeskNotice, DeskQuestion } from "./desk";

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
function StatusBar({ desk }: { readonly desk: Desk }) {
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

const MIN_WIDTH = 270;
const MAX_WIDTH = 640;
const DEFAULT_WIDTH = 350;
const STEP = 10;

const fitting = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

/** The pane in a frame next to the grid, resizable by dragging or with arrow keys. Closing hides it without unloading, so its work continues. */
function PaneAside({ open, close }: { readonly open: boolean; readonly close: () => void }) {
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

/** A modal question. Escape closes it without an answer. */
function QuestionBox({ question, close }: { readonly question: DeskQuestion; readonly close: () => void }) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  return (
    <dialog ref={box} class="wb-question" aria-labelledby="wb-question-title" aria-describedby="wb-question-text" onClose={close}>
      <h2 id="wb-question-title">{question.title}</h2>
      <p id="wb-question-text">{question.text}</p>
      <div class="wb-answers">
        {question.answers.map(({ label, main, run }) => (
          <button
            key={label}
            type="button"
            class={main ? "wb-main-answer" : ""}
            onClick={() => {
              close();
              run();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </dialog>
  );
}

interface PageProps {
  readonly desk: Desk;
  readonly host: PaneHost;
  readonly showInPane: (view: PaneView) => void;
  readonly templates: readonly TemplateItem[];
  readonly openFile: (file: File) => void;
  readonly openTemplate: (id: string) => void;
  readonly save: () => void;
  /** Draws the grid into this element, once. */
  readonly drawGrid: (element: HTMLElement) => void;
}

/** Below this width in pixels, the pane covers the grid and starts closed. */
const NARROW = 800;

const hasFile = (e: DragEvent): boolean => [...(e.dataTransfer?.types ?? [])].includes("Files");

interface BarProps extends Omit<PageProps, "drawGrid"> {
  readonly paneButton: RefObject<HTMLButtonElement | null>;
  readonly paneOpen: boolean;
  readonly setPaneOpen: (open: boolean) => void;
}

/** The bar at the top: the connection, the book's name, and what opens and saves books. */
function Bar({ desk, host, showInPane, templates, openFile, openTemplate, save, paneButton, paneOpen, setPaneOpen }: BarProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const line = useConnectionLine(host);
  const { name } = desk.state();
  return (
    <header class="wb-bar">
      <div class="wb-brand">
        <img src="assets/icon-32.png" alt="" width="24" height="24" />
        <h1>SERVICE workbench</h1>
        <p class="wb-what">Simulator, not Excel</p>
        <ConnectionBadge
          line={line}
          press={() => {
            setPaneOpen(true);
            showInPane(line.kind === "sample" || line.kind === "partly_sample" ? "first-run" : "account");
          }}
        />
      </div>
      <p class="wb-name" title={name}>
        {name}
      </p>
      <div class="wb-actions">
        <a href="screener.html">Screener</a>
        <button type="button" onClick={() => chooser.current?.click()}>
          Open .xlsx
        </button>
        <button type="button" onClick={save}>
          Save .xlsx
        </button>
        <TemplateMenu items={templates} choose={openTemplate} />
        <button ref={paneButton} type="button" class="wb-pane-button" aria-expanded={paneOpen} aria-controls="wb-pane" onClick={() => setPaneOpen(!paneOpen)}>
          Pane
        </button>
      </div>
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED_BOOKS}
        aria-label="Workbook to open"
        tabIndex={-1}
        class="wb-announced"
        onChange={(e) => {
          const input = e.currentTarget;
          const file = input.files?.[0];
          input.value = "";
          if (file) openFile(file);
        }}
      />
    </header>
  );
}

/** The workbench: a bar, the grid and the pane. */
export function WorkbenchPage({ drawGrid, ...props }: PageProps) {
  const { desk, openFile } = props;
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => desk.onChange(() => redraw(undefined)), [desk]);
  const [paneOpen, setPaneOpen] = useState(() => window.innerWidth >= NARROW);
  const [dragging, setDragging] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const paneButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (grid.current) drawGrid(grid.current);
  }, [drawGrid]);

  const { question, find, announced } = desk.state();
  const drop = (e: DragEvent) => {
    const file = e.dataTransfer?.files[0];
    setDragging(false);
    if (!file) return;
    e.preventDefault();
    openFile(file);
  };
  const drag = (e: DragEvent) => {
    if (!hasFile(e)) return;
    e.preventDefault();
    setDragging(true);
  };
  return (
    <div class="wb" onDragEnter={drag} onDragOver={drag} onDragLeave={(e) => e.relatedTarget === null && setDragging(false)} onDrop={drop}>
      <Bar {...props} paneButton={paneButton} paneOpen={paneOpen} setPaneOpen={setPaneOpen} />
      <CellBoxes {...desk.state()} />
      <p class="wb-announced" role="status">
        {announced}
      </p>
      <main class="wb-main">
        <section ref={grid} class="wb-grid" aria-label="Grid" />
        {find && <FindBox {...find} close={() => desk.set({ find: undefined })} />}
        <PaneAside
          open={paneOpen}
          close={() => {
            setPaneOpen(false);
            paneButton.current?.focus();
          }}
        />
      </main>
      <StatusBar desk={desk} />
      {dragging && <p class="wb-drop">Drop an .xlsx or .xlsm file to open it</p>}
      {question && <QuestionBox question={question} close={() => desk.set({ question: undefined })} />}
    </div>
  );
}
