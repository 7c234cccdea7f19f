import type { ChartSeries, SheetChart } from "../book";
import type { Block } from "../block";
import { blockIn } from "../cell-reference";
import { partNamed, relatedParts, relationshipsOf } from "./package-parts";
import { xmlText } from "./read-xml";
import type { Parts } from "./unpack";
import { escapeXml, unescapeXml } from "./xml-edits";
import { fixedText, sheetPrefix } from "../cell-address";

const HEAD = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const DRAWINGML = "http://schemas.openxmlformats.org/drawingml/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";

/** Colours of the series, dark and light enough to tell apart in grey. */
export const SERIES_COLORS = ["1F3864", "C55A11", "7F7F7F", "2E8B6F", "7B3F98", "B8860B", "2F75B5", "A61C3C", "4D6B1F", "D16BA5", "0E8C8C", "8C5A3C"] as const;
const TEXT = "404040";
const GRID = "D9D9D9";

const textProperties = (size: number, bold: boolean): string =>
  `<a:bodyPr/><a:p><a:pPr><a:defRPr sz="${size}" b="${bold ? 1 : 0}"><a:solidFill><a:srgbClr val="${TEXT}"/></a:solidFill></a:defRPr></a:pPr>`;

function seriesXml(sheet: string, kind: SheetChart["kind"], series: ChartSeries, i: number): string {
  const color = SERIES_COLORS[i % SERIES_COLORS.length] ?? TEXT;
  const fill = `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
  const look =
    kind === "line"
      ? `<c:spPr><a:ln w="22225" cap="rnd">${fill}<a:round/></a:ln></c:spPr><c:marker><c:symbol val="none"/></c:marker>`
      : `<c:spPr>${fill}</c:spPr><c:invertIfNegative val="0"/>`;
  const reference = (block: Block): string => escapeXml(`${sheetPrefix(sheet)}${fixedText(block)}`);
  return (
    `<c:ser><c:idx val="${i}"/><c:order val="${i}"/><c:tx><c:strRef><c:f>${reference(series.name)}</c:f></c:strRef></c:tx>${look}` +
    `<c:cat><c:strRef><c:f>${reference(series.categories)}</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>${reference(series.values)}</c:f></c:numRef></c:val>` +
    `${kind === "line" ? `<c:smooth val="0"/>` : ""}</c:ser>`
  );
}

/** The part of one chart. It has no cached numbers: Excel reads them from the cells. */
export function chartXml(sheet: string, { kind, title, series, format, days }: SheetChart): string {
  const all = series.map((one, i) => seriesXml(sheet, kind, one, i)).join("");
  const axes = `<c:axId val="1001"/><c:axId val="1002"/>`;
  const plot =
    kind === "line"
      ? `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${all}<c:marker val="1"/>${axes}</c:lineChart>`
      : `<c:barChart><c:barDir val="${kind === "bar" ? "bar" : "col"}"/><c:grouping val="clustered"/><c:varyColors val="0"/>${all}<c:gapWidth val="60"/>${axes}</c:barChart>`;
  const isBar = kind === "bar";
  const labels = `<c:txPr>${textProperties(900, false)}<a:endParaRPr lang="en-US"/></a:p></c:txPr>`;
  // Bars are listed from the top, as in the table.
  const [axis, end] = days
    ? ["dateAx", `<c:auto val="0"/><c:lblOffset val="100"/><c:baseTimeUnit val="days"/>`]
    : ["catAx", `<c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/>`];
  const categories =
    `<c:${axis}><c:axId val="1001"/><c:scaling><c:orientation val="${isBar ? "maxMin" : "minMax"}"/></c:scaling><c:delete val="0"/><c:axPos val="${isBar ? "l" : "b"}"/>` +
    `<c:numFmt formatCode="${days ? "yyyy-mm-dd" : "General"}" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>` +
    `<c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="${GRID}"/></a:solidFill></a:ln></c:spPr>${labels}<c:crossAx val="1002"/><c:crosses val="autoZero"/>${end}</c:${axis}>`;
  const values =
    `<c:valAx><c:axId val="1002"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${isBar ? "b" : "l"}"/>` +
    `<c:majorGridlines><c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="${GRID}"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>` +
    `<c:numFmt formatCode="${escapeXml(format)}" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>` +
    `<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${labels}<c:crossAx val="1001"/><c:crosses val="${isBar ? "max" : "autoZero"}"/><c:crossBetween val="between"/></c:valAx>`;
  const legend = series.length > 1 ? `<c:legend><c:legendPos val="b"/><c:overlay val="0"/>${labels}</c:legend>` : "";
  return (
    `${HEAD}<c:chartSpace xmlns:c="${DRAWINGML}/chart" xmlns:a="${DRAWINGML}/main" xmlns:r="${OFFICE}/relationships"><c:roundedCorners val="0"/><c:chart>` +
    `<c:title><c:tx><c:rich>${textProperties(1200, true)}<a:r><a:rPr lang="en-US" sz="1200" b="1"><a:solidFill><a:srgbClr val="${TEXT}"/></a:solidFill></a:rPr><a:t>${escapeXml(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>` +
    // Numbers in hidden columns are drawn, too. A missing one leaves a gap.
    `<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot}${categories}${values}</c:plotArea>${legend}<c:plotVisOnly val="0"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`
  );
}

/** A chart in a drawing. `id` is its number among the drawing's shapes, `relationship` that of its part. */
function anchorXml({ title, at, name }: SheetChart, id: number, relationship: string): string {
  const corner = (side: string, row: number, column: number): string =>
    `<xdr:${side}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${side}>`;
  return (
    `<xdr:twoCellAnchor>${corner("from", at.row, at.column)}${corner("to", at.row + at.rows, at.column + at.columns)}` +
    `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${id}" name="${name === undefined ? `Chart ${id - 1}` : escapeXml(name)}" descr="${escapeXml(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
    `<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${DRAWINGML}/chart"><c:chart xmlns:c="${DRAWINGML}/chart" r:id="${relationship}"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`
  );
}

const NAMESPACES = `xmlns:xdr="${DRAWINGML}/spreadsheetDrawing" xmlns:a="${DRAWINGML}/main" xmlns:r="${OFFICE}/relationships"`;

/** The part that places a sheet's charts. Chart `i` is its relationship `rId<i + 1>`. */
export const drawingXml = (charts: readonly SheetChart[]): string =>
  `${HEAD}<xdr:wsDr ${NAMESPACES}>${charts.map((chart, i) => anchorXml(chart, i + 2, `rId${i + 1}`)).join("")}</xdr:wsDr>`;

/** A chart in another program's drawing, which may use other prefixes. */
export const foreignAnchorXml = (chart: SheetChart, id: number, relationship: string): string =>
  anchorXml(chart, id, relationship).replace("<xdr:twoCellAnchor>", `<xdr:twoCellAnchor ${NAMESPACES}>`);

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
  const [drawing, ...more] = relatedParts(parts, part, "drawing");
  if (!drawing || more.length > 0) return none;
  const xml = xmlText(drawing.bytes);
  const targets = relationshipsOf(parts, drawing.name);
  const charts = places(xml).flatMap((place, i) => {
    const chart = targets.find(({ id }) => id === `rId${i + 1}`);
    const text = chart && partNamed(parts, chart.target);
    return (text && ownChart(xmlText(text), sheet, place)) ?? [];
  });
  if (charts.length === 0 || charts.length !== targets.length || drawingXml(charts) !== xml) return none;
  return { charts, parts: targets.map(({ target }) => target) };
}
