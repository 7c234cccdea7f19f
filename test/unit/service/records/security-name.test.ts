import { classIn, isSameSecurity } from "../../../../src/service/records/symbols";

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
