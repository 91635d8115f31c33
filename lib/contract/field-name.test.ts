import fc from "fast-check";
import { expect, it } from "vitest";
import { requestField, violationField } from "./field-name";

it.each([
  ["pageToken", "page_token"],
  ["files.3.path", "files[3].path"],
  ["parentPullNumber", "parent_pull_number"],
  ["author.displayName", "author.display_name"],
  ["paths.0", "paths[0]"],
  ["ref", "ref"],
  ["", ""],
])("converts %s to %s and back", (field, violation) => {
  expect(violationField(field)).toBe(violation);
  expect(requestField(violation)).toBe(field);
});

it("round-trips every field name", () => {
  const name = fc.stringMatching(/^[a-z]+([A-Z][a-z]+)*$/);
  const index = fc.nat(1_000).map(String);
  const field = fc
    .tuple(name, fc.array(fc.oneof(name, index), { maxLength: 4 }))
    .map(([head, rest]) => [head, ...rest].join("."));
  fc.assert(fc.property(field, (text) => requestField(violationField(text)) === text));
});
