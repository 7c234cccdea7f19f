import { counted } from "../../../contract/counted";
import type { Outcome } from "../../../core/outcome";
import { shownOf } from "../shown-outcome";
import type { BlockColumn } from "./block-columns";

interface BlockPreviewProps {
  readonly corner: string;
  readonly names: readonly string[];
  readonly columns: readonly BlockColumn[];
  readonly values: readonly (readonly (Outcome | undefined)[])[] | undefined;
  /** Rows that are not shown. */
  readonly more: number;
}

/** The first rows of a block with their values now. */
export function BlockPreview({ corner, names, columns, values, more }: BlockPreviewProps) {
  const shown = values?.flat().map((outcome) => outcome && shownOf(outcome)) ?? [];
  const sample = shown.filter((cell) => cell?.sample).length;
  return (
    <div class="table-preview block-preview">
      <h3 id="block-preview">Preview</h3>
      {sample > 0 && <p class="answer-sample">Sample data</p>}
      {/* Focusable, so that the keyboard can scroll it. */}
      <div class="table-scroll" role="region" aria-labelledby="block-preview" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{corner}</th>
              {columns.map(({ key, heading }) => (
                <th key={key} scope="col" class="number">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, r) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {columns.map(({ key }, c) => {
                  const outcome = values?.[r]?.[c];
                  const cell = outcome && shownOf(outcome);
                  return (
                    <td key={key} class={cell?.missing === false ? "number" : "number quiet"}>
                      {cell ? cell.text : values ? "" : "…"}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet" role="status">
        {values ? (more > 0 ? `${counted(more, "row")} more than shown.` : "") : "Loading the values…"}
      </p>
    </div>
  );
}
