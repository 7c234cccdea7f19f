import fc from "fast-check";
import { keyTrouble, MIN_KEY, withoutKey } from "../../../src/core/api-key";

const KEY = "k3y_of-a.desk-0123456789";

describe("removing the key from a reply", () => {
  it("replaces the key with [key] in text values, in any letter case or written as \\u escapes", () => {
    const hidden = [...KEY].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    for (const said of [KEY, KEY.toUpperCase(), hidden, `no series ${KEY}; the nearest`])
      expect(withoutKey(`{"data":[{"id":0,"value":null,"reason":"${said}"}]}`, KEY)).toMatch(/"reason":"[^"]*\[key\]/);
  });

  it("leaves member names, numbers and booleans unchanged", () => {
    const body = '{"data":[{"id":1,"value":1,"sample":true,"source":"sample"}],"meta":{"sample": true}}';
    for (const key of ["sample", "true", "1", "data", "e"]) {
      const clean = JSON.parse(withoutKey(body, key)) as { data: [{ id: number; value: number; sample: boolean }]; meta: { sample: boolean } };
      expect(clean).toMatchObject({ data: [{ id: 1, value: 1, sample: true }], meta: { sample: true } });
    }
  });

  it("replaces the key with [key] in text that is not JSON", () => expect(withoutKey(`<html>Bearer ${KEY}</html>`, KEY)).toBe("<html>Bearer [key]</html>"));

  it("replaces the key in a reply whose texts have millions of escapes", () => {
    for (const escape of ["\\\\", '\\"', "\\n"]) {
      const long = escape.repeat(4_000_000);
      expect(withoutKey(`{"reason":"${long}","data" : "${KEY}"}`, KEY) === `{"reason":"${long}","data" : "[key]"}`).toBe(true);
    }
  });

  it("leaves a reply without the key unchanged", () => {
    const body = '{"reason":"no market matches \\"rate cut\\"; caf\\u00e9"}';
    expect(withoutKey(body, KEY)).toBe(body);
  });

  it("leaves the reply valid JSON, and no text that contains the key", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.stringMatching(/^[\x21-\x7e]{1,20}$/), (value, key) => {
        const clean = JSON.parse(withoutKey(JSON.stringify([value, key, `a ${key}`]), key)) as unknown[];
        const strings = (of: unknown): string[] =>
          typeof of === "string" ? [of] : typeof of === "object" && of !== null ? Object.values(of).flatMap(strings) : [];
        const left = strings(clean).map((text) => text.replaceAll("[key]", "\0").toLowerCase());
        expect(left.filter((text) => text.includes(key.toLowerCase()))).toEqual([]);
      }),
    );
  });
});

describe("a key that the user enters", () => {
  it.each([
    ["", { code: "key_blank" }],
    ["k".repeat(MIN_KEY - 1), { code: "key_short", least: 16 }],
    ["sample", { code: "key_short", least: 16 }],
    [`${"k".repeat(20)} ${"k".repeat(20)}`, { code: "key_characters" }],
    ["ключ".repeat(8), { code: "key_characters" }],
  ])("%j is refused with %j", (key, failure) => expect(keyTrouble(key)).toEqual(failure));

  it("is accepted if it has 16 characters", () => expect(keyTrouble("k".repeat(MIN_KEY))).toBeUndefined());
});
