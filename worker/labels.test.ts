import { describe, expect, it } from "vitest";
import { OptionsError } from "./arguments";
import { parseLabels, readLabels } from "./labels";

describe("labels", () => {
  it("come from options", async () => {
    expect(await readLabels({ labels: ["env=a=b", "gpu="], labelsFile: undefined })).toEqual([
      { key: "env", value: "a=b" },
      { key: "gpu", value: "" },
    ]);
  });

  it("come from JSON or TOML, where a list sets several values", () => {
    const labels = [
      { key: "zone", value: "eu" },
      { key: "size", value: "1" },
      { key: "size", value: "2" },
    ];
    expect(parseLabels('{"zone":"eu","size":[1,2]}', "labels.json")).toEqual(labels);
    expect(parseLabels('zone = "eu"\nsize = [1, 2]\n', "labels.toml")).toEqual(labels);
  });

  it.each(["repo=x", "pool=x", "=x", "x"])("rejects --label %s", async (text) => {
    await expect(readLabels({ labels: [text], labelsFile: undefined })).rejects.toThrow(OptionsError);
  });

  it.each(["{", "[]", '{"a":{}}', '{"pool":"x"}'])("rejects a file containing %s", (text) => {
    expect(() => parseLabels(text, "labels.json")).toThrow(OptionsError);
  });
});
