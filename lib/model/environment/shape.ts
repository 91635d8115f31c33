/** An allowed value and its meaning. */
interface Choice {
  value: string;
  meaning: string;
}

export interface StringShape {
  kind: "string";
  choices?: readonly Choice[];
  /** The required format, as a regular expression and as a label. */
  format?: { pattern: string; example: string };
  /** Text to start from when the property is added. */
  example?: string;
}

interface BooleanShape {
  kind: "boolean";
  /** The strings "true" and "false" are accepted too. */
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
  /** At least one of these is required. */
  anyOf?: readonly string[];
  /** Other properties have no effect instead of making the file invalid. */
  tolerant?: true;
}

/** One object, or a list of such objects. */
interface ObjectOrListShape {
  kind: "object-or-list";
  object: ObjectShape;
}

export type Shape = StringShape | BooleanShape | IntegerShape | ArrayShape | ObjectShape | ObjectOrListShape;

export type PropertyShape = Shape & {
  /** A description in one or two sentences. */
  meaning: string;
  default?: boolean;
};

/** Own properties only, so that names such as `constructor` are never found. */
export function propertyShape(shape: ObjectShape, name: string): PropertyShape | undefined {
  return Object.hasOwn(shape.properties, name) ? shape.properties[name] : undefined;
}
