import { CommandType, type Injector } from "@univerjs/core";
import { IRenderManagerService } from "@univerjs/preset-sheets-core";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { render, type VNode } from "preact";
import { storedFields } from "../../../engine/book/book-data";
import { gridValueOf } from "../../../engine/book/cell-data";
import { isoOfSerial } from "../../../contract/dates";
import type { SheetChart } from "../../../workbook/book";
import type { Block } from "../../../workbook/block";
import type { CellValue } from "../../../workbook/cell";
import { onceUntil } from "../once-until";
import { ChartPicture, type DrawnChart } from "./chart-picture";
import type { Grid } from "../page-grid";

/** The scrolling part of the grid: the cells that are not frozen. */
const MAIN_VIEW = "viewMain";

/** A cell on the canvas, before it is scrolled. */
const cellRectangle = (sheet: FWorksheet, row: number, column: number): DOMRect => sheet.getRange(row, column, 1, 1).getCellRect();

interface View {
  /** The canvas on the page. */
  readonly canvas: DOMRect;
  /** How far the cells are scrolled, in pixels. */
  readonly scrolled: { readonly x: number; readonly y: number };
}

function viewOf(injector: Injector, book: string): View | undefined {
  const render = injector.get(IRenderManagerService).getRenderById(book);
  const main = render?.scene.getViewport(MAIN_VIEW);
  if (!render || !main) return undefined;
  const { scaleX, scaleY } = render.scene;
  return { canvas: render.engine.getCanvasElement().getBoundingClientRect(), scrolled: { x: main.viewportScrollX * scaleX, y: main.viewportScrollY * scaleY } };
}

const valuesIn = (sheet: FWorksheet, { row, column, rows, columns }: Block): readonly CellValue[] => {
  const matrix = sheet.getSheet().getCellMatrix();
  return Array.from({ length: rows * columns }, (_, i) => gridValueOf(matrix.getValue(row + Math.floor(i / columns), column + (i % columns))));
};

function drawn(sheet: FWorksheet, chart: SheetChart): DrawnChart {
  const [first] = chart.series;
  const categories = first ? valuesIn(sheet, first.categories) : [];
  const series = chart.series.map(({ name, values }) => ({
    name: String(valuesIn(sheet, name)[0] ?? ""),
    values: valuesIn(sheet, values).map((value) => (typeof value === "number" ? value : null)),
  }));
  if (!chart.days) return { chart, categories: categories.map((value) => String(value ?? "")), series };
  // Rows without a day, such as the user's own, are not on the axis.
  const order = categories.flatMap((day, i) => (typeof day === "number" ? [{ day, i }] : [])).sort((a, b) => a.day - b.day);
  return {
    chart,
    categories: order.map(({ day }) => isoOfSerial(day) ?? String(day)),
    days: order.map(({ day }) => day),
    series: series.map(({ name, values }) => ({ name, values: order.map(({ i }) => values[i] ?? null) })),
  };
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly node: VNode;
}

/** Draws the charts of the active sheet over its cells, where Excel shows them. They are pictures: the pointer reaches the cells below. */
export function showCharts(element: HTMLElement, { api, functions, injector }: Grid): void {
  const layer = document.createElement("div");
  layer.className = "wb-charts";
  // Beside the grid's own element, whose content the grid replaces.
  element.after(layer);
  /** Pictures of the cells as they are, so that scrolling does not read thousands of cells again. */
  let pictures = new Map<SheetChart, Picture>();

  function pictureOf(sheet: FWorksheet, chart: SheetChart, width: number, height: number): VNode {
    const known = pictures.get(chart);
    if (known && known.width === width && known.height === height) return known.node;
    const node = <ChartPicture drawn={drawn(sheet, chart)} width={width} height={height} />;
    pictures.set(chart, { width, height, node });
    return node;
  }

  function draw(): void {
    const book = api.getActiveWorkbook();
    const sheet = book?.getActiveSheet();
    const charts = sheet ? (storedFields(sheet.getSheet().getConfig()).charts ?? []) : [];
    const view = book && charts.length > 0 ? viewOf(injector, book.getId()) : undefined;
    if (!sheet || !view) return render(null, layer);
    const page = element.getBoundingClientRect();
    const { canvas, scrolled } = view;
    const frozen = { rows: sheet.getFrozenRows(), columns: sheet.getFrozenColumns() };
    const top = frozen.rows > 0 ? cellRectangle(sheet, frozen.rows - 1, 0).bottom : cellRectangle(sheet, 0, 0).top;
    const left = cellRectangle(sheet, 0, 0).left;
    Object.assign(layer.style, {
      left: `${canvas.left - page.left + left}px`,
      top: `${canvas.top - page.top + top}px`,
      width: `${Math.max(0, canvas.width - left)}px`,
      height: `${Math.max(0, canvas.height - top)}px`,
    });
    render(
      charts.map((chart, i) => {
        const { row, column, rows, columns } = chart.at;
        const [first, last] = [cellRectangle(sheet, row, column), cellRectangle(sheet, row + rows - 1, column + columns - 1)];
        // A chart that begins in frozen cells stays where it begins.
        const [x, y] = [column < frozen.columns ? 0 : scrolled.x, row < frozen.rows ? 0 : scrolled.y];
        return (
          <div key={i} class="wb-chart" style={{ left: `${first.left - left - x}px`, top: `${first.top - top - y}px` }}>
            {pictureOf(sheet, chart, Math.max(160, last.right - first.left), Math.max(120, last.bottom - first.top))}
          </div>
        );
      }),
      layer,
    );
  }
  /** Draws once for many changes. */
  const plan = onceUntil(requestAnimationFrame, draw);
  const planAnew = (): void => {
    pictures = new Map();
    plan();
  };
  api.addEvent(api.Event.Scroll, plan);
  api.onCommandExecuted(({ type }) => (type === CommandType.MUTATION ? planAnew() : plan()));
  functions.onIdle(planAnew);
  new ResizeObserver(plan).observe(element);
  plan();
}
