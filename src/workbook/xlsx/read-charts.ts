import type { Block, ChartSeries, SheetChart } from "../book";
import { blockIn } from "../cell-reference";
import { chartXml, drawingXml } from "./chart-parts";
import { partNamed, relationshipsOf } from "./package-parts";
import { xmlText } from "./read-xml";
import type { Parts } from "./unpack";
import { unescapeXml } from "./xml-text";

const KINDS = { "<c:lineChart>": "line", '<c:barDir val="col"/>': "column", '<c:barDir val="bar"/>': "bar" } as const;

const blockOf = (reference: string | undefined): Block | undefined =>
  reference === undefined ? undefined : blockIn(unescapeXml(reference).replace(/^.*!/, "").replaceAll("$", ""));

function seriesIn(xml: string): ChartSeries | undefined {
  const [name, categories, values] = ["tx", "cat", "val"].map((part) => blockOf(new RegExp(`<c:${part}>.*?<c:f>(.*?)</c:f>`).exec(xml)?.[1]));
  return name && categories && values ? { name, categories, values } : undefined;
}

/** The chart of a part, if it is one that `chartXml` writes; undefined for any other, which a `Book` cannot hold. */
function ownChart(xml: string, sheet: string, place: Pick<SheetChart, "at" | "name">): SheetChart | undefined {
  const kind = Object.entries(KINDS).find(([mark]) => xml.includes(mark))?.[1];
  const title = /<a:t>(.*?)<\/a:t>/.exec(xml)?.[1];
  const format = /<c:valAx>.*?<c:numFmt formatCode="(.*?)"/.exec(xml)?.[1];
  const series = [...xml.matchAll(/<c:ser>.*?<\/c:ser>/g)].map(([one]) => seriesIn(one));
  if (!kind || title === undefined || format === undefined || series.some((one) => one === undefined)) return undefined;
  const chart: SheetChart = {
    kind,
    title: unescapeXml(title),
    ...place,
    series: series.filter((one) => one !== undefined),
    format: unescapeXml(format),
    ...(xml.includes("<c:dateAx>") ? { days: true } : {}),
  };
  return chartXml(sheet, chart) === xml ? chart : undefined;
}

const places = (xml: string): Pick<SheetChart, "at" | "name">[] =>
  [
    ...xml.matchAll(
      /<xdr:col>(\d+)<\/xdr:col>.*?<xdr:row>(\d+)<\/xdr:row>.*?<xdr:col>(\d+)<\/xdr:col>.*?<xdr:row>(\d+)<\/xdr:row>.*?<xdr:cNvPr [^>]*?name="(.*?)"/g,
    ),
  ].map((found) => {
    const [column = 0, row = 0, toColumn = 0, toRow = 0] = found.slice(1, 5).map(Number);
    const name = unescapeXml(found[5] ?? "");
    return { at: { row, column, rows: toRow - row, columns: toColumn - column }, ...(/^Chart \d+$/.test(name) ? {} : { name }) };
  });

/** A sheet's charts, and the names of their parts, if this add-in wrote all of them and nobody has changed them since. Otherwise none: they are left out. */
export function readCharts(parts: Parts, part: string, sheet: string): { readonly charts: readonly SheetChart[]; readonly parts: readonly string[] } {
  const none = { charts: [], parts: [] };
  const [drawing, ...more] = relationshipsOf(parts, part).filter(({ type }) => type === "drawing");
  const file = drawing && partNamed(parts, drawing.target);
  if (!drawing || !file || more.length > 0) return none;
  const xml = xmlText(file);
  const targets = relationshipsOf(parts, drawing.target);
  const charts = places(xml).flatMap((place, i) => {
    const chart = targets.find(({ id }) => id === `rId${i + 1}`);
    const text = chart && partNamed(parts, chart.target);
    return (text && ownChart(xmlText(text), sheet, place)) ?? [];
  });
  if (charts.length === 0 || charts.length !== targets.length || drawingXml(charts) !== xml) return none;
  return { charts, parts: targets.map(({ target }) => target) };
}
