import fc from "fast-check";
import { z } from "zod";
import { hostileText, type Json } from "./hostile";

type Schema = { [key: string]: unknown };

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;
const listOf = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

/** Texts that satisfy patterns of the contract more often than random ones. */
const plain = fc.constantFrom<string>(
  "main",
  "a.txt",
  "x",
  "1",
  "f".repeat(40),
  "a@example.test",
  "https://example.com/a",
);

function fromJsonSchema(schema: Schema, depth: number): fc.Arbitrary<Json> {
  const options = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (options.length > 0 && depth > 0) return fc.oneof(...options.map((each) => fromJsonSchema(each, depth - 1)));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as Json[]));
  if ("const" in schema) return fc.constant(schema.const as Json);
  switch (schema.type) {
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(-1, 1.5, 2 ** 53));
    case "string":
      return fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: hostileText });
    case "array":
      return depth > 0 && isSchema(schema.items)
        ? fc.array(fromJsonSchema(schema.items, depth - 1), { maxLength: 3 })
        : fc.constant([]);
    case "object": {
      const properties = isSchema(schema.properties) && depth > 0 ? schema.properties : {};
      const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
      const fields = Object.entries(properties).flatMap(([name, each]) =>
        isSchema(each) ? [[name, fromJsonSchema(each, depth - 1)] as const] : [],
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((name) => name in properties) });
    }
    default:
      return fc.constantFrom<Json>(null, "x", {}, []);
  }
}

/** Values of a schema's input, most of them valid. */
export function fromSchema(schema: z.ZodType): fc.Arbitrary<Json> {
  return fromJsonSchema(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" }), 5);
}
