import type { Asked, TableField, TableData } from "../../tables/kind";
import { counted } from "../../contract/counted";
import { shownText } from "../../tables/row-words";
import { Options } from "../fields/options";

interface TableFieldsProps {
  readonly fields: readonly TableField[];
  readonly asked: Asked;
  /** The day of a start that is relative to the end. */
  readonly from: string | undefined;
  readonly change: (id: string, value: string) => void;
}

interface FieldProps {
  readonly field: TableField;
  readonly value: string;
  readonly change: (value: string) => void;
}

function Control({ field, value, change }: FieldProps) {
  const id = `table-${field.id}`;
  const described = field.hint || field.bounds ? `${id}-hint` : undefined;
  if (field.choices)
    return (
      <select id={id} value={value || (field.choices[0]?.[0] ?? "")} aria-describedby={described} onChange={(e) => change(e.currentTarget.value)}>
        <Options of={field.choices} />
      </select>
    );
  const known = field.known?.();
  return (
    <>
      <input
        id={id}
        value={value}
        list={known ? `${id}-known` : undefined}
        placeholder={field.example ? `such as ${field.example}` : field.bounds ? String(field.bounds.fallback) : undefined}
        inputMode={field.kind === "integer" ? "numeric" : undefined}
        autocomplete="off"
        spellcheck={false}
        aria-required={field.required === true}
        aria-describedby={described}
        onInput={(e) => change(e.currentTarget.value)}
      />
      {known && (
        <datalist id={`${id}-known`}>
          <Options of={known} />
        </datalist>
      )}
    </>
  );
}

/** The fields of a table's form. */
export function TableFields({ fields, asked, from, change }: TableFieldsProps) {
  return (
    <>
      {fields.map((field) => {
        const hint = field.hint ?? (field.bounds ? `a whole number from ${field.bounds.from} to ${field.bounds.to}` : undefined);
        return (
          <div class="field" key={field.id}>
            <label for={`table-${field.id}`}>
              {field.label} {!field.required && !field.choices && <span class="quiet">(optional)</span>}
            </label>
            <Control field={field} value={asked[field.id] ?? ""} change={(value) => change(field.id, value)} />
            {hint && (
              <p id={`table-${field.id}-hint`} class="quiet">
                {hint}
                {from !== undefined && field.kind === "start" && (
                  <>
                    . <strong>From {from}.</strong>
                  </>
                )}
              </p>
            )}
          </div>
        );
      })}
    </>
  );
}

/** Rows and columns of the preview. */
const ROWS = 5;
const COLUMNS = 6;

/** The first rows of a table of `count` rows, before it is inserted. */
export function TablePreview({ data, count }: { readonly data: TableData; readonly count: number }) {
  const { title, columns, rows, sample, notes } = data;
  const shown = columns.slice(0, COLUMNS);
  return (
    <div class="stack box">
      <p>
        <strong>{title}</strong>
      </p>
      {sample && <p class="answer-sample">Sample data</p>}
      {rows.length === 0 ? (
        <p>No rows. Change the form, such as the dates.</p>
      ) : (
        <div class="table-scroll" role="region" aria-label="First rows" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {shown.map(({ id, heading, format }) => (
                  <th key={id} scope="col" class={format === undefined ? "" : "number"}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, ROWS).map((row, r) => (
                <tr key={r}>
                  {shown.map(({ id, format }, c) => (
                    <td key={id} class={typeof row[c] === "number" ? "number" : ""}>
                      {shownText(row[c] ?? null, format)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="quiet">
        {counted(count, "row")}, {counted(columns.length, "column")}
        {columns.length > COLUMNS ? `; ${counted(columns.length - COLUMNS, "column")} more than shown` : ""}.
      </p>
      {notes.map((note) => (
        <p key={note} class="warning">
          {note}
        </p>
      ))}
    </div>
  );
}
