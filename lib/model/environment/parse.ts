import type { Diagnostic, Path, Range } from "./diagnostic";
import { gatherFindings } from "./findings";
import { createScanner, type Punctuation, type Token } from "./scan";
import type { ArrayNode, Comment, Node, ObjectNode, Property, StringNode } from "./syntax-tree";

export interface Parsed {
  /** `undefined` when the text holds no value at all. */
  root: Node | undefined;
  comments: readonly Comment[];
  /** Faults of the syntax are errors; a name that stands twice is a warning. */
  diagnostics: readonly Diagnostic[];
}

/** Nothing an environment file may hold is nested as deeply; the bound keeps the parser off the end of the stack. */
const deepest = 64;

const words: ReadonlyMap<string, string> = new Map([
  ["true", "true"],
  ["false", "false"],
  ["null", "null"],
  ["none", "null"],
  ["undefined", "null"],
  ["yes", "true"],
  ["no", "false"],
]);

/**
 * Reads JSON with comments and without trailing commas. Never throws: what is wrong is in the diagnostics, and the tree holds
 * what could be made out.
 */
export function parse(text: string): Parsed {
  const findings = gatherFindings();
  const comments: Comment[] = [];
  let path: Path = [];
  /** What would close the containers that are open, innermost last. */
  const open: ("}" | "]")[] = [];
  const fault = (code: string, message: string, { start, end }: Range, fix?: Diagnostic["fix"]) =>
    findings.add({ severity: "error", code, message, path, start, end, ...(fix && { fix }) });

  const scan = createScanner(text, ({ code, message, start, end }) => fault(code, message, { start, end }));
  let token = next();

  function next(): Token {
    for (;;) {
      const scanned = scan();
      if (scanned.kind !== "line-comment" && scanned.kind !== "block-comment") return scanned;
      comments.push({
        kind: scanned.kind === "line-comment" ? "line" : "block",
        start: scanned.start,
        end: scanned.end,
      });
    }
  }

  function take(): Token {
    const taken = token;
    token = next();
    return taken;
  }

  const at = (...punctuation: readonly Punctuation[]) =>
    token.kind === "punctuation" && punctuation.includes(token.text);
  const atEnd = () => token.kind === "end";
  const told = ({ start, end }: Range) => {
    const found = text.slice(start, Math.min(end, start + 24));
    return end - start > 24 ? `${found}…` : found;
  };

  function skipNested(): Range {
    const { start } = token;
    let [end, depth] = [token.end, 0];
    do {
      if (at("{", "[")) depth += 1;
      else if (at("}", "]")) depth -= 1;
      end = take().end;
    } while (depth > 0 && token.kind !== "end");
    return { start, end };
  }

  function value(depth: number): Node {
    if (at("{", "[") && depth > deepest) {
      fault("too-deep", `Values are nested more than ${deepest} deep here.`, {
        start: token.start,
        end: token.start + 1,
      });
      return { kind: "invalid", ...skipNested() };
    }
    if (at("{")) return object(depth);
    if (at("[")) return array(depth);
    const taken = take();
    const { start, end } = taken;
    switch (taken.kind) {
      case "string":
        return { kind: "string", start, end, value: taken.value };
      case "number":
        return { kind: "number", start, end, value: taken.value };
      case "literal":
        return { kind: taken.value === null ? "null" : "boolean", start, end, value: taken.value };
      default: {
        const meant = words.get(text.slice(start, Math.min(end, start + 12)).toLowerCase());
        const fix = meant ? { title: `Write ${meant}`, edits: [{ start, end, text: meant }] } : undefined;
        const why = /^[+-.]?\d/.test(told(taken))
          ? "is no JSON number"
          : "is no JSON value; text stands in double quotes";
        fault("bad-value", `${told(taken)} ${why}.`, { start, end }, fix);
        return { kind: "invalid", start, end };
      }
    }
  }

  /** Deals with what stands before the next member or the end of a container. True when the container ends here. */
  function ends(node: ObjectNode | ArrayNode, close: "}" | "]", outer: Path): boolean {
    for (;;) {
      path = outer;
      const closesOuter = at("}", "]") && !at(close) && open.slice(0, -1).some((each) => at(each));
      if (token.kind === "end" || closesOuter) {
        const range = { start: node.start, end: node.start + 1 };
        fault("not-closed", `This ${text[node.start]} is never closed with ${close}.`, range);
        node.end = token.start;
        return true;
      }
      const comma = node.commas.at(-1);
      const afterComma = comma !== undefined && node.commas.length >= node.members.length;
      if (at(close)) {
        if (comma !== undefined && afterComma) {
          const range = { start: comma, end: comma + 1 };
          const fix = { title: "Remove the comma", edits: [{ ...range, text: "" }] };
          fault("trailing-comma", `A comma before ${close} is not allowed.`, range, fix);
        }
        node.end = take().end;
        return true;
      }
      if (at("}", "]")) {
        fault("wrong-bracket", `Expected ${close} or another member, not ${told(token)}.`, token);
        take();
      } else if (at(",")) {
        if (afterComma || node.members.length === 0)
          fault("missing-member", "There is nothing before this comma.", token);
        else node.commas.push(token.start);
        take();
      } else if (at(":")) {
        fault("unexpected-colon", "A colon stands only between a name and its value.", token);
        take();
      } else {
        const last = node.members.at(-1);
        if (last && !afterComma) {
          const place = { start: last.end, end: last.end };
          const fix = { title: "Add a comma", edits: [{ ...place, text: "," }] };
          fault("missing-comma", "A comma is missing here.", place, fix);
        }
        return false;
      }
    }
  }

  function array(depth: number): ArrayNode {
    const { start, end } = take();
    const node: ArrayNode = { kind: "array", start, end, members: [], commas: [] };
    const outer = path;
    open.push("]");
    while (!ends(node, "]", outer)) {
      path = [...outer, node.members.length];
      node.members.push(value(depth + 1));
    }
    open.pop();
    return node;
  }

  function name(): StringNode | undefined {
    const { start, end } = token;
    if (token.kind === "string") {
      const key: StringNode = { kind: "string", start, end, value: token.value };
      take();
      return key;
    }
    if (at("{", "[")) {
      fault("name-expected", "Expected a name in double quotes.", { start, end });
      skipNested();
      return undefined;
    }
    const written = text.slice(start, end);
    const quoted = JSON.stringify(written);
    fault(
      "name-not-quoted",
      `Names stand in double quotes: ${quoted.slice(0, 40)}.`,
      { start, end },
      {
        title: "Put it in quotes",
        edits: [{ start, end, text: quoted }],
      },
    );
    take();
    return { kind: "string", start, end, value: written };
  }

  function member(key: StringNode, depth: number): Property {
    const property: Property = { start: key.start, end: key.end, key, afterColon: undefined, value: undefined };
    if (at(":")) {
      property.afterColon = take().end;
      property.end = property.afterColon;
    } else {
      fault("missing-colon", `A colon and a value are missing after ${told(key)}.`, key);
      // On a line of its own a text is the next name rather than this one's value.
      if (token.kind === "string" && /[\r\n]/.test(text.slice(key.end, token.start))) return property;
    }
    if (at(",", "}", "]", ":") || atEnd()) {
      if (property.afterColon !== undefined) fault("missing-value", `A value is missing after ${told(key)}.`, key);
      return property;
    }
    property.value = value(depth + 1);
    property.end = property.value.end;
    return property;
  }

  function object(depth: number): ObjectNode {
    const { start, end } = take();
    const node: ObjectNode = { kind: "object", start, end, members: [], commas: [] };
    const seen = new Set<string>();
    const outer = path;
    open.push("}");
    while (!ends(node, "}", outer)) {
      const key = name();
      if (!key) {
        if (at(":")) take();
        if (!at(",", "}", "]", ":") && !atEnd()) value(depth + 1);
        continue;
      }
      path = [...outer, key.value];
      if (seen.has(key.value) && !findings.full) {
        const message = `${told(key)} stands here again. Only the last one counts.`;
        findings.add({ severity: "warning", code: "duplicate-name", message, path, start: key.start, end: key.end });
      }
      seen.add(key.value);
      node.members.push(member(key, depth));
    }
    open.pop();
    return node;
  }

  if (atEnd()) {
    fault("empty", "The file is empty. It must hold an object, at least {}.", { start: 0, end: text.length });
    return { root: undefined, comments, diagnostics: findings.all };
  }
  const root = value(1);
  path = [];
  if (!atEnd()) {
    fault("after-the-end", "Nothing but comments may follow the value.", {
      start: token.start,
      end: Math.max(token.end, text.trimEnd().length),
    });
    while (!atEnd()) take();
  }
  return { root, comments, diagnostics: findings.all };
}
