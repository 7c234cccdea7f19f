import { fileNameOf } from "../../../src/hosts/excel/document-file";

it.each([
  ["https://contoso.sharepoint.com/Shared%20Documents/Curve%20Q1.xlsx?web=1", "Curve Q1.xlsx"],
  ["https://contoso.sharepoint.com/100%.xlsx", "100%.xlsx"],
  ["C:\\Users\\Ada\\50% #done.xlsm", "50% #done.xlsm"],
  ["/Users/ada/Book.xlsx", "Book.xlsx"],
  ["Book1", undefined],
  ["", undefined],
  [undefined, undefined],
  [null, undefined],
])("the file name of %s is %s", (address, name) => expect(fileNameOf(address)).toBe(name));
