import { expect, it } from "vitest";
import { fileKeys, nameOfKey } from "./file-keys";

it("gives each file a key, also files of the same name", () => {
  const keys = fileKeys([{ filename: "a" }, { filename: "b" }, { filename: "a" }, { filename: "a" }]);
  expect(keys.slice(0, 2)).toEqual(["a", "b"]);
  expect(new Set(keys).size).toBe(4);
  expect(keys.map(nameOfKey)).toEqual(["a", "b", "a", "a"]);
});
