import { expect, it } from "vitest";
import { readQuotedPath } from "./quoted-path";

it("reads quoted and plain paths", () => {
  const latin1 = (text: string) => Buffer.from(text).toString("latin1");
  expect(readQuotedPath(latin1("docs/ünï b.md"))).toBe("docs/ünï b.md");
  expect(readQuotedPath(latin1('"ünï\\tb"'))).toBe("ünï\tb");
  expect(readQuotedPath("\xe9.txt")).toBe(String.raw`"\351.txt"`);
  expect(readQuotedPath(String.raw`"we\"ird\tna\\me\001.txt"`)).toBe('we"ird\tna\\me\u0001.txt');
  expect(readQuotedPath(String.raw`"\303\274.txt"`)).toBe("ü.txt");
  expect(readQuotedPath('"')).toBe('"');
});
