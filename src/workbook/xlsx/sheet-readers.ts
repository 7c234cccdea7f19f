import type { FormatContext, FormatReader } from "./formats/format-reader";
import type { readFormatLooks } from "./formats/format-looks";
import type { leftOut } from "./left-out";
import type { readCharts } from "./chart-parts";
import type { FilterReader } from "./filter-xml";
import type { readNotes } from "./read-notes";
import type { readValidations } from "./read-validations";

/** Readers of what the grid shows of sheets besides their cells. */
export interface SheetReaders {
  readonly filter: () => FilterReader;
  readonly formats: (context: FormatContext) => FormatReader;
  /** The looks that conditional formats refer to. */
  readonly looks: typeof readFormatLooks;
  readonly charts: typeof readCharts;
  readonly notes: typeof readNotes;
  readonly validations: typeof readValidations;
  readonly leftOut: typeof leftOut;
}
