/** Where a figure comes from. */
export interface Provenance {
  readonly source: string;
  readonly observation_date?: string;
  readonly caveats?: readonly string[];
  readonly sample?: true;
}

/** One name with its figures. */
export interface ScreenRow {
  readonly ticker: string;
  readonly name: string | null;
  readonly reasons: Readonly<Record<string, string>>;
  readonly provenance: Readonly<Record<string, Provenance>>;
  readonly values: Readonly<Record<string, number | string | null>>;
}

/** A page of names, as GET /v1/screen sends it. */
export interface ScreenReply {
  readonly rows: readonly ScreenRow[];
  readonly count: number;
  readonly asOf: string;
  readonly names: number;
  readonly unknown: Readonly<Record<string, number>>;
  readonly caveats: readonly string[];
  readonly attribution: Readonly<Record<string, string>>;
  readonly sample: boolean;
  readonly note?: string;
}

type RawRow = { readonly ticker: string; readonly name: string | null } & Readonly<Record<string, unknown>>;

/** Reads the body of a reply; undefined if it is not one of the screener. */
export function readScreen(body: unknown): ScreenReply | undefined {
  const { data, count, as_of: asOf, meta } = (body ?? {}) as { data?: unknown; count?: unknown; as_of?: unknown; meta?: Partial<ScreenReply> };
  if (!Array.isArray(data) || typeof count !== "number" || typeof asOf !== "string" || typeof meta !== "object") return undefined;
  const { names = 0, unknown = {}, caveats = [], attribution = {}, sample = false, note } = meta;
  const rows = (data as RawRow[]).map((row): ScreenRow => {
    const { ticker, name, reasons = {}, provenance = {}, sample: _sample, ...values } = row;
    return {
      ticker,
      name,
      reasons: reasons as ScreenRow["reasons"],
      provenance: provenance as ScreenRow["provenance"],
      values: values as ScreenRow["values"],
    };
  });
  return { rows, count, asOf, names, unknown, caveats, attribution, sample, ...(note === undefined ? {} : { note }) };
}
