import type { Json } from "./syntax-tree";

/** Line break and indentation of a part of the text. */
export interface Layout {
  newline: string;
  /** One level of indentation. */
  unit: string;
  /** Indentation of the value's line. */
  indentation: string;
}

const isScalar = (value: Json) => value === null || typeof value !== "object";
const maxLineLength = 80;

/** A value on one line: `{ "name": "web", "port": 3000 }`. */
function onOneLine(value: Json): string {
  if (isScalar(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  const members = Object.entries(value ?? {}).map(([name, each]) => `${JSON.stringify(name)}: ${onOneLine(each)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Prints a value, with lists of scalars and small objects in lists on one line. */
export function printValue(value: Json, layout: Layout, inList: boolean): string {
  const line = onOneLine(value);
  if (isScalar(value) || line === "{}" || line === "[]") return line;
  const parts = Array.isArray(value) ? value : Object.values(value ?? {});
  const small = parts.every(isScalar) && line.length <= maxLineLength;
  if (small && (inList || Array.isArray(value))) return line;
  const { newline, unit, indentation } = layout;
  const inner = { ...layout, indentation: indentation + unit };
  const members = Array.isArray(value)
    ? value.map((each) => printValue(each, inner, true))
    : Object.entries(value ?? {}).map(([name, each]) => `${JSON.stringify(name)}: ${printValue(each, inner, false)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const body = members.map((each) => newline + inner.indentation + each).join(",");
  return `${open}${body}${newline}${indentation}${close}`;
}

/** Prints a complete file. */
export function printFile(value: Json): string {
  return `${printValue(value, { newline: "\n", unit: "  ", indentation: "" }, false)}\n`;
}
