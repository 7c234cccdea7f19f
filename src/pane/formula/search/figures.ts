import { capital } from "../../../contract/text";
import { CAVEAT_IDS, CAVEATS } from "../../../contract/caveats";
import { fieldWords } from "../../../contract/field-words";
import { CELL_FUNCTIONS, type FunctionName } from "../../../contract/functions";
import type { Choice as Named } from "../../../contract/functions/choices";
import type { Field } from "../../../contract/functions/declaration";
import { listingOf } from "../../../contract/functions/listing";
import { SERIES_SEARCH } from "../../../contract/listed/series-search";
import { PATHS } from "../../../contract/paths";
import { SCREENER_FIELDS } from "../../../contract/screener";
import { saysNothing } from "../../../contract/search-words";
import { TENOR_SERIES } from "../../../contract/series";
import { countsShares } from "../../../contract/vocabulary";
import { unitWords } from "../../../sources/answer-words";
import { pathTitle } from "../row-words";
import { countryFigures } from "./country-figures";
import { figureOf, plain, type Figure } from "./figure";
import { withOwnTitles } from "./own-titles";
import { COUNTRY_WORDS } from "./synonyms";
import { POPULAR } from "./topics";

const unitOf = ({ unit, type }: Pick<Field, "unit" | "type">): string =>
  unit === undefined || unit === "varies" || unit === "count" ? (type === "number" ? "" : type) : unitWords(unit);

/** Functions whose argument values are listed under another function, or at another place. */
const NOT_BY_VALUE: ReadonlySet<FunctionName> = new Set(["FILING"]);
/** Values that are dates or repeat another entry. */
const isLeftOut = (value: string): boolean => value === "AS_OF";
/** Functions whose fields are combined with each value of their argument. */
const COMBINED: ReadonlySet<FunctionName> = new Set(["WHALE", "CBRATE", "MMRATE", "FIN"]);

/** True if a field of a function is an entry of its own for a value. */
const isCombined = (fn: FunctionName, value: string, { type, name }: Field): boolean =>
  fn === "CBRATE" ? /^(?:stance|last_change)$/.test(name) : type === "number" && (fn !== "FIN" || countsShares(value));

const TENOR_OF: ReadonlyMap<string, string> = new Map(Object.entries(TENOR_SERIES).map(([tenor, id]) => [id, tenor]));

/** Titles of a value: for a tenor what it is, for others its own. */
const valueTitle = (fn: FunctionName, { value, title }: Named): string => (fn === "YIELD" ? `Treasury yield, ${value}` : title);

function valueNames(fn: FunctionName, { value, title }: Named): readonly string[] {
  if (fn === "YIELD") return [value, `US${value}`, `${value} treasury`, `${value} treasury yield`, `${value} yield`, `UST ${value}`, `USGG${value}R`, title];
  if (fn === "FREDH") return [`${value} history`, `${title} history`];
  if (fn === "CBRATE") return [value, title].filter((area) => !saysNothing(area)).flatMap((area) => [`${area} policy rate`, `${area} interest rate`]);
  if (fn === "FUNDING") return [`${value} funding`, `${value} funding rate`, title];
  if (fn === "WHALE") return [`${value} whale`, `${title} whale`, `${value} transfers`];
  if (fn === "ONCHAIN_RISK") return [`${value} on-chain risk`, `${title} risk`];
  return [value, title];
}

/** Series that another function shows with more fields weigh less. */
const seriesWeight = (id: string, rates: ReadonlySet<string>): number => (TENOR_OF.has(id) || rates.has(id) ? 4 : 6);

const pathsOf =
  (fn: FunctionName) =>
  (field: string | undefined): string[] =>
    PATHS.filter((p) => p.fn === fn && p.field === field).map((p) => p.path);

/** A function without arguments. */
function functionFigure(fn: FunctionName): Figure {
  const { title, search, fields, result } = listingOf(fn);
  const rank = POPULAR.indexOf(fn);
  return figureOf({
    fn,
    args: [],
    title,
    about: result ? unitOf(result) : fields[0] ? unitOf(fields[0]) : "",
    names: [fn, `SERVICE.${fn}`, `SERVICE_${fn}`, ...pathsOf(fn)(undefined)],
    words: `${title} ${search} ${fields.map((f) => f.name).join(" ")}`,
    weight: rank < 0 ? 4 : 10 - rank / 3,
  });
}

/** All functions that can be typed. */
export const functionFigures = (): readonly Figure[] => CELL_FUNCTIONS.map(functionFigure);

