import { DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY, DOCS_NORMAL_EDITOR_UNIT_ID_KEY, type Injector } from "@univerjs/core";
import { IEditorBridgeService } from "@univerjs/preset-sheets-core";

const BAR = "[data-u-comp='formula-bar']";
const EDITOR = `[contenteditable][id$='${DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY}']`;

/**
 * Keeps the focus in the formula bar after the click that opens an edit there. Univer 0.25.1 then moves the focus to the cell's editor, which is not open, so
 * that typed text is lost.
 */
export function keepFormulaBarFocus(injector: Injector, page: Window = window): void {
  const bridge = injector.get(IEditorBridgeService);
  let clicked = false;
  page.addEventListener("pointerdown", (e) => (clicked = e.target instanceof Element && e.target.closest(BAR) !== null && e.target.tagName === "CANVAS"), true);
  page.addEventListener("keydown", () => (clicked = false), true);
  page.addEventListener("focusin", (e) => {
    if (!clicked || !(e.target instanceof Element) || !e.target.id.endsWith(DOCS_NORMAL_EDITOR_UNIT_ID_KEY)) return;
    // After the code that moves the focus, which moves it several times.
    setTimeout(() => {
      const { activeElement } = page.document;
      if (!clicked || !bridge.isVisible().visible || !activeElement?.id.endsWith(DOCS_NORMAL_EDITOR_UNIT_ID_KEY)) return;
      page.document.querySelector<HTMLElement>(EDITOR)?.focus();
    }, 0);
  });
}

/** Lets Tab pass by the formula bar's editor: it comes after the pane in the page, and cannot be seen unless it is in use. */
export function skipFormulaBarEditor({ document: { body } }: Window = window): void {
  const skip = (): void => body.querySelectorAll<HTMLElement>(`:scope > * ${EDITOR}:not([tabindex])`).forEach((editor) => (editor.tabIndex = -1));
  new MutationObserver(skip).observe(body, { childList: true });
  skip();
}
