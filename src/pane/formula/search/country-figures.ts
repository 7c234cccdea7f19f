import { saysNothing } from "../../../contract/search-words";
import { listingOf } from "../../../contract/functions/listing";
import { figureOf, type Figure } from "./figure";
import { COUNTRY_WORDS } from "./synonyms";

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
export function countryFigures(): Figure[] {
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
      return [
        draft([code, value], indicator, own, 1 + major + (value === "policy_rate" ? -0.5 : 0)),
        ...(HAVE_YEAR_ON_YEAR.has(value)
          ? [
              draft(
                [code, value, "yoy"],
                `${indicator.replace(/,.*/, "")}, change from a year earlier`,
                `${own} yoy year growth change ${value === "cpi" ? "inflation" : ""}`,
                1.2 + major,
              ),
            ]
          : []),
      ];
    });
  });
}
