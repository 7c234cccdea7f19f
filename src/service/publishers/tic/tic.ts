import { shown } from "../../../contract/arguments";
import { isIsoDate } from "../../../contract/dates";
import type { PublishedRow } from "../../records/record";
import { monthsFrom } from "../../time/calendar";
import { createPublisher, type Feed } from "../publisher";
import { decodedText, readNumber, refuseFile } from "../reading/text";
import { headOf } from "../reading/read-json";
import { refuseCutEnd } from "../reading/table";

const TITLE = "the Treasury's major foreign holders of Treasury securities";
const FIRST_LINE = /^\s*Table 5: Major Foreign Holders of Treasury Securities/;
/** Maximum in billions of dollars. Higher values mean that the file is in millions. */
const MAX_BILLIONS = 100_000;

/** Turns a country into an id: `United Kingdom` into UnitedKingdom, `Of Which: Foreign Official` into ForeignOfficial. */
export const holderOf = (name: string): string =>
  name
    .replace(/^Of Which:\s*/i, "")
    .replace(/&/g, "And")
    .replace(/[^\p{L}\d]+(\p{L}?)/gu, (_, next: string) => next.toUpperCase());

function monthsOf(cells: readonly string[], line: number): string[] {
  return cells.slice(1).map((month) => {
    const date = `${month}-01`;
    return isIsoDate(date) ? date : refuseFile(`expected months as YYYY-MM after Country, got ${shown(month)}; download the file again`, line);
  });
}

/**
 * Holdings by country in billions of dollars at the end of each month, dated by its first day; the file has the newest month first. Totals are as published:
 * they are rounded separately, so parts do not add up exactly. Source: U.S. Treasury, slt_table5.txt.
 */
const majorHolders: Feed = {
  id: "tic.major-holders",
  title: TITLE,
  looksLike: "Table 5: Major Foreign Holders of Treasury Securities",
  recognises: ({ bytes }) => FIRST_LINE.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const text = decodedText(bytes);
    const lines = text.split(/\r?\n/).map((line, i) => ({ number: i + 1, cells: line.split("\t").map((c) => c.trim()) }));
    const head = lines.find(({ cells }) => cells[0] === "Country") ?? refuseFile("the line that begins with Country is missing; download the whole table");
    const months = monthsOf(head.cells, head.number);
    const rows: PublishedRow[] = [];
    const skipped = months.findIndex((month, i) => i > 0 && monthsFrom(month, 1) !== months[i - 1]);
    if (skipped > 0)
      refuseFile(`expected consecutive months, newest first, got ${months[skipped]} after ${months[skipped - 1]}; download the whole table`, head.number);
    // Notes under the table use only the first cell.
    if (lines[lines.length - 1]!.cells.length > 1) refuseCutEnd({ lines, ended: text.endsWith("\n") }, 1);
    for (const { number, cells } of lines.filter((l) => l.number > head.number)) {
      const name = cells[0] ?? "";
      const values = cells.slice(1);
      if (values.every((v) => v === "")) continue;
      if (values.length !== months.length)
        refuseFile(`expected ${months.length} months, got ${values.length}: the line seems to be cut; download the table again`, number);
      values.forEach((text, i) => {
        const value = ["", "n.a.", "*", "ND"].includes(text) ? null : readNumber(text, months[i] ?? "", number);
        if (value !== null && Math.abs(value) > MAX_BILLIONS) refuseFile(`${value} is too high for billions of dollars; check the unit of the file`, number);
        rows.push({ series: `TIC.${holderOf(name)}`, date: months[i] ?? "", value, source: "tic" });
      });
    }
    if (!rows.some((r) => r.series === "TIC.GrandTotal")) refuseFile("the line Grand Total is missing: the file seems to be cut; download it again");
    return { rows };
  },
  fetching: {
    // Published about the 18th, about six weeks after the month ends.
    schedule: { timeZone: "America/New_York", on: { dayOfMonth: 18 }, at: "16:30" },
    requests: () => [{ part: "slt_table5.txt", url: "https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents/slt_table5.txt" }],
  },
};

/** Treasury International Capital System: foreign holders of Treasury securities. */
export const tic = createPublisher({ id: "tic", name: "Treasury International Capital System", feeds: [majorHolders], msBetween: 1_000 });
