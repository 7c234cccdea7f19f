import { DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY, DOCS_NORMAL_EDITOR_UNIT_ID_KEY, ICommandService, type IDocumentData, type Injector } from "@univerjs/core";
import { IEditorBridgeService, IEditorService, RichTextEditingMutation, SetTextSelectionsOperation } from "@univerjs/preset-sheets-core";
import { onceUntil } from "../once-until";
import { GRID_EDITOR } from "../keys/region-keys";

/** The formula that is being edited in the grid's cell or in its formula bar. */
export interface EditedText {
  readonly text: string;
  /** Offset of the caret; undefined if text is selected. */
  readonly caret: number | undefined;
  /** Where the edited cell or the formula bar is in the window. */
  readonly rect: { readonly left: number; readonly top: number; readonly bottom: number };
  /** The element with the focus, which receives the keys. */
  readonly element: HTMLElement;
}

export type CellEditor = ReturnType<typeof cellEditorOf>;

const WAITS = /[-+*/^&=<>(,{:;]\s*$/;

/** Access to the grid's editor of cells. Depends on Univer's internals, for exactly 0.25.1. */
export function cellEditorOf(injector: Injector) {
  const editors = injector.get(IEditorService);
  const bridge = injector.get(IEditorBridgeService);
  const commands = injector.get(ICommandService);

  const textOf = (editor: { getDocumentData(): IDocumentData }): string => editor.getDocumentData().body?.dataStream.replace(/\r?\n$/, "") ?? "";
  return {
    /** True while a formula is edited in which a reference or another value must follow: its end or its caret is behind an operator. */
    isUnfinished: (): boolean => {
      const editor = editors.getFocusEditor();
      if (!editor || !bridge.isVisible().visible) return false;
      const text = textOf(editor);
      const caret = editor.getSelectionRanges()[0]?.startOffset ?? text.length;
      return text.startsWith("=") && [text, text.slice(0, caret)].some((part) => WAITS.test(part));
    },
    /** Undefined while no cell is edited. */
    read: (): EditedText | undefined => {
      if (!bridge.isVisible().visible) return undefined;
      const editor = editors.getFocusEditor();
      const element = document.activeElement;
      if (!editor?.isSheetEditor() || !(element instanceof HTMLElement) || !element.matches(GRID_EDITOR)) return undefined;
      const selected = editor.getSelectionRanges();
      const [range] = selected;
      const text = textOf(editor);
      const { left, top, bottom } = editor.getBoundingClientRect();
      return { text, caret: selected.length === 1 && range?.collapsed ? range.startOffset : undefined, rect: { left, top, bottom }, element };
    },
    /** Replaces the whole text and puts the caret at this offset. */
    write: (text: string, caret: number): void => {
      const focused = editors.getFocusEditor();
      // Both show the same text; only typed text is copied from one to the other.
      for (const id of [DOCS_NORMAL_EDITOR_UNIT_ID_KEY, DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY])
        if (id !== focused?.getEditorId()) editors.getEditor(id)?.replaceText(text, false);
      focused?.replaceText(text, [{ startOffset: caret, endOffset: caret, collapsed: true }]);
    },
    /** Calls the listener after each change of the text, of the caret, and of the cell that is edited. */
    onChange: (listener: () => void): void => {
      const changes: ReadonlySet<string> = new Set([RichTextEditingMutation.id, SetTextSelectionsOperation.id]);
      // The text is in the document after this command's listeners have run.
      const tell = onceUntil(queueMicrotask, listener);
      commands.onCommandExecuted(({ id }) => changes.has(id) && tell());
      bridge.visible$.subscribe(tell);
    },
  };
}