/** A function, its fields, and the values of its argument. */
function ofFunction(fn: FunctionName): Figure[] {
  const { title, search, fields, parameters } = listingOf(fn);
  const paths = pathsOf(fn);
  const made = [functionFigure(fn)];
  const fieldAt = parameters.findIndex((p) => p.kind === "choice" && p.vocabulary === undefined);
  const blanks = (at: number): string[] => Array.from({ length: at }, () => "");
  for (const [i, f] of fields.entries()) {
    // A line of statements has no meaning without its item.
    if (fieldAt < 0 || fn === "FIN" || (i === 0 && !(parameters[0]?.kind === "ticker" && paths(f.name).length > 0))) continue;
    made.push(
      figureOf({
        fn,
        args: [...blanks(fieldAt), f.name],
        title:
          fields.some((other) => other !== f && other.about === f.about) && f.unit !== "varies"
            ? `${capital(plain(f.about))}, ${unitOf(f)}`
            : capital(plain(f.about)),
        about: [unitOf(f), title].filter(Boolean).join(" · "),
        names: [`${fn} ${f.name}`, ...paths(f.name)],
        words: `${f.name} ${plain(f.about)} ${title} ${search}`,
        weight: f.type === "number" ? 3 : 1,
      }),
    );
  }
  const valueAt = parameters.findIndex((p) => p.vocabulary !== undefined && p.vocabulary.id !== "Horizon");
  const values = parameters[valueAt]?.vocabulary?.choices ?? [];
  if (fn === "FILING") {
    const [latest] = values;
    if (latest) made.push(figureOf({ fn, args: ["", latest.value], title: latest.title, about: "", names: ["latest filing"], words: search, weight: 5 }));
  }
  if (fn === "BIS") return [...made, ...countryFigures()];
  if (valueAt < 0 || NOT_BY_VALUE.has(fn)) return made;
  const rates: ReadonlySet<string> = new Set(listingOf("MMRATE").parameters[0]?.vocabulary?.choices.map((c) => c.value));
  for (const one of values) {
    if (isLeftOut(one.value)) continue;
    const args = [...blanks(valueAt), one.value];
    const own = valueTitle(fn, one);
    const series = fn === "FRED";
    // Codes of two letters are words of other figures, such as PE.
    const area = fn === "CBRATE" ? (COUNTRY_WORDS[one.value] ?? one.title) : "";
    const placed = fn === "CBRATE" ? { place: `${one.title} ${area}` } : {};
    made.push(
      figureOf({
        fn,
        args,
        title:
          fn === "FREDH"
            ? `${own}: history`
            : fn === "CBRATE"
              ? `${own}: policy rate`
              : fn === "WHALE"
                ? `${own}: large transfers`
                : fn === "ONCHAIN_RISK"
                  ? `${own}: on-chain risk`
                  : own,
        about: one.detail ?? (one.measure ? `${unitWords(one.measure[0])}, ${one.measure[1]}` : ""),
        names: valueNames(fn, one),
        words: `${area === "" ? one.value : area} ${one.title} ${title} ${series ? fieldWords({ kind: "series", field: one.value }) : search}`,
        weight: series
          ? seriesWeight(one.value, rates)
          : fn === "FIN" || fn === "RV"
            ? 6
            : fn === "YIELD" || fn === "MMRATE"
              ? 5
              : fn === "TRACKRECORD"
                ? 1
                : 3,
        ...placed,
        ...(series ? { row: `series ${one.value}` } : {}),
        ...(series && SERIES_SEARCH[one.value]?.isYield ? { topic: "Treasury yields and spreads" as const } : {}),
      }),
    );
    if (COMBINED.has(fn) && fieldAt > valueAt)
      for (const f of fields.slice(1).filter((of) => isCombined(fn, one.value, of)))
        made.push(
          figureOf({
            fn,
            args: [...args, ...blanks(fieldAt - valueAt - 1), f.name],
            title: fn === "FIN" ? `${own}, adjusted for splits` : `${own}: ${plain(f.about)}`,
            about: unitOf(f),
            names: [`${one.value} ${f.name}`, `${own} ${f.name}`],
            words: `${area === "" ? one.value : area} ${one.title} ${f.name} ${plain(f.about)} ${title}`,
            weight: 1,
            ...placed,
          }),
        );
  }
  return made;
}

/** Functions that only sheet paths reach, one entry for all paths of a figure. A change on the day is a field of PRICE. */
function pathFigures(): Figure[] {
  const groups = new Map<string, (typeof PATHS)[number][]>();
  for (const path of PATHS) {
    const { pathOnly, fields } = listingOf(path.fn);
    if (!pathOnly || path.fn === "CHANGE") continue;
    const key = `${path.fn} ${path.field ?? fields[0]?.name ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return [...groups.values()].flatMap((paths) => {
    const [first] = paths;
    if (!first) return [];
    const { fields, result, title } = listingOf(first.fn);
    const field = fields.find((f) => f.name === first.field) ?? fields[0];
    const figure = figureOf({
      fn: first.fn,
      id: "SERVICE",
      args: ["", first.path],
      title:
        first.field === undefined ? title : field?.about.toLowerCase().includes(title.toLowerCase()) ? capital(field.about) : pathTitle(first.fn, first.field),
      about: unitOf(result ?? field ?? { type: "text" }),
      names: paths.map((p) => p.path),
      words: `${first.fn} ${pathTitle(first.fn, field?.name)}`,
      weight: first.field === undefined ? 4 : 3,
      row: `path ${first.path}`,
    });
    return [{ ...figure, ofTicker: first.fn !== "ODDS" && first.fn !== "ASOF" }];
  });
}

/** Fields of the screener and caveats: no formula returns them. */
const rowFigures = (): Figure[] => [
  ...SCREENER_FIELDS.map((f) => rowFigure("screener", f.name, f.about, `${f.label} ${f.group}`, fieldWords({ kind: "screener", field: f.name }))),
  ...CAVEAT_IDS.map((id) => rowFigure("caveat", id, CAVEATS[id], "", "")),
];

const rowFigure = (row: "screener" | "caveat", field: string, title: string, about: string, words: string): Figure => ({
  key: `${row} ${field}`,
  topic: row === "screener" ? "Screener fields" : "Caveats",
  title,
  about,
  opens: { kind: "row", row, field },
  names: [field],
  words: `${words} ${about}`,
  weight: 0,
  place: [],
  ofTicker: false,
  isFunction: false,
  row: `${row} ${field}`,
});

/** All entries of the search that are known without the service. */
export const builtInFigures = (): readonly Figure[] => withOwnTitles([...CELL_FUNCTIONS.flatMap(ofFunction), ...pathFigures(), ...rowFigures()]);
