import { type Diagnostic, diagnosticAt, type Fix, type Path, type Range, replacement } from "./diagnostic";
import { createFindings } from "./findings";
import { quoted } from "./shown-text";
import type { ArrayNode, Comment, Node, ObjectNode, Property, StringNode } from "./syntax-tree";
import { TokenReader } from "./token-reader";

interface Parsed {
  /** `undefined` if the text contains no value. */
  root: Node | undefined;
  comments: readonly Comment[];
  /** Syntax errors, and a warning for each duplicate name. */
  diagnostics: readonly Diagnostic[];
}

/** No valid environment file is nested this deeply; the limit protects the parser from a stack overflow. */
const maxDepth = 64;

const intendedLiterals: ReadonlyMap<string, string> = new Map([
  ["true", "true"],
  ["false", "false"],
  ["null", "null"],
  ["none", "null"],
  ["undefined", "null"],
  ["yes", "true"],
  ["no", "false"],
]);

/** The first line with content, other than comments that start with #, is YAML: a document, a mapping or a list. */
const yamlStart = /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*(---|[A-Za-z_][\w-]*:(?=\s)|- )/;

function yamlError(text: string): Diagnostic | undefined {
  const [matched, first = ""] = yamlStart.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const range = { start: matched.length - first.length, end: matched.length };
  return diagnosticAt(range, { severity: "error", code: "yaml", message: "This is YAML. Write JSON.", path: [] });
}

/** Parses JSON with comments, without trailing commas. Never throws: errors are diagnostics, and the tree is partial. */
export function parse(text: string): Parsed {
  const error = yamlError(text);
  return error ? { root: undefined, comments: [], diagnostics: [error] } : new Parser(text).parse();
}

class Parser {
  readonly #findings = createFindings();
  /** Closing brackets of the open containers, innermost last. */
  readonly #open: ("}" | "]")[] = [];
  readonly #tokens: TokenReader;
  #path: Path = [];

  constructor(text: string) {
    this.#tokens = new TokenReader(text, ({ code, message, ...range }) => this.#error(code, message, range));
  }

  #error(code: string, message: string, range: Range, fix?: Fix): void {
    if (this.#findings.full) return;
    this.#findings.add(diagnosticAt(range, { severity: "error", code, message, path: this.#path, fix }));
  }

