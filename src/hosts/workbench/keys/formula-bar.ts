import { type Injector, DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY, DOCS_NORMAL_EDITOR_UNIT_ID_KEY } from "@univerjs/core";
import { BuiltInUIPart, connectInjector, FormulaBar, IUIPartsService, IEditorBridgeService } from "@univerjs/preset-sheets-core";

/**
 * Returns a function that draws Univer's formula bar. Call it after each opened book: the name box of Univer 0.25.1 keeps the names of the book for which it was
 * drawn.
 */
export function formulaBarOf(injector: Injector): () => void {
  let end: () => void = () => undefined;
  return () => {
    const parts = injector.get(IUIPartsService);
    end();
    const registered = parts.registerComponent(BuiltInUIPart.HEADER, () => connectInjector(FormulaBar, injector));
    end = () => registered.dispose();
    // Univer draws a registered part a fifth of a second later, and one that becomes visible at once.
    parts.setUIVisible(BuiltInUIPart.HEADER, true);
  };
}

/** Longest wait for the name box, in frames: a busy page draws it late. */
const FRAMES = 300;

/**
 * Has a new name box show the active cell: it does so only once the selection changes after it was drawn.
 *
 * @param select selects the active cell again
 */
export function fillNameBox(injector: Injector, select: () => void): void {
  const bridge = injector.get(IEditorBridgeService);
  const look = (left: number): void => {
    const box = document.querySelector<HTMLInputElement>("[data-u-comp='defined-name'] input");
    if (box?.value === "" && document.activeElement !== box && !bridge.isVisible().visible) select();
    if (left > 0) requestAnimationFrame(() => look(left - 1));
  };
  select();
  look(FRAMES);
}

const BAR = "[data-u-comp='formula-bar']";
const EDITOR = `[contenteditable][id$='${DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY}']`;

/**
 * Keeps the focus in the formula bar during an edit that a click opened there. Univer 0.25.1 moves the focus to the cell's editor some time after the click, also
 * while the user types, so that typed text is lost.
 */
export function keepFormulaBarFocus(injector: Injector): void {
  const bridge = injector.get(IEditorBridgeService);
  let isOpenedHere = false;
  const goBack = (): void => {
    const { activeElement } = document;
    if (!isOpenedHere || !bridge.isVisible().visible || !activeElement?.id.endsWith(DOCS_NORMAL_EDITOR_UNIT_ID_KEY)) return;
    document.querySelector<HTMLElement>(EDITOR)?.focus();
  };
  bridge.visible$.subscribe(({ visible }) => (isOpenedHere &&= visible));
  window.addEventListener(
    "pointerdown",
    (e) => (isOpenedHere = e.target instanceof Element && e.target.closest(BAR) !== null && e.target.tagName === "CANVAS"),
    true,
  );
  // Before the key is typed.
  window.addEventListener("keydown", goBack, true);
  // After the code that moves the focus, which moves it several times.
  window.addEventListener("focusin", (e) => {
    if (isOpenedHere && e.target instanceof Element && e.target.id.endsWith(DOCS_NORMAL_EDITOR_UNIT_ID_KEY)) setTimeout(goBack, 0);
  });
}

/** Lets Tab pass by the formula bar's editor: it comes after the pane in the page, and cannot be seen unless it is in use. */
export function skipFormulaBarEditor(): void {
  const { body } = document;
  const skip = (): void => body.querySelectorAll<HTMLElement>(`:scope > * ${EDITOR}:not([tabindex])`).forEach((editor) => (editor.tabIndex = -1));
  new MutationObserver(skip).observe(body, { childList: true });
  skip();
}
