import fc from "fast-check";
import { environmentShape } from "../definition";
import type { Shape } from "../shape";
import type { Json } from "../syntax-tree";

const word = fc.constantFrom("a", "web", "npm ci", "é", '"', "\\", "", "x/y", "0", "😀");

/** Arbitrary values that match a shape. */
function valuesOf(shape: Shape): fc.Arbitrary<Json> {
  switch (shape.kind) {
    case "string":
      if (shape.choices) return fc.constantFrom(...shape.choices.map(({ value }) => value));
      return shape.format ? fc.constantFrom("git.example.com/acme/shared", "127.0.0.1:4001/demo/orders") : word;
    case "boolean":
      return shape.acceptsStrings ? fc.constantFrom(true, false, "true", "false") : fc.boolean();
    case "integer":
      return fc.integer({ min: shape.minimum, max: shape.maximum });
    case "array":
      return fc.array(valuesOf(shape.items), { maxLength: 4 });
    case "object-or-list":
      return fc.oneof(valuesOf(shape.object), fc.array(valuesOf(shape.object), { maxLength: 3 }));
    case "object": {
      const needed = [...(shape.required ?? []), ...(shape.anyOf?.slice(0, 1) ?? [])];
      const properties = Object.entries(shape.properties).map(
        ([name, property]) => [name, valuesOf(property)] as const,
      );
      return fc.record<Record<string, Json>, string>(Object.fromEntries(properties), { requiredKeys: needed });
    }
  }
}

/** Values of valid environment files. */
export const environments: fc.Arbitrary<Json> = valuesOf(environmentShape);

const anything: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, "true", "allow_all", "", 0, 1, 65_535, 65_536, -1, 1.5, 1e21, [], {}),
  fc.constantFrom<Json>({ command: "x" }, [{ command: "x" }], [[{}]], { port: 1 }, [{ port: 0 }], ["a/b/c"], ["a"], {
    dockerfile: "D",
  }),
);
const names = fc.constantFrom(
  "install",
  "ports",
  "port",
  "name",
  "constructor",
  "__proto__",
  "nmae",
  "command",
  "toolAllowlist",
);

/** A value with one change anywhere in it: something replaced, added or removed. */
export function mutated(value: Json): fc.Arbitrary<Json> {
  if (Array.isArray(value)) {
    return fc.oneof(
      anything,
      anything.map((added): Json => [...value, added]),
      ...value.map((each, index) =>
        mutated(each).map((changed): Json => value.map((other, at) => (at === index ? changed : other))),
      ),
    );
  }
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value);
    return fc.oneof(
      anything,
      fc.tuple(names, anything).map(([name, added]): Json => Object.fromEntries([...entries, [name, added]])),
      ...entries.map(([name, each]) =>
        mutated(each).map((changed): Json => Object.fromEntries([...entries, [name, changed]])),
      ),
      ...entries.map(([name]) => fc.constant<Json>(Object.fromEntries(entries.filter(([other]) => other !== name)))),
    );
  }
  return anything;
}
