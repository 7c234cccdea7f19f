import { classIn, isSameSecurity, symbolsIn } from "../../../../src/service/records/symbols";

describe("symbolsIn", () => {
  it.each([
    ["BRK.B", ["BRK.B"]],
    ["brk/b", ["BRK.B"]],
    ["BRK-B", ["BRK.B"]],
    ["BRK B", ["BRK.B"]],
    ["BRKB", ["BRKB"]],
    ["(BRK.B)", ["BRK.B"]],
    ["NYSE: BRK.B", ["BRK.B"]],
    ["BF Class B", ["BF.B"]],
    ["EXMP US", ["EXMP"]],
    ["EXMP (TSX)", ["EXMP"]],
    ["NASDAQ EXMP", ["EXMP"]],
    ["WS", ["WS"]],
  ])("reads %j as one symbol with its class after a point", (text, symbols) => expect(symbolsIn(text)).toEqual(symbols));

  it.each([
    ["BRK.A, BRK.B", ["BRK.A", "BRK.B"]],
    ["BF.A BF.B", ["BF.A", "BF.B"]],
    ["BRK A, BRK B", ["BRK.A", "BRK.B"]],
    ["BRK/A; BRK/B", ["BRK.A", "BRK.B"]],
    ["BRK.A/BRK.B", ["BRK.A", "BRK.B"]],
    ["BRK/A/B", ["BRK.A", "BRK.B"]],
    ["BRK.A, B", ["BRK.A", "BRK.B"]],
    ["BRK-A and BRK-B", ["BRK.A", "BRK.B"]],
    ["LEN, LEN.B", ["LEN", "LEN.B"]],
    ["HEI & HEI.A", ["HEI", "HEI.A"]],
    ["GOOG/GOOGL", ["GOOG", "GOOGL"]],
    ["UA UAA", ["UA", "UAA"]],
    ["ZG/Z", ["ZG", "Z"]],
    ["F, T", ["F", "T"]],
    ["NYSE: BRK.A, NYSE: BRK.B", ["BRK.A", "BRK.B"]],
    ["AAPL, AAPL", ["AAPL"]],
    ["EXM; EXM WS", ["EXM", "EXM.WS"]],
    ["EXM/WS", ["EXM", "EXM.WS"]],
    ["WOR, WS", ["WOR", "WS"]],
  ])("reads %j as several symbols, each once", (text, symbols) => expect(symbolsIn(text)).toEqual(symbols));

  it.each(["", "N/A", "none", "n.a.", "Not Applicable", "-", "12345", "Exmp Inc.", "Exmp Holdings, Ltd"])("finds no symbol in %j", (text) =>
    expect(symbolsIn(text)).toEqual([]),
  );
});

test.each([
  ["CL B NEW", "B"],
  ["CAP STK CL C", "C"],
  ["CL A EXC SUB VTG", "A"],
  ["COM SER C FRMLA", "C"],
  ["BERKSHIRE HATHAWAY INC-CL B", "B"],
  ["FOX CORP CLASS A", "A"],
  ["COM A", "A"],
  ["A", "A"],
  ["COM", undefined],
  ["SPONSORED ADR", undefined],
])("the title %j states the class %j", (title, letter) => expect(classIn(title)).toBe(letter));

test.each([
  ["BROOKFIELD BUSINESS CORP", "BROOKFIELD BUSINESS CORP NEW", true],
  ["SIRIUS XM HOLDINGS INC", "SIRIUSXM HOLDINGS INC", true],
  ["ALPHABET INC-CL A", "ALPHABET INC CLASS A", true],
  ["ALPHABET INC-CL A", "ALPHABET INC-CL C", false],
  ["ROUNDHILL BALL METAVERSE ETF", "META PLATFORMS INC CL A", false],
  ["", "APPLE INC", false],
  [undefined, "APPLE INC", true],
])("%j and %j are one security: %j", (a, b, same) => expect([isSameSecurity(a, b), isSameSecurity(b, a)]).toEqual([same, same]));
