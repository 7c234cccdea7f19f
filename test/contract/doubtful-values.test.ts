import path from "node:path";
import { data } from "../../src/commands/data";
import { evalCommand } from "../../src/commands/eval";
import { CASES } from "../value-cases/run-case";
import { call, refreshDesk } from "./refresh-desk";

const DOUBT = "The price 11000689.5 of 93,227 shares bought on 2025-06-10";
const desk = refreshDesk();

beforeEach(async () => {
  expect(await data(["--data", "d", "import", "sec", path.join(CASES, "price.txt")], desk.io)).toBe(0);
  desk.clear();
});

it("eval prints a doubtful value as the cell shows it, and the doubt beside it", async () => {
  await evalCommand(["--data", "d", "--as-of", "2025-07-02", '=SERVICE("IHQ","insider.buy")'], desk.io);
  expect(desk.out).toEqual(["1025561280016.5"]);
  expect(desk.err.join("\n")).toContain(DOUBT);
});

it("a refresh names the cells that show a doubtful value", async () => {
  desk.putBook("book.xlsx", [call("A1", '_xldudf_SERVICE("IHQ","insider.buy")')]);
  expect(await desk.run("--as-of", "2025-07-02", "book.xlsx")).toBe(0);
  expect(desk.out.join("\n")).toContain("1 cell changed. S!A1 shows a value in doubt. Inspect in the task pane names the numbers compared.");
});
