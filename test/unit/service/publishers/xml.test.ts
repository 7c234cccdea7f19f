import { descendantAt, elementsIn, readXmlDocument, textAt } from "../../../../src/service/publishers/reading/xml";
import { RefusedFile } from "../../../../src/service/publishers/reading/text";

describe("readXml", () => {
  test("reads names without prefixes, text within CDATA, and children in order", () => {
    const root = readXmlDocument('<?xml version="1.0"?><!DOCTYPE x><ns:a k="1"><!-- no --><b> 1 </b><b><![CDATA[<2>]]></b><c/></ns:a>');
    expect(root.name).toBe("a");
    expect(elementsIn(root, "b").map((b) => b.text)).toEqual([" 1 ", "<2>"]);
    expect(textAt(root, "b")).toBe("1");
    expect(textAt(root, "c")).toBeUndefined();
    expect(descendantAt(root, "c", "d")).toBeUndefined();
  });

  test.each([
    ["AT&amp;T &#x26; &#38; &lt;b&gt;", "AT&T & & <b>"],
    ["a&nbsp;b &constructor; &__proto__;", "a&nbsp;b &constructor; &__proto__;"],
    ["R&D; alone", "R&D; alone"],
  ])("decodes the text %s to %s", (text, plain) => expect(readXmlDocument(`<a>${text}</a>`).text).toBe(plain));

  test.each([
    "",
    "plain text",
    "<a><b></a>",
    "<a><b>1</b>",
    "<a></a><b></b>",
    "<a></a>words",
    "<a></b>",
    "<a>R & D</a>",
    "<a>&#1114112;</a>",
    "<html><p>1<br></html>",
    `${"<a>".repeat(200)}${"</a>".repeat(200)}`,
  ])("refuses %j", (text) => expect(() => readXmlDocument(text)).toThrow(RefusedFile));
});
