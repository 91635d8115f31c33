import { expect, it } from "vitest";
import { csvRow } from "./csv";

it.each([
  [["a", 1, true, undefined], "a,1,true,\r\n"],
  [['say "hi"', "a,b", "two\nlines"], '"say ""hi""","a,b","two\nlines"\r\n'],
  [["=1+1", "+1", "-1", "@x", "\t=1"], "'=1+1,'+1,'-1,'@x,'\t=1\r\n"],
  [['=HYPERLINK("x","y")', -1], `"'=HYPERLINK(""x"",""y"")",-1\r\n`],
])("writes %j", (values, row) => {
  expect(csvRow(values)).toBe(row);
});