  parse(): Parsed {
    const tokens = this.#tokens;
    const { comments, text } = tokens;
    const diagnostics = this.#findings.all;
    if (tokens.isAtEnd) {
      this.#error("empty", "The file is empty. It must contain an object, at least {}.", {
        start: 0,
        end: text.length,
      });
      return { root: undefined, comments, diagnostics };
    }
    const root = this.#value(1);
    this.#path = [];
    if (!tokens.isAtEnd) {
      const { start, end } = tokens.token;
      const rest = { start, end: Math.max(end, text.trimEnd().length) };
      this.#error("after-the-end", "Only comments are allowed after the value.", rest);
      while (!tokens.isAtEnd) tokens.take();
    }
    return { root, comments, diagnostics };
  }

  #value(depth: number): Node {
    const tokens = this.#tokens;
    if (tokens.isAt("{", "[") && depth > maxDepth) {
      const { start } = tokens.token;
      this.#error("too-deep", `Values are nested more than ${maxDepth} levels deep.`, { start, end: start + 1 });
      return { kind: "invalid", ...tokens.skipNested() };
    }
    if (tokens.isAt("{")) return this.#object(depth);
    if (tokens.isAt("[")) return this.#array(depth);
    const token = tokens.take();
    const { start, end } = token;
    switch (token.kind) {
      case "string":
        return { kind: "string", start, end, value: token.value };
      case "number":
        return { kind: "number", start, end, value: token.value };
      case "literal":
        return { kind: token.value === null ? "null" : "boolean", start, end, value: token.value };
      default:
        this.#badValue({ start, end });
        return { kind: "invalid", start, end };
    }
  }

  #badValue(range: Range): void {
    const { start, end } = range;
    const { text } = this.#tokens;
    const intended = intendedLiterals.get(text.slice(start, Math.min(end, start + 12)).toLowerCase());
    const fix = intended ? replacement(`Write ${intended}`, range, intended) : undefined;
    const shown = this.#tokens.excerpt(range);
    const reason = /^[+-.]?\d/.test(shown)
      ? "isn't a valid JSON number"
      : "isn't a valid JSON value. Put strings in double quotes";
    this.#error("bad-value", `${shown} ${reason}.`, range, fix);
  }

  #array(depth: number): ArrayNode {
    const { start, end } = this.#tokens.take();
    const node: ArrayNode = { kind: "array", start, end, members: [], commas: [] };
    const outer = this.#path;
    this.#open.push("]");
    while (!this.#ends(node, "]", outer)) {
      this.#path = [...outer, node.members.length];
      node.members.push(this.#value(depth + 1));
    }
    this.#open.pop();
    return node;
  }

  #object(depth: number): ObjectNode {
    const tokens = this.#tokens;
    const { start, end } = tokens.take();
    const node: ObjectNode = { kind: "object", start, end, members: [], commas: [] };
    const names = new Set<string>();
    const outer = this.#path;
    this.#open.push("}");
    while (!this.#ends(node, "}", outer)) {
      const key = this.#name();
      if (!key) {
        if (tokens.isAt(":")) tokens.take();
        if (!tokens.isAt(",", "}", "]", ":") && !tokens.isAtEnd) this.#value(depth + 1);
        continue;
      }
      this.#path = [...outer, key.value];
      if (names.has(key.value)) this.#duplicateName(key);
      names.add(key.value);
      node.members.push(this.#member(key, depth));
    }
    this.#open.pop();
    return node;
  }

  #duplicateName(key: StringNode): void {
    if (this.#findings.full) return;
    const message = `Duplicate property ${this.#tokens.excerpt(key)}.`;
    this.#findings.add(diagnosticAt(key, { severity: "warning", code: "duplicate-name", message, path: this.#path }));
  }

  #name(): StringNode | undefined {
    const tokens = this.#tokens;
    const { token } = tokens;
    const { start, end } = token;
    if (token.kind === "string") {
      tokens.take();
      return { kind: "string", start, end, value: token.value };
    }
    if (tokens.isAt("{", "[")) {
      this.#error("name-expected", "Expected a property name in double quotes.", { start, end });
      tokens.skipNested();
      return undefined;
    }
    const written = tokens.text.slice(start, end);
    const fix = replacement("Add quotes", token, JSON.stringify(written));
    this.#error("name-not-quoted", `Put property names in double quotes: ${quoted(written)}.`, { start, end }, fix);
    tokens.take();
    return { kind: "string", start, end, value: written };
  }

  #member(key: StringNode, depth: number): Property {
    const tokens = this.#tokens;
    const property: Property = { start: key.start, end: key.end, key, afterColon: undefined, value: undefined };
    if (tokens.isAt(":")) {
      property.afterColon = tokens.take().end;
      property.end = property.afterColon;
    } else {
      this.#error("missing-colon", `Missing colon and value after ${tokens.excerpt(key)}.`, key);
      // A string on the next line is the next name, not this one's value.
      const { kind, start } = tokens.token;
      if (kind === "string" && /[\r\n]/.test(tokens.text.slice(key.end, start))) return property;
    }
    if (tokens.isAt(",", "}", "]", ":") || tokens.isAtEnd) {
      if (property.afterColon !== undefined)
        this.#error("missing-value", `Missing value after ${tokens.excerpt(key)}.`, key);
      return property;
    }
    property.value = this.#value(depth + 1);
    property.end = property.value.end;
    return property;
  }

  /** Advances to the next member of a container, or past its end. Returns true at the end. */
  #ends(node: ObjectNode | ArrayNode, close: "}" | "]", outer: Path): boolean {
    const tokens = this.#tokens;
    for (;;) {
      this.#path = outer;
      const comma = node.commas.at(-1);
      const afterComma = comma !== undefined && comma >= (node.members.at(-1)?.end ?? 0);
      if (tokens.isAt(close)) {
        if (afterComma) this.#trailingComma(comma);
        node.end = tokens.take().end;
        return true;
      }
      if (tokens.isAtEnd || this.#closesOuter()) {
        const range = { start: node.start, end: node.start + 1 };
        this.#error("not-closed", `Missing ${close} for this ${tokens.text[node.start]}.`, range);
        node.end = tokens.token.start;
        return true;
      }
      if (!tokens.isAt("}", "]", ",", ":")) {
        const last = node.members.at(-1);
        if (last && !afterComma) this.#missingComma(last.end);
        return false;
      }
      this.#separator(node, close, afterComma);
    }
  }

  /** True at a bracket that closes an outer container. */
  #closesOuter(): boolean {
    return this.#tokens.isAt("}", "]") && this.#open.slice(0, -1).some((each) => this.#tokens.isAt(each));
  }

  /** Consumes the punctuation before a member and reports anything but a comma. */
  #separator(node: ObjectNode | ArrayNode, close: "}" | "]", afterComma: boolean): void {
    const tokens = this.#tokens;
    const { token } = tokens;
    if (tokens.isAt("}", "]"))
      this.#error("wrong-bracket", `Expected ${close} or another member, not ${tokens.excerpt(token)}.`, token);
    else if (tokens.isAt(":"))
      this.#error("unexpected-colon", "Unexpected colon. Colons separate names from values.", token);
    else if (afterComma || node.members.length === 0) this.#error("missing-member", "Unexpected comma.", token);
    else node.commas.push(token.start);
    tokens.take();
  }

  #trailingComma(comma: number): void {
    const range = { start: comma, end: comma + 1 };
    const fix = replacement("Remove comma", range, "");
    this.#error("trailing-comma", "Trailing commas aren't allowed.", range, fix);
  }

  #missingComma(offset: number): void {
    const range = { start: offset, end: offset };
    const fix = replacement("Add comma", range, ",");
    this.#error("missing-comma", "Missing comma.", range, fix);
  }
}
