/** A value a property may take, with what it means. */
interface Choice {
  value: string;
  meaning: string;
}

export interface StringShape {
  kind: "string";
  choices?: readonly Choice[];
  /** What the text must look like, as JSON Schema writes it, and in words. */
  format?: { pattern: string; words: string };
  /** Text to start from when the property is added. */
  example?: string;
}

interface BooleanShape {
  kind: "boolean";
  /** The strings "true" and "false" are taken too. */
  acceptsStrings?: true;
}

export interface IntegerShape {
  kind: "integer";
  minimum: number;
  maximum: number;
  example: number;
}

export interface ArrayShape {
  kind: "array";
  items: Shape;
}

export interface ObjectShape {
  kind: "object";
  properties: Readonly<Record<string, PropertyShape>>;
  required?: readonly string[];
  /** At least one of these must be there. */
  anyOf?: readonly string[];
}

/** One object, or a list of such objects. */
interface ObjectOrListShape {
  kind: "object-or-list";
  object: ObjectShape;
}

export type Shape = StringShape | BooleanShape | IntegerShape | ArrayShape | ObjectShape | ObjectOrListShape;

export type PropertyShape = Shape & {
  /** What the property does, in one or two sentences. */
  meaning: string;
  default?: boolean;
};

/** Own properties only, so that names such as `constructor` are never found. */
export function propertyShape(shape: ObjectShape, name: string): PropertyShape | undefined {
  return Object.hasOwn(shape.properties, name) ? shape.properties[name] : undefined;
}
