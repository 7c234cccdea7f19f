/* What runs in the page to press every entry of the grid's menus and every shortcut, found in Univer's own services. Nothing outside may be used in these functions. */

import type { IWorkbookData } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import type { GridPage } from "./workbench";

/** A menu's entry or a key, and what pressing it did. */
export interface Walked {
  /** The menu, or what was edited when the key was pressed. */
  readonly where: string;
  readonly id: string;
  /** The words of the entry, or the key. */
  readonly name: string;
  readonly enabled: boolean;
  /** What a press changed: of the book, the selection, the view, the panels, … Empty if it did nothing. */
  readonly did: readonly string[];
  /** The entry that was pressed before, without which nothing happened. */
  readonly after?: string | undefined;
  readonly error?: string | undefined;
}

/** What the page offers for a walk, under this name. */
export const WALK = "gridWalk";

export interface GridWalk {
  /** The menus of the grid. */
  menus(): readonly string[];
  /** Presses every entry of a menu that is shown, or every key, in the cells and while a cell is edited. Takes the shown book as the state before each. */
  entries(menu: string): Promise<readonly Walked[]>;
  keys(): Promise<readonly Walked[]>;
}

interface Observed<T> {
  subscribe(next: (value: T) => void): { unsubscribe(): void };
}
interface Choice {
  readonly id?: string;
  readonly commandId?: string;
  readonly value?: unknown;
  readonly params?: unknown;
  readonly label?: string | { readonly name: string };
}
interface Item {
  readonly id: string;
  readonly type: 0 | 1 | 2 | 3;
  readonly commandId?: string;
  readonly selectionsCommandId?: string;
  readonly title?: string;
  readonly tooltip?: string;
  readonly params?: unknown;
  readonly label?: unknown;
  readonly selections?: readonly Choice[] | Observed<readonly Choice[]>;
  readonly hidden$?: Observed<boolean>;
  readonly disabled$?: Observed<boolean>;
  readonly activated$?: Observed<boolean>;
  readonly value$?: Observed<unknown>;
}
interface Schema {
  readonly key: string;
  readonly item?: Item;
  readonly children?: readonly Schema[];
}
interface Shortcut {
  readonly id: string;
  readonly binding?: number;
  readonly linux?: number;
}
interface Shapes {
  readonly _shapeMap: ReadonlyMap<string, unknown>;
  removeAllShapes(): void;
}
interface Editor {
  setSelectionRanges(ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly collapsed: boolean }[]): void;
  getDocumentData(): { readonly body: unknown };
  getSelectionRanges(): readonly { readonly startOffset: number; readonly endOffset: number }[];
}
export type WalkedApi = Omit<GridPage["api"], "executeCommand"> &
  Pick<FUniver, "createWorkbook" | "disposeUnit"> & {
    executeCommand(id: string, params?: unknown): Promise<boolean>;
    readonly _injector: {
      get<T>(token: unknown): T;
      readonly dependencyCollection: { readonly dependencyMap: ReadonlyMap<{ readonly decoratorName?: string; readonly prototype?: object }, unknown> };
    };
  };

