import { describe, expect, it } from "vitest";
import { jsonBoundsProblem } from "./json-bounds";

const problem = (text: string) => jsonBoundsProblem(Buffer.from(text), { values: 4, depth: 3 });

describe("jsonBoundsProblem", () => {
  it.each([
    ["a scalar", "7", undefined],
    ["as many values as allowed", "[1,2,3,4]", undefined],
    ["too many elements", "[1,2,3,4,5]", "has more than 4 values"],
    ["too many members", '{"a":1,"b":2,"c":3,"d":4,"e":5}', "has more than 4 values"],
    ["as deep as allowed", "[[[1]]]", undefined],
    ["too deep", '[[[{"a":1}]]]', "is nested deeper than 3 levels"],
    ["structure in a string", '"[[[[[,,,,,,,\\"[[[[[\\\\"', undefined],
    ["structure after an escaped backslash", '["\\\\"[[[1]]]]', "is nested deeper than 3 levels"],
    ["an unterminated string", '"\\', undefined],
  ])("%s", (_name, text, expected) => {
    expect(problem(text)).toBe(expected);
  });
});
