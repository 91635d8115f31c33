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

/**
 * A schema as components of the document: itself, and each named schema in it. Other references, of recursive
 * schemas, start at its own root.
 */
export function componentsOf(schema: JsonSchema, name: string): [string, JsonSchema][] {
  const { $defs = {}, ...rest } = schema;
  const names = new Set(Object.keys($defs).filter((id) => !id.startsWith("__")));
  const { $ref: root } = component("schemas", name);
  const placed = (source: unknown): JsonSchema =>
    JSON.parse(JSON.stringify(source), (key, value: unknown) => {
      if (key !== "$ref" || typeof value !== "string" || !value.startsWith("#")) return value;
      const isNamed = value.startsWith(local) && names.has(value.slice(local.length));
      return isNamed ? component("schemas", value.slice(local.length)).$ref : root + value.slice(1);
    });
  const unnamed = Object.entries($defs).filter(([id]) => !names.has(id));
  const own = unnamed.length > 0 ? { ...rest, $defs: Object.fromEntries(unnamed) } : rest;
  return [[name, placed(own)], ...[...names].map((id): [string, JsonSchema] => [id, placed($defs[id])])];
}
