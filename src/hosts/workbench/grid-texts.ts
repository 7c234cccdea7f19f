import enUS from "@univerjs/preset-sheets-core/locales/en-US";
import formatsEnUS from "@univerjs/sheets-conditional-formatting-ui/locale/en-US";
import filters from "@univerjs/sheets-filter/locale/en-US";
import filterPanel from "@univerjs/sheets-filter-ui/locale/en-US";

const { "sheets-filter-ui": panel } = filterPanel;
const { design, ui, "sheets-ui": sheets, "sheets-numfmt-ui": formats } = enUS;
const { "sheets-conditional-formatting-ui": conditional } = formatsEnUS;
const ANSWERS = { cancel: "Cancel", confirm: "OK" } as const;

/** Univer's English texts, some of them corrected. */
export const GRID_TEXTS = {
  ...enUS,
  // Of the commands of own-commands.ts.
  workbench: {
    sortAscending: "Sort A to Z",
    sortDescending: "Sort Z to A",
    find: "Find…",
    replace: "Replace…",
    editNote: "New or edit note",
    deleteNote: "Delete note",
  },
  ...filters,
  "sheets-filter-ui": {
    ...panel,
    toolbar: {
      "smart-toggle-filter-tooltip": "Filter",
      "clear-filter-criteria": "Clear filter: show all rows",
      "re-calc-filter-conditions": "Reapply filter",
    },
    panel: {
      ...panel.panel,
      "clear-filter": "Clear",
      confirm: "OK",
      "by-values": "Values",
      "by-conditions": "Conditions",
      "filter-only": "Only",
      "search-placeholder": "Search",
      "select-all": "Select all",
      "input-values-placeholder": "Value",
      and: "And",
      or: "Or",
      empty: "(Blanks)",
      "?": "? stands for one character.",
      "*": "* stands for any characters.",
    },
  },
  design: { ...design, Confirm: { ...design.Confirm, ...ANSWERS }, ColorPicker: { ...design.ColorPicker, ...ANSWERS, more: "More colours" } },
  // The name of its row of tabs is missing.
  ui: { ...ui, ribbon: { ...ui.ribbon, menu: "Toolbars" } },
  "sheets-conditional-formatting-ui": {
    ...conditional,
    menu: {
      manageConditionalFormatting: "Manage rules…",
      createConditionalFormatting: "New rule…",
      clearRangeRules: "Clear rules of the selected cells",
      clearWorkSheetRules: "Clear rules of the sheet",
    },
    panel: { ...conditional.panel, submit: ANSWERS.confirm, range: "Applies to", medianValue: "Midpoint", native: "Negative" },
    ruleType: { ...conditional.ruleType, formula: "Formula" },
  },
  "sheets-numfmt-ui": {
    ...formats,
    moreFmt: "More formats…",
    roundingCurrency: "Currency, rounded",
    timeDuration: "Duration",
    subtractDecimal: "Decrease decimal places",
  },
  "sheets-ui": {
    ...sheets,
    align: { left: "Left", center: "Center", right: "Right", top: "Top", middle: "Middle", bottom: "Bottom" },
    definedName: {
      ...sheets.definedName,
      managerTitle: "Name manager",
      inputNamePlaceholder: "Name, without spaces",
      inputCommentPlaceholder: "Comment",
      inputRangePlaceholder: "Range",
      inputFormulaPlaceholder: "Formula",
    },
    sheetConfig: {
      ...sheets.sheetConfig,
      deleteSheet: "Delete sheet",
      deleteSheetContent: "Delete this sheet? Ctrl+Z restores it.",
      deleteLargeSheetContent: "Delete this sheet? It is too large to restore.",
    },
  },
};
