import { z } from "zod";
import type { JsonSchema, Reference } from "./description";
import { namedSchemas } from "./named-schemas";

/** JSON Schema patterns have no flags: without one, a case-insensitive pattern would reject valid values. */
function dropFlaggedPatterns({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const checks = zodSchema._zod.def.checks?.map(({ _zod }) => _zod.def) ?? [];
  if (!checks.some((def) => "pattern" in def && def.pattern instanceof RegExp && def.pattern.ignoreCase)) return;
  delete jsonSchema.pattern;
  delete jsonSchema.allOf;
}

/** Adds the limits that refinements check: their `params`, which are in terms of JSON Schema. */
function addLimits({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  for (const { _zod: check } of zodSchema._zod.def.checks ?? []) {
    if ("params" in check.def) Object.assign(jsonSchema, check.def.params);
  }
}

/** A zod schema as JSON Schema. What JSON Schema can't express (other refinements, transforms, flags) is omitted. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override(schemas) {
      dropFlaggedPatterns(schemas);
      addLimits(schemas);
    },
    metadata: namedSchemas,
  });
  return rest;
}

/** A reference to a component of the document. */
export const component = (kind: "schemas" | "responses" | "headers", name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
});

const local = "#/$defs/";
const placed = "#/components/";

/**
 * A schema as components of the document: itself, each named schema in it, and each that is used several times, whose name
 * starts with the schema's own. A reference to `#` is to the schema itself.
 */
export function componentsOf(schema: JsonSchema, name: string): [string, JsonSchema][] {
  const { $defs = {}, ...rest } = schema;
  const nameOf = (id: string) => (id.startsWith("__") ? `${name}_${id.slice(2)}` : id);
  const place = (source: unknown): JsonSchema =>
    JSON.parse(JSON.stringify(source), (key, value: unknown) => {
      if (key !== "$ref" || typeof value !== "string" || value.startsWith(placed)) return value;
      if (value === "#") return component("schemas", name).$ref;
      if (!value.startsWith(local)) throw new Error(`${name} has a reference to ${value}`);
      return component("schemas", nameOf(value.slice(local.length))).$ref;
    });
  const defined = Object.entries($defs).map(([id, each]): [string, JsonSchema] => [nameOf(id), place(each)]);
  return [[name, place(rest)], ...defined];
}
