import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { copyFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { SAVED_BY_EXCEL, smallFile } from "../unit/workbook/xlsx/small-file";
import { call, refreshDesk } from "./refresh-desk";

const PAGE = readFileSync(path.join(__dirname, "../../docs/check-a-workbook.md"), "utf8");
/** Commands of the page, each with the output that the page prints below it. */
const SHOWN = [...PAGE.matchAll(/```\nnpm run -s refresh -- (.*)\n```(?:(?!```)[^])*```text\n([^]*?)\n```/g)].map(([, words = "", output = ""]) => ({
  words,
  output,
}));

const text = (reference: string, shows: string): string => `<c r="${reference}" t="inlineStr"><is><t>${shows}</t></is></c>`;
const SHEET = "xl/worksheets/sheet1.xml";
const BOOK = smallFile({
  sheets: {
    Rates: [
      `<row r="1">${text("A1", "10-year yield")}${call("B1", '_xldudf_SERVICE_FRED("DGS10")', "1")}</row>`,
      `<row r="2">${text("A2", "A week earlier")}${call("B2", '_xldudf_SERVICE_FREDH("DGS10","2026-11-12")', "1")}</row>`,
      `<row r="3">${text("A3", "Change")}<c r="B3"><f>ROUND(B1-B2,2)</f><v>0</v></c></row>`,
    ].join(""),
  },
  parts: SAVED_BY_EXCEL,
});

/** A copy in which somebody typed 4 over the formula of B2, as Excel saves it. */
function edited(book: Uint8Array): Uint8Array {
  const parts = unzipSync(book);
  const sheet = strFromU8(parts[SHEET]!)
    .replace(/<c r="B2".*?<\/c>/, '<c r="B2"><v>4</v></c>')
    .replace("<v>0.12</v>", "<v>0.22</v>");
  return zipSync({ ...parts, [SHEET]: strToU8(sheet) });
}

const desk = refreshDesk({ forAll: true });
const { at } = desk;

/** Runs a command of the page in the example's folder. */
async function printed(words: string): Promise<string> {
  await desk.run(...words.split(" "));
  return desk.said.join("\n");
}

async function morning(moment: string, file: string, days: Readonly<Record<string, number>>): Promise<void> {
  desk.now = Date.parse(moment);
  await desk.import(file, days);
  await printed("--lock book.xlsx");
}

beforeAll(async () => {
  desk.put("book.xlsx", BOOK);
  await morning("2026-11-19T12:00:00Z", "wednesday.csv", { "2026-11-12": 4.11, "2026-11-17": 4.15 });
  copyFileSync(at("book.lock.json"), at("yesterday.lock.json"));
  await morning("2026-11-20T12:00:00Z", "thursday.csv", { "2026-11-12": 4.1, "2026-11-17": 4.15, "2026-11-18": 4.22 });
  desk.put("edited.xlsx", edited(desk.read("book.xlsx")));
});

it("the page shows what five commands print", () => expect(SHOWN).toHaveLength(5));

it.each(SHOWN)("docs/check-a-workbook.md shows what is printed: $words", async ({ words, output }) => {
  expect(await printed(words)).toBe(output);
});
