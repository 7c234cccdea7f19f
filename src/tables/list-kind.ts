import { counted, withSeparators } from "../contract/counted";
import { TableRefusal, type Asked, type TableReading, type TableField, type TableKind } from "./kind";
import { requestPath, columnOf, contentOf, type Envelope, envelopeOf, given, rowsIn, rowsOrigin, type ListColumn } from "./read-body";

type Row = Readonly<Record<string, unknown>>;

/** A table whose rows are those of one endpoint. */
interface ListKind extends Omit<TableKind, "read"> {
  readonly titleOf: (asked: Asked) => string;
  readonly path: (asked: Asked) => string;
  readonly parameters: (asked: Asked) => Readonly<Record<string, string | number | undefined>>;
  /** The most rows of one reply; with `offset`, further pages are read. */
  readonly page: number;
  readonly offset?: true;
  readonly columns: readonly ListColumn[];
  /** The rows of the reply's data, if they are not a list. */
  readonly rowsOf?: (data: unknown) => readonly Row[];
}

/** The field for the number of rows. */
export function mostRows(fallback: number, to: number): TableField {
  return { id: "rows", label: "Maximum rows", kind: "integer", bounds: { from: 1, to, fallback } };
}

/** A whole number of the form, within its bounds. */
export function integerIn(asked: Asked, { id, label, bounds }: TableField): number {
  const { from = 1, to = 1, fallback = 1 } = bounds ?? {};
  const text = given(asked, id);
  if (text === "") return fallback;
  const number = Number(text.replaceAll(",", ""));
  if (!Number.isInteger(number) || number < from || number > to)
    throw new TableRefusal(`${label}: expected a whole number from ${from} to ${to}, got ${text}.`);
  return number;
}

/** Declares a table over one endpoint: the request, the paging, and how rows become cells. */
export function listKind({ titleOf, path, parameters, page, offset, columns, rowsOf = rowsIn, ...kind }: ListKind): TableKind {
  const rowsField = kind.fields.find(({ id }) => id === "rows");
  return {
    ...kind,
    *read(asked): TableReading {
      const most = rowsField ? integerIn(asked, rowsField) : Number.POSITIVE_INFINITY;
      const rows: Row[] = [];
      const replies: Envelope[] = [];
      for (;;) {
        const limit = rowsField ? { limit: Math.min(page, most - rows.length) } : {};
        const reply = envelopeOf(
          yield requestPath(path(asked), { ...parameters(asked), ...limit, ...(offset && rows.length > 0 ? { offset: rows.length } : {}) }),
        );
        replies.push(reply);
        const found = rowsOf(reply.data);
        for (const row of found) rows.push(row);
        if (!offset || found.length === 0 || rows.length >= most || rows.length >= (reply.count ?? 0)) break;
      }
      const total = rowsOf === rowsIn ? replies[0]?.count : undefined;
      const origin = rowsOrigin(replies);
      return {
        title: titleOf(asked),
        columns: columns.map(columnOf),
        rows: rows.map((row) => columns.map((column) => contentOf(row, column))),
        ...origin,
        notes: [
          ...(total !== undefined && total > rows.length ? [`The first ${withSeparators(rows.length)} of ${counted(total, "row")}.`] : []),
          ...origin.notes,
        ],
      };
    },
  };
}
