import { CAVEAT_IDS, CAVEATS } from "../../../contract/caveats";
import { fieldWords, saysNothing } from "../../../contract/search-words";
import { CELL_FUNCTIONS, type FunctionName } from "../../../contract/functions";
import type { Choice as Named } from "../../../contract/functions/choices";
import type { Field, ValueSearch } from "../../../contract/functions/declaration";
import { listingOf } from "../../../contract/functions/listing";
import { groupedBy } from "../../../contract/lists";
import { SERIES_SEARCH } from "../../../contract/listed/series-search";
import { PATHS } from "../../../contract/paths";
import { SCREENER_FIELDS } from "../../../contract/screener";
import { TENOR_SERIES } from "../../../contract/series";
import { capital } from "../../../contract/text";
import { countsShares } from "../../../contract/vocabulary";
import { unitWords } from "../../../sources/answer-words";
import { pathTitle } from "../row-words";
import { type Figure, figureOf, plain, specOf } from "./figure";
import { COUNTRY_WORDS } from "./synonyms";
import { POPULAR } from "./topics";

const functionOf = ({ opens }: Figure) => (opens.kind === "form" ? specOf(opens.id)?.fn : undefined);

/** What tells this figure from others with its title: for a function the figure that it returns by default, for others their function. */
function ownTitle(figure: Figure): string {
  const fn = functionOf(figure);
  if (fn === undefined) return figure.title;
  const first = figure.isFunction ? listingOf(fn).fields[0] : undefined;
  return first ? `${figure.title}: ${plain(first.about)}` : `${figure.title} (${fn})`;
}

/** The figures with titles that tell them apart. A function's own title gives way to that of its field. */
function withOwnTitles(figures: readonly Figure[]): readonly Figure[] {
  const known = groupedBy(figures, ({ title }) => title);
  return figures.map((figure) => {
    const others = (known.get(figure.title) ?? []).filter(({ key }) => key !== figure.key);
    const hasOwn = others.every((other) => other.isFunction && functionOf(other) === functionOf(figure));
    return hasOwn ? figure : { ...figure, title: ownTitle(figure) };
  });
}

const MAJOR = /^(?:US|GB|DE|JP|FR|XM|CN|IT)$/;

const HAVE_YEAR_ON_YEAR: ReadonlySet<string> = new Set(["cpi", "gdp", "house_prices", "reer"]);
const INDICATOR_WORDS: Readonly<Record<string, string>> = {
  cpi: "cpi consumer prices index",
  gdp: "gdp gross domestic product",
  IRLT: "10y bond yield government long term rate",
  policy_rate: "policy rate central bank",
  house_prices: "house prices home property real estate",
  reer: "reer real effective exchange rate",
};

/** What a country's figure is called after its name; with a change from a year earlier, that one's too. */
const SHORT_NAMES: Readonly<Record<string, readonly [level: readonly string[], yearOnYear: readonly string[]]>> = {
  cpi: [["cpi", "consumer prices"], ["inflation", "cpi yoy", "inflation rate"]],
  gdp: [["gdp"], ["gdp growth", "gdp yoy", "growth"]],
  IRLT: [["10y", "10y yield", "bond yield"], []],
  house_prices: [["house prices", "home prices"], []],
  reer: [["reer"], []],
}; // prettier-ignore

/** Statistics of each country, and their change from a year earlier. */
function countryFigures(): Figure[] {
  const [countries = [], indicators = []] = listingOf("BIS").parameters.map((p) => p.vocabulary?.choices ?? []);
  return countries.flatMap(({ value: code, title }) => {
    const name = title.replace(/ \([A-Z]{3}\)$/, "");
    const area = `${title} ${COUNTRY_WORDS[code] ?? ""}`;
    return indicators.flatMap(({ value, title: indicator }) => {
      const [level = [], yearOnYear = []] = SHORT_NAMES[value] ?? [];
      const places = [name, code, ...(COUNTRY_WORDS[code] ?? "").split(" ")].filter((place) => place !== "" && !saysNothing(place));
      const draft = (args: readonly string[], what: string, words: string, weight: number): Figure =>
        figureOf({
          fn: "BIS",
          args,
          title: `${name}: ${what}`,
          about: "International statistics",
          names: places.flatMap((place) => (args.length === 2 ? level : yearOnYear).map((short) => `${place} ${short}`)),
          words: `${area} ${indicator} ${words}`,
          place: area,
          weight,
        });
      const own = INDICATOR_WORDS[value] ?? "";
      const major = code === "US" ? 10 : MAJOR.test(code) ? 5 : 0;
      const figure = draft([code, value], indicator, own, 1 + major + (value === "policy_rate" ? -0.5 : 0));
      if (!HAVE_YEAR_ON_YEAR.has(value)) return [figure];
      const change = `${indicator.replace(/,.*/, "")}, change from a year earlier`;
      return [figure, draft([code, value, "yoy"], change, `${own} yoy year growth change ${value === "cpi" ? "inflation" : ""}`, 1.2 + major)];
    });
  });
}

