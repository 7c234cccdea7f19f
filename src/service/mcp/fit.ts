import { shown } from "../../contract/arguments";

/** Longest result in characters of JSON: about 15,000 tokens. Clients cut or refuse results of 25,000. */
const MOST_CHARACTERS = 45_000;
/** Room for the cursor and its sentence. */
const OF_CURSOR = 250;

type Reply = Readonly<Record<string, unknown>>;
/** A place in a list of a reply: `data`, or a list in it, and the number of rows before. */
interface Place {
  readonly list: string;
  readonly from: number;
}

/** Reads `cursor`. `wrong` says what is wrong with it. */
export function cursorPlace(cursor: unknown): Place | undefined | { readonly wrong: string } {
  if (cursor === undefined || cursor === null) return undefined;
  const [, list, from] = (typeof cursor === "string" && /^([A-Za-z_]\w{0,63}):(\d{1,9})$/.exec(cursor)) || [];
  if (list === undefined) return { wrong: `cursor: expected next_cursor of an earlier result, got ${shown(cursor)}. Omit it for the first rows.` };
  return { list, from: Number(from) };
}

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;
const isObject = (value: unknown): value is Reply => typeof value === "object" && value !== null && !Array.isArray(value);

/** The list to cut: the data itself, or the longest list in it. */
function longestList({ data }: Reply): string | undefined {
  if (Array.isArray(data)) return "data";
  if (!isObject(data)) return undefined;
  const lists = Object.keys(data).filter((name) => Array.isArray(data[name]));
  return lists.sort((a, b) => lengthOf(data[b]) - lengthOf(data[a]))[0];
}

const listIn = ({ data }: Reply, name: string): readonly unknown[] | undefined => {
  const list = name === "data" && Array.isArray(data) ? data : isObject(data) ? data[name] : undefined;
  return Array.isArray(list) ? list : undefined;
};
const withList = (reply: Reply, list: readonly unknown[], name: string): Reply => ({
  ...reply,
  data: Array.isArray(reply.data) ? list : { ...(reply.data as Reply), [name]: list },
});

/** Cuts a reply that is too long for a model, at the end of a row. `next_cursor` then leads to the next rows. */
export function fitToModel(reply: Reply, place: Place | undefined): { readonly reply: Reply } | { readonly wrong: string } {
  if (place === undefined && lengthOf(reply) <= MOST_CHARACTERS - OF_CURSOR) return { reply };
  const name = place?.list ?? longestList(reply);
  const all = name === undefined ? undefined : listIn(reply, name);
  if (name === undefined || all === undefined)
    return place === undefined ? { reply } : { wrong: `cursor: this reply has no list ${shown(place.list)}. Omit the cursor.` };
  const from = place?.from ?? 0;
  if (from > all.length) return { wrong: `cursor: expected one of at most ${all.length} rows, got ${from}. Omit it for the first rows.` };
  let room = MOST_CHARACTERS - OF_CURSOR - lengthOf(withList(reply, [], name));
  let until = from;
  // At least one row, or the next cursor would lead back here.
  while (until < all.length && (until === from || room > lengthOf(all[until]))) room -= lengthOf(all[until++]) + 1;
  const cut = withList(reply, all.slice(from, until), name);
  const rows = `Rows ${from + 1} to ${until} of ${all.length}`;
  if (until === all.length) return { reply: { ...cut, rows: until === from ? "No rows follow." : `${rows}, the last.` } };
  return { reply: { ...cut, next_cursor: `${name}:${until}`, rows: `${rows}. For the next, repeat the call with next_cursor as cursor.` } };
}
