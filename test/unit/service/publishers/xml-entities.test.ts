import { withoutEntities } from "../../../../src/service/publishers/xml-entities";

test.each([
  ["AT&amp;T &#x26; &#38; &lt;b&gt;", "AT&T & & <b>"],
  ["&constructor; &__proto__; &toString;", "&constructor; &__proto__; &toString;"],
  ["&#1114112; &#x110000; &#99999999999;", "&#1114112; &#x110000; &#99999999999;"],
  ["R&D; & alone", "R&D; & alone"],
])("%s is %s", (text, plain) => expect(withoutEntities(text)).toBe(plain));
