import fc from "fast-check";
import { parseCsv, readTextTable, tableParts, type TableLine } from "../../../../src/service/publishers/reading/table";
import { RefusedFile } from "../../../../src/service/publishers/reading/text";

type Read = { readonly lines: readonly TableLine[]; readonly ended: boolean } | string;

function orRefusal(read: () => Read): Read {
  try {
    return read();
  } catch (e) {
    if (!(e instanceof RefusedFile)) throw e;
    return e.message;
  }
}

const inParts = (texts: Iterable<string>): Read =>
  orRefusal(() => {
    const parts = [...tableParts(texts)];
    return { lines: parts.flatMap(({ lines }) => lines), ended: parts.at(-1)?.ended ?? false };
  });

const cut = (text: string, places: readonly number[]): string[] => {
  const sorted = [0, ...places.map((at) => at % (text.length + 1)).sort((a, b) => a - b), text.length];
  return sorted.slice(1).map((to, i) => text.slice(sorted[i], to));
};

test("a table that is cut anywhere has the lines and line numbers of the whole one", () => {
  const piece = fc.constantFrom("a,b", "1,2", '"x, y",3', "", "  ", "\n", "\r\n", "\r", "é,😀", "\uFEFF", ",");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.nat(), { maxLength: 6 }), (pieces, places) => {
      const text = `head,tail\n${pieces.join("")}`;
      expect(inParts(cut(text, places))).toEqual(orRefusal(() => readTextTable(text)));
    }),
  );
});

test("lines without quotes are split as the CSV parser splits them", () => {
  const piece = fc.constantFrom("a", "1.5", " ", "\t", "\f", "\u00a0", ",", ",,", "é", "\n", "-");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = `head${pieces.join("")}`;
      const kept = text.split("\n").filter((line) => line.trim() !== "");
      const parsed = parseCsv(`${kept.join("\n")}\n`, { delimiter: ",", record_delimiter: "\n" });
      expect(readTextTable(text).lines.map(({ cells }) => cells)).toEqual(parsed);
    }),
  );
});

test.each([
  ["an open quote", 'a,b\n1,2\n\n"3,4\n', /line 4: a quotation mark is opened/],
  ["a quote inside a value", 'a,b\n\n1,x"y"\n', /line 3: a quotation mark is inside a value/],
  ["a zero byte in a late part", "a,b\n1,2\n3,\0\n", /NUL bytes/],
  ["semicolons", "\n \na;b\n", /separated by semicolons/],
  ["nothing but blanks", " \n\n ", /the file is empty/],
])("a table in parts is refused for %s", (_, text, why) => expect(inParts([...text])).toMatch(why));

test("a web page after a part of blank lines is refused", () => expect(inParts(["\n\n", " <!doctype html>"])).toMatch(/web page/));

test("text without line ends is refused before all of it is read", () => {
  let given = 0;
  function* endless(): Generator<string> {
    yield "a,b\n";
    for (;;) {
      given++;
      yield "x".repeat(1 << 20);
    }
  }
  expect(inParts(endless())).toMatch(/line 2: the line is longer than any line of a table/);
  expect(given).toBeLessThan(10);
});

test("the longest part of a table does not grow with the table", () => {
  const line = "QAA,2024-01-02,10.5\n";
  function* texts(parts: number): Generator<string> {
    for (let i = 0; i < parts; i++) yield line.repeat(100);
  }
  const longest = (parts: number): number => {
    let most = 0;
    for (const { lines } of tableParts(texts(parts))) most = Math.max(most, lines.length);
    return most;
  };
  expect([longest(2), longest(200)]).toEqual([100, 100]);
});