/** Puts the walk into the page. */
export function installWalk(api: WalkedApi, walkName: string): void {
  /** The menus of the grid, with the cells that are selected before an entry is pressed. Other menus are those of documents, which the workbench has not. */
  const SELECTED: Readonly<Record<string, string>> = {
    ribbon: "B3:C5",
    "contextMenu.mainArea": "B3:C5",
    "contextMenu.colHeader": "B:C",
    "contextMenu.rowHeader": "3:5",
    "contextMenu.footerTabs": "B3:C5",
    "contextMenu.footerMenu": "B3:C5",
  };
  const SHEET = "Sheet1";
  const PANELS =
    "[data-u-comp='sidebar'], [role='dialog'], [role='menu'], dialog[open], .wb-find, .wb-line, [data-sonner-toast], .univer-popup, .wb-note-editor";
  /** A list of more choices than these is walked at its start, in the middle and at its end. */
  const MOST_CHOICES = 20;
  /** Frames until a press that does nothing is known to. */
  const PATIENCE = 10;
  const MOST_FRAMES = 600;
  const MOST_MATES = 16;
  const EDITED = "edited cell";

  const injector = api._injector;
  const tokens = [...injector.dependencyCollection.dependencyMap.keys()];
  const service = <T>(id: string): T => injector.get<T>(tokens.find((token) => token.decoratorName === id));
  const words = injector.get<{ t(key: string): string }>(tokens.find((token) => token.prototype && "resolveKeyPath" in token.prototype));
  const menus = service<{ getMenuByPositionKey(key: string): readonly Schema[] }>("univer.menu-manager-service");
  const shortcuts = service<{
    getAllShortcuts(): readonly Shortcut[];
    getShortcutDisplay(of: Shortcut): string;
    dispatch(e: KeyboardEvent): Shortcut | undefined;
  }>("ui.shortcut.service");
  const marks = service<Shapes>("univer.mark-selection-service");
  const selections = injector.get<{ getCurrentSelections(): readonly { readonly range: { rangeType: number } }[] }>(
    tokens.find((token) => token.prototype && "getCurrentLastSelection" in token.prototype && "setSelections" in token.prototype),
  );
  const editors = service<{ getFocusEditor(): Editor | undefined }>("univer.editor.service");

  const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  const now = <T>(observed: Observed<T> | undefined): T | undefined => {
    let value: T | undefined;
    observed?.subscribe((next) => (value = next)).unsubscribe();
    return value;
  };
  const book = () => api.getActiveWorkbook();
  const visible = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)].filter((e) => e.checkVisibility());
  const panels = (): string =>
    visible(PANELS)
      .map((panel) => panel.innerText || panel.ariaLabel || "")
      .filter((text) => text !== "")
      .join("\n");
  /** Everything that is saved of the book, with its members sorted and its styles written out. */
  const content = (leavesOut: ReadonlySet<string>): string => {
    const { id: _id, styles, ...rest } = book().save();
    return JSON.stringify(rest, (key, value: unknown) => {
      if (key === "rev") return undefined;
      if (key === "s" && typeof value === "string") return styles[value];
      if (key === "v" && value === "") return undefined;
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      // Values of formulas arrive some time after what changed them.
      const members = Object.entries(value).filter(
        ([member]) => !leavesOut.has(member) && (!("f" in value && (value as { f: unknown }).f) || (member !== "v" && member !== "t")),
      );
      if (members.length === 0) return undefined;
      return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
    });
  };
  const ALL: ReadonlySet<string> = new Set();
  /** Without what the grid measures by itself. */
  const WITHOUT_SIZES: ReadonlySet<string> = new Set(["ah", "ia", "h", "w", "custom"]);
  const stateOf = (item: Item | undefined): Readonly<Record<string, string>> => {
    const sheet = book().getActiveSheet();
    const isEdited = book().isCellEditing();
    const editor = isEdited ? editors.getFocusEditor() : undefined;
    const caret = editor?.getSelectionRanges().map(({ startOffset, endOffset }) => `${startOffset}-${endOffset}`);
    return {
      book: content(ALL),
      sheet: sheet.getSheetId(),
      selection: `${sheet.getActiveRange()?.getA1Notation()} ${book().getActiveCell()?.getA1Notation()}`,
      editing: JSON.stringify([isEdited, editor?.getDocumentData().body, caret]),
      panels: panels(),
      marks: [...marks._shapeMap.keys()].join(),
      pressed: String(now(item?.activated$)),
      view: JSON.stringify([sheet.getZoom(), sheet.getScrollState()]),
      renaming: String(visible("[data-u-comp='slide-tab-item'] [contenteditable='true']").length),
    };
  };

  let before = "";
  let saved: IWorkbookData | undefined;
  let reopened = 0;
  const reopen = async (): Promise<void> => {
    saved ??= book().save();
    api.disposeUnit(book().getId());
    saved.id = `walked-${++reopened}`;
    api.createWorkbook(structuredClone(saved));
    for (let i = 0; i < 5; i++) await frame();
    before = content(WITHOUT_SIZES);
  };
  const focusCells = (): void => document.querySelector<HTMLElement>(".wb-grid [data-u-comp='editor'][contenteditable]")?.focus();
  /** As a click on headings does: a whole row or column has a kind of its own. */
  const select = (position: string): void => {
    book().getActiveSheet().getRange(SELECTED[position]!).activate();
    const kind = position.endsWith("rowHeader") ? 1 : position.endsWith("colHeader") ? 2 : 0;
    for (const { range } of selections.getCurrentSelections()) range.rangeType = kind;
  };
  /** Closes what a press has opened. `agrees` presses the button of a dialog that does it. */
  const closeAll = async (agrees = false): Promise<void> => {
    for (let i = 0; i < 20 && (panels() !== "" || book().isCellEditing()); i++) {
      if (book().isCellEditing()) await book().endEditingAsync(false);
      const dialog = visible("[role='dialog'], dialog[open]").at(-1);
      const buttons = [...(dialog?.querySelectorAll<HTMLElement>("button") ?? [])];
      const wanted = agrees ? /^(ok|yes|confirm|delete|expand|continue)/i : /^(cancel|no|close)/i;
      const button = buttons.find((one) => wanted.test(one.textContent || one.ariaLabel || "")) ?? buttons.at(-1);
      const [closer] = visible("[data-u-comp='sidebar'] header button, .wb-find button[aria-label='Close'], .wb-line button");
      const target = button ?? closer;
      if (target) target.click();
      else
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", keyCode: 27, bubbles: true, cancelable: true }));
      await frame();
    }
  };
  const goToSheet = (): void => {
    const sheet = book().getSheetByName(SHEET);
    if (sheet && sheet.getSheetId() !== book().getActiveSheet().getSheetId()) book().setActiveSheet(sheet);
  };
  const reset = async (position: string): Promise<void> => {
    await closeAll();
    marks.removeAllShapes();
    for (let i = 0; i < 6 && content(WITHOUT_SIZES) !== before; i++) {
      book().undo();
      goToSheet();
      await frame();
    }
    if (content(WITHOUT_SIZES) !== before) await reopen();
    goToSheet();
    const sheet = book().getActiveSheet();
    if (sheet.getZoom() !== 1) sheet.zoom(1);
    sheet.scrollToCell(0, 0);
    select(position);
    focusCells();
    await frame();
  };

  interface Press {
    readonly position: string;
    readonly path: string;
    readonly id: string;
    readonly name: string;
    readonly item?: Item;
    readonly schemas: readonly Schema[];
    /** Presses, with the parameters that the entry's field could have. The next is tried if one does nothing. */
    readonly ways: readonly (() => Promise<unknown>)[];
  }
  const isShown = ({ schemas }: Press): boolean => schemas.every(({ item }) => !now(item?.hidden$));
  const isEnabled = ({ schemas }: Press): boolean => schemas.every(({ item }) => !now(item?.disabled$));

  /** Presses, and says what changed, or why it failed. */
  const press = async (
    { item, ways }: Press,
    patience: number,
    ignored: ReadonlySet<string>,
  ): Promise<{ readonly did: readonly string[]; readonly error?: string }> => {
    let error: string | undefined;
    for (const way of ways) {
      const was = stateOf(item);
      let isDone = false;
      const end = (): void => void (isDone = true);
      way().then(end, (thrown: unknown) => {
        error = String(thrown);
        end();
      });
      for (let i = 0; i < MOST_FRAMES; i++) {
        await frame();
        const is = stateOf(item);
        const did = Object.keys(is).filter((part) => !ignored.has(part) && is[part] !== was[part]);
        // A command that asks something ends with the answer.
        if (did.length > 0 && (isDone || i >= patience)) return { did };
        if (isDone && i >= patience) break;
      }
    }
    return { did: [], ...(error === undefined ? {} : { error }) };
  };

  /** Presses all. One that does nothing, or is not enabled, is pressed again after others of its menu: what undoes, pastes or shows again needs something to do it to. */
  const walk = async (all: readonly Press[], prepare: (one: Press) => Promise<void>, ignored: ReadonlySet<string>): Promise<readonly Walked[]> => {
    const walked: Walked[] = [];
    const helpers: Press[] = [];
    for (const one of all) {
      await prepare(one);
      const isThere = isShown(one);
      // What is within a hidden entry never shows.
      if (one.schemas.slice(0, -1).some(({ item }) => now(item?.hidden$))) continue;
      const attempt = async (patience: number) => (isShown(one) && isEnabled(one) ? await press(one, patience, ignored) : undefined);
      let result = await attempt(PATIENCE);
      let enabled = result !== undefined;
      let after: string | undefined;
      const at = all.indexOf(one);
      const mates = all.filter((mate) => mate !== one && mate.position === one.position && (isThere || mate.path === one.path));
      const near = one.path === EDITED ? [] : mates.sort((a, b) => Math.abs(all.indexOf(a) - at) - Math.abs(all.indexOf(b) - at));
      for (const mate of [...new Set([...helpers.filter((helper) => mates.includes(helper)), ...near.slice(0, isThere ? MOST_MATES : MOST_MATES / 4)])]) {
        if (result && (result.did.length > 0 || result.error !== undefined)) break;
        await prepare(one);
        if (!isShown(mate) || !isEnabled(mate)) continue;
        await press(mate, 2, new Set());
        await closeAll(true);
        if (content(WITHOUT_SIZES) === before && marks._shapeMap.size === 0) continue;
        if (book().getSheetByName(SHEET)) select(one.position);
        await frame();
        result = (await attempt(4)) ?? result;
        enabled ||= result !== undefined;
        if (!result || result.did.length === 0) continue;
        after = mate.name;
        if (!helpers.includes(mate)) helpers.unshift(mate);
      }
      if (!isThere && !enabled) continue;
      walked.push({ where: one.path, id: one.id, name: one.name, enabled, did: result?.did ?? [], after, error: result?.error });
    }
    return walked;
  };

  /** The entries below a part of a menu, with those of its lists. */
  const pressesOf = (position: string, schema: Schema, above: readonly Schema[]): Press[] => {
    const { item, children = [] } = schema;
    const schemas = [...above, schema];
    const path = above.map(({ key, item: of }) => (of ? words.t(of.tooltip ?? of.title ?? of.id) : key)).join(" > ");
    const run = (id: string, params: unknown) => () => api.executeCommand(id, typeof params === "function" ? (params as () => unknown)() : params);
    const own: Press[] = [];
    if (item) {
      const name = (item.tooltip ?? item.title) ? words.t(item.tooltip ?? item.title!) : item.id;
      const command = item.commandId ?? item.id;
      const value = now(item.value$);
      /** What fields for a size, a colour or a border could give. */
      const filled = [(typeof value === "number" ? value : 6) + 1, "#c00000", { type: "all", color: "#c00000", style: 1 }].map((given) => ({ value: given }));
      const add = (id: string, label: string, params: readonly unknown[]): void =>
        void own.push({ position, path, id, name: label, item, schemas, ways: params.map((given) => run(id, given)) });
      if (item.type === 0) add(command, name, item.label === undefined ? [item.params ?? (position === "ribbon" ? undefined : { value: undefined })] : filled);
      if (item.type === 2) add(command, name, [{ value }]);
      const listed = item.selections ?? [];
      const choices = "subscribe" in listed ? (now(listed) ?? []) : listed;
      const some = choices.length > MOST_CHOICES ? [choices[0]!, choices[choices.length >> 1]!, choices.at(-1)!] : choices;
      for (const { id, commandId, value: chosen, params, label } of some) {
        const chooses = (position === "ribbon" ? id : commandId) ?? item.selectionsCommandId ?? command;
        const of = typeof label === "string" ? words.t(label) : String(chosen ?? label?.name);
        const given = params ?? (chosen === undefined && typeof label === "object" ? undefined : { value: chosen });
        add(chooses, `${name} > ${of}`, given === undefined ? filled : [given]);
      }
    }
    return [...own, ...children.flatMap((child) => pressesOf(position, child, schemas))];
  };
  const isOfGrid = ({ id }: Press): boolean => !/^docs?\./.test(id);

  const entries = async (name: string): Promise<readonly Walked[]> => {
    await reopen();
    const ribbon: Schema = { key: "ribbon", children: menus.getMenuByPositionKey("ribbon") };
    const inMenus = [ribbon, ...menus.getMenuByPositionKey("contextMenu")].filter(({ key }) => key === name);
    await reset(name);
    const all = inMenus.flatMap((menu) => pressesOf(name, menu, [])).filter(isOfGrid);
    return walk(all, ({ position }) => reset(position), new Set(["selection"]));
  };

  const keyEvent = (binding: number): KeyboardEvent =>
    new KeyboardEvent("keydown", {
      keyCode: binding & 0xff,
      shiftKey: (binding & 1024) !== 0,
      altKey: (binding & 2048) !== 0,
      ctrlKey: (binding & 4096) !== 0,
      bubbles: true,
      cancelable: true,
    });
  const keys = async (): Promise<readonly Walked[]> => {
    await reopen();
    const byBinding = new Map(shortcuts.getAllShortcuts().map((shortcut) => [shortcut.linux ?? shortcut.binding!, shortcut]));
    const walked: Walked[] = [];
    /** The shortcut that a key would run. */
    const runBy = (binding: number): Shortcut | undefined => {
      const e = keyEvent(binding);
      Object.defineProperty(e, "target", { value: document.activeElement });
      return shortcuts.dispatch(e);
    };
    for (const context of ["cells", EDITED]) {
      const prepare = async (): Promise<void> => {
        await reset("ribbon");
        if (context === "cells") return;
        // A formula, with the caret in a reference.
        book().getActiveSheet().getRange("C6").activate();
        book().startEditing();
        for (let i = 0; i < 3; i++) await frame();
        editors.getFocusEditor()?.setSelectionRanges([{ startOffset: 4, endOffset: 4, collapsed: true }]);
        await frame();
      };
      await prepare();
      const presses = [...byBinding].flatMap(([binding, shortcut]): Press[] => {
        const taken = runBy(binding);
        if (!taken || /^docs?\./.test(taken.id)) return [];
        const send = async (): Promise<void> => void document.activeElement?.dispatchEvent(keyEvent(binding));
        return [{ position: "ribbon", path: context, id: taken.id, name: shortcuts.getShortcutDisplay(shortcut), schemas: [], ways: [send] }];
      });
      walked.push(...(await walk(presses, prepare, new Set())));
    }
    return walked;
  };
  const names = (): string[] =>
    Object.keys(SELECTED).filter((key) => menus.getMenuByPositionKey("contextMenu").some((menu) => menu.key === key) || key === "ribbon");
  Object.assign(globalThis, { [walkName]: { menus: names, entries, keys } satisfies GridWalk });
}
