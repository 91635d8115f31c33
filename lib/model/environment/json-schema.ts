import { environmentShape } from "./definition";
import type { ObjectShape, PropertyShape, Shape } from "./shape";
import type { Json } from "./syntax-tree";

type Schema = { readonly [keyword: string]: Json };

function objectSchema(shape: ObjectShape): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(shape.properties).map(([name, property]) => [name, propertySchema(property)]),
    ),
    additionalProperties: shape.tolerant === true,
    ...(shape.required && { required: shape.required }),
    ...(shape.anyOf && { anyOf: shape.anyOf.map((name) => ({ required: [name] })) }),
  };
}

function schemaOf(shape: Shape): Schema {
  switch (shape.kind) {
    case "string":
      return {
        type: "string",
        ...(shape.choices && { enum: shape.choices.map(({ value }) => value) }),
        ...(shape.format && { pattern: shape.format.pattern }),
      };
    case "boolean":
      return shape.acceptsStrings ? { enum: [true, false, "true", "false"] } : { type: "boolean" };
    case "integer":
      return { type: "integer", minimum: shape.minimum, maximum: shape.maximum };
    case "array":
      return { type: "array", items: schemaOf(shape.items) };
    case "object":
      return objectSchema(shape);
    case "object-or-list":
      return { anyOf: [objectSchema(shape.object), { type: "array", items: objectSchema(shape.object) }] };
  }
}

function propertySchema(property: PropertyShape): Schema {
  const choices =
    property.kind === "string" && property.choices
      ? property.choices.map(({ value, meaning }) => `\n- ${value}: ${meaning}`).join("")
      : "";
  return {
    description: property.meaning + choices,
    ...(property.default !== undefined && { default: property.default }),
    ...schemaOf(property),
  };
}

/** The environment file as a JSON Schema (draft 7) for editors. It doesn't cover duplicate names and warnings. */
export function environmentJsonSchema(): Schema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Environment definition file",
    description: "JSON with comments, without trailing commas. Unknown properties are rejected.",
    ...objectSchema(environmentShape),
  };
}