const unitOf = ({ unit, type }: Pick<Field, "unit" | "type">): string =>
  unit === undefined || unit === "varies" || unit === "count" ? (type === "number" ? "" : type) : unitWords(unit);

/** Values that another function shows with more fields weigh less. */
const SHOWN_ELSEWHERE = 4;

/** A text of a declaration with this value and its title. */
const filled = (text: string, { value, title }: Named): string => text.replaceAll(/[*#]/g, (sign) => (sign === "*" ? value : title));

/** The names of an entry. A code that is a word of other figures is none. */
const valueNames = ({ names = ["*", "#"], ofPlaces }: ValueSearch, one: Named): readonly string[] =>
  names.filter((name) => !ofPlaces || !saysNothing(name.includes("*") ? one.value : one.title)).map((name) => filled(name, one));

/** The fields that are entries of a value, too. */
function fieldsOf({ fields }: ValueSearch, { value }: Named, all: readonly Field[]): readonly Field[] {
  if (fields === undefined || (fields === "per share" && !countsShares(value))) return [];
  return all.slice(1).filter(({ name, type }) => (typeof fields === "string" ? type === "number" : fields.includes(name)));
}

/** Functions whose values are listed in their own way. */
const OWN: { readonly [F in FunctionName]?: () => readonly Figure[] } = { BIS: countryFigures };

/** The series that the values of a function are. */
const seriesIn = (fn: FunctionName): readonly string[] =>
  (listingOf(fn).parameters[0]?.vocabulary?.choices ?? []).map(({ value }) => (TENOR_SERIES as Readonly<Record<string, string>>)[value] ?? value);

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
  const { title, search, values: listed = {}, fields, parameters } = listingOf(fn);
  const paths = pathsOf(fn);
  const made = [functionFigure(fn)];
  const fieldAt = parameters.findIndex((p) => p.kind === "choice" && p.vocabulary === undefined);
  const blanks = (at: number): string[] => Array.from({ length: at }, () => "");
  for (const [i, f] of fields.entries()) {
    // A line of statements has no meaning without its item.
    if (fieldAt < 0 || listed.isNeeded || (i === 0 && !(parameters[0]?.kind === "ticker" && paths(f.name).length > 0))) continue;
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
  const vocabulary = parameters[valueAt]?.vocabulary;
  const own = OWN[fn];
  if (own) return [...made, ...own()];
  const others = listed.ofSeries ? CELL_FUNCTIONS.filter((other) => listingOf(other).parameters[0]?.vocabulary !== vocabulary) : [];
  const elsewhere = new Set(others.flatMap(seriesIn));
  for (const one of (vocabulary?.choices ?? []).filter(({ value }) => value !== listed.except && (listed.only ?? value) === value)) {
    const args = [...blanks(valueAt), one.value];
    const area = listed.ofPlaces ? (COUNTRY_WORDS[one.value] ?? one.title) : "";
    const shared = listed.ofPlaces ? { place: `${one.title} ${area}` } : {};
    made.push(
      figureOf({
        fn,
        args,
        title: filled(listed.title ?? "#", one),
        about: one.detail ?? (one.measure ? `${unitWords(one.measure[0])}, ${one.measure[1]}` : ""),
        names: valueNames(listed, one),
        words: `${area || one.value} ${one.title} ${title} ${listed.ofSeries ? fieldWords({ kind: "series", field: one.value }) : search}`,
        weight: elsewhere.has(one.value) ? SHOWN_ELSEWHERE : (listed.weight ?? 3),
        ...shared,
        ...(listed.ofSeries ? { row: `series ${one.value}` } : {}),
        ...(listed.ofSeries && SERIES_SEARCH[one.value]?.isYield ? { topic: "Treasury yields and spreads" as const } : {}),
      }),
    );
    if (fieldAt > valueAt)
      for (const f of fieldsOf(listed, one, fields))
        made.push(
          figureOf({
            fn,
            args: [...args, ...blanks(fieldAt - valueAt - 1), f.name],
            title: listed.fieldTitle === undefined ? `${one.title}: ${plain(f.about)}` : filled(listed.fieldTitle, one),
            about: unitOf(f),
            names: [`${one.value} ${f.name}`, `${one.title} ${f.name}`],
            words: `${area || one.value} ${one.title} ${f.name} ${plain(f.about)} ${title}`,
            weight: 1,
            ...shared,
          }),
        );
  }
  return made;
}

/** Functions that only sheet paths reach, one entry for all paths of a figure. A change on the day is a field of PRICE. */
function pathFigures(): Figure[] {
  const listed = PATHS.filter(({ fn }) => listingOf(fn).pathOnly && !listingOf(fn).isUnlisted);
  const groups = groupedBy(listed, ({ fn, field }) => `${fn} ${field ?? listingOf(fn).fields[0]?.name ?? ""}`);
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
    return [{ ...figure, ofTicker: listingOf(first.fn).parameters[0]?.kind === "ticker" }];
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
