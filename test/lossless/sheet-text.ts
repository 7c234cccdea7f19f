/*
 * A sheet's text as a list of pieces, read with regular expressions and not with the reader under test. It understands what spreadsheet programs write; it is
 * not for XML with comments or CDATA between cells.
 */

/** A cell with its text: `<c r="A1"><v>1</v></c>`. */
export interface CellText {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** A row: its opening tag, its cells, and the text between and after them. */
export interface RowText {
  readonly row: number;
  readonly open: string;
  readonly cells: readonly CellText[];
  /** The text after each cell; the first is before the first cell. One more than cells. */
  readonly between: readonly string[];
  /** The closing tag, or nothing. */
  readonly close: string;
}

export interface SheetText {
  /** Everything up to the first row, and from the end of the last one. */
  readonly head: string;
  readonly tail: string;
  readonly rows: readonly RowText[];
  /** The text after each row. */
  readonly after: readonly string[];
  /** The prefix of the sheet's elements, with its colon. */
  readonly prefix: string;
}

export const columnOf = (letters: string): number => [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1;
export const lettersOf = (column: number): string => (column < 0 ? "" : lettersOf(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26)));

/** An attribute of a tag, as written. */
export function attributeOf(tag: string, name: string): string | undefined {
  const m = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return m?.[1] ?? m?.[2];
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
/** The text of an attribute or an element, without references to characters by number. */
export const unescaped = (text: string): string => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name]!);

/** Splits a sheet. Joined again with `sheetOf`, it is the same text. */
export function sheetTextOf(xml: string): SheetText | undefined {
  const data = /<((?:[\w.-]+:)?)sheetData\b[^>]*?(\/?)>/.exec(xml);
  if (!data || data[2] === "/") return undefined;
  const prefix = data[1]!;
  const from = data.index + data[0].length;
  const to = xml.lastIndexOf(`</${prefix}sheetData`);
  const body = xml.slice(from, to);
  const rows: RowText[] = [];
  const after: string[] = [];
  let head = xml.slice(0, from);
  let end = 0;
  let row = -1;
  const element = (name: string): RegExp =>
    new RegExp(`<${prefix}${name}(?=[\\s/>])(?:"[^"]*"|'[^']*'|[^>"'])*?(?:/>|>([\\s\\S]*?)</${prefix}${name}\\s*>)`, "g");
  for (const m of body.matchAll(element("row"))) {
    if (rows.length > 0) after.push(body.slice(end, m.index));
    else head += body.slice(0, m.index);
    end = m.index + m[0].length;
    const open = m[1] === undefined ? m[0] : m[0].slice(0, m[0].indexOf(">") + 1);
    row = attributeOf(open, "r") === undefined ? row + 1 : Number(attributeOf(open, "r")) - 1;
    const content = m[1] ?? "";
    const cells: CellText[] = [];
    const between: string[] = [];
    let column = -1;
    let at = 0;
    for (const c of content.matchAll(element("c"))) {
      between.push(content.slice(at, c.index));
      at = c.index + c[0].length;
      const reference = attributeOf(c[0].slice(0, c[0].indexOf(">") + 1), "r");
      column = reference === undefined ? column + 1 : columnOf(reference.replace(/\d/g, ""));
      cells.push({ row, column, text: c[0] });
    }
    between.push(content.slice(at));
    rows.push({ row, open, cells, between, close: m[1] === undefined ? "" : m[0].slice(open.length + content.length) });
  }
  if (rows.length === 0) head += body;
  return { head, tail: (rows.length === 0 ? "" : body.slice(end)) + xml.slice(to), rows, after: [...after, ""].slice(0, rows.length), prefix };
}

const rowOf = ({ open, cells, between, close }: RowText): string => open + between[0]! + cells.map(({ text }, i) => text + between[i + 1]!).join("") + close;

export const sheetOf = ({ head, rows, after, tail }: SheetText): string => head + rows.map((row, i) => rowOf(row) + after[i]!).join("") + tail;
