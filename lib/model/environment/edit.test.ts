import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Path } from "./diagnostic";
import { applyEdits, removeValue, setValue } from "./edit";
import { type Editable, editable } from "./editable";
import { parse } from "./parse";
import { type Json, nodeAt, toJson } from "./syntax-tree";
import { environments } from "./testing/environments";
import { textOf } from "./testing/jsonc";

function opened(text: string): Editable {
  const document = editable(text);
  if (!document) throw new Error(`not well-formed: ${text}`);
  return document;
}

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same edit on the value. */
function put(value: Json | undefined, path: Path, next: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (typeof step === "number") {
    const list = Array.isArray(value) ? value : [];
    if (step >= list.length) return [...list, put(undefined, rest, next)];
    return list.map((each, index) => (index === step ? put(each, rest, next) : each));
  }
  const known = isObject(value) ? value : {};
  const inner = Object.hasOwn(known, step) ? known[step] : undefined;
  return Object.fromEntries([...Object.entries(known), [step, put(inner, rest, next)]]);
}

function cut(value: Json | undefined, path: Path): Json {
  const [step, ...rest] = path;
  if (Array.isArray(value) && typeof step === "number") {
    if (rest.length === 0) return value.filter((_, index) => index !== step);
    return value.map((each, index) => (index === step ? cut(each, rest) : each));
  }
  if (isObject(value) && typeof step === "string" && Object.hasOwn(value, step)) {
    if (rest.length === 0) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, name === step ? cut(each, rest) : each]),
    );
  }
  return value ?? null;
}

/** The paths of a value and of everything in it. */
function pathsOf(value: Json, path: Path = []): Path[] {
  const steps: [string | number, Json][] = Array.isArray(value)
    ? value.map((each, index) => [index, each])
    : isObject(value)
      ? Object.entries(value)
      : [];
  return [path, ...steps.flatMap(([step, each]) => pathsOf(each, [...path, step]))];
}

const commentsOf = (text: string) => parse(text).comments.map(({ start, end }) => text.slice(start, end));

/** The comments outside the value at a path. For a property, excludes comments between its name and value. */
function commentsOutside({ text, root, comments }: Editable, path: Path): string[] {
  const node = nodeAt(root, path);
  const owner = nodeAt(root, path.slice(0, -1));
  const property =
    owner?.kind === "object" ? owner.members.findLast(({ key }) => key.value === path.at(-1)) : undefined;
  const gone = property ?? node;
  return comments
    .filter(({ start, end }) => !gone || end <= gone.start || start >= gone.end)
    .map(({ start, end }) => text.slice(start, end));
}

const within = (all: readonly string[], some: readonly string[]) => {
  const left = [...all];
  return some.every((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};

const edited = environments.chain((value) =>
  fc.record({ value: fc.constant(value), text: textOf(value), path: fc.constantFrom(...pathsOf(value).slice(1), []) }),
);
const additions = fc.constantFrom<Path>(
  ["install"],
  ["build", "dockerfile"],
  ["ports", 99],
  ["ports", 0, "name"],
  ["egressAllowlist", 99],
  ["terminals", 99],
  ["mcpServerAllowlist", 0, "toolAllowlist", 99],
);
const values = fc.oneof(
  fc.constantFrom<Json>("x", 3000, true, null, [], {}, ["a", "b"], { name: "web", port: 3000 }),
  environments,
);
const where = (text: string) => `in ${JSON.stringify(text)}`;

describe("editing the text of a file", () => {
  it("sets an existing value like an edit of the data and keeps all comments outside it", () => {
    fc.assert(
      fc.property(edited, values, ({ value, text, path }, next) => {
        if (path.length === 0) return;
        const document = opened(text);
        const changed = applyEdits(text, setValue(document, path, next));
        expect(toJson(opened(changed).root), where(text)).toEqual(put(value, path, next));
        expect(within(commentsOf(changed), commentsOutside(document, path)), where(changed)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it("adds a missing value with its parents and keeps all comments", () => {
    fc.assert(
      fc.property(edited, additions, values, ({ value, text }, path, next) => {
        const document = opened(text);
        const [first = "", second] = path;
        const taken =
          isObject(value) && typeof first === "string" && Object.hasOwn(value, first) ? value[first] : undefined;
        const fits = taken === undefined || (typeof second === "number" ? Array.isArray(taken) : isObject(taken));
        const changed = applyEdits(text, setValue(document, path, next));
        expect(toJson(opened(changed).root), where(text)).toEqual(put(value, path, next));
        if (fits && !nodeAt(document.root, path)) {
          expect(within(commentsOf(changed), commentsOf(text)), `${where(text)} → ${where(changed)}`).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("removes a value like an edit of the data and keeps all comments outside it", () => {
    fc.assert(
      fc.property(edited, ({ value, text, path }) => {
        const document = opened(text);
        const changed = applyEdits(text, removeValue(document, path));
        expect(toJson(opened(changed).root), where(text)).toEqual(path.length === 0 ? value : cut(value, path));
        if (path.length === 0) expect(changed).toBe(text);
        else expect(commentsOf(changed), `${where(text)} → ${where(changed)}`).toEqual(commentsOutside(document, path));
      }),
      { numRuns: 400 },
    );
  });

  it("changes nothing when a value is set twice", () => {
    fc.assert(
      fc.property(edited, additions, fc.constantFrom<Json>("x", 1, false, ["a"]), ({ text }, path, next) => {
        const landed = path.map((step) => (step === 99 ? 0 : step));
        const once = applyEdits(text, setValue(opened(text), landed, next));
        const twice = applyEdits(once, setValue(opened(once), landed, next));
        expect(twice).toBe(once);
      }),
    );
  });

  it("doesn't edit malformed text", () => {
    expect(editable('{"a": 1,}')).toBeUndefined();
    expect(editable("[]")).toBeUndefined();
  });
});

const set = (text: string, path: Path, value: Json) => applyEdits(text, setValue(opened(text), path, value));
const remove = (text: string, path: Path) => applyEdits(text, removeValue(opened(text), path));

describe("the layout of edits", () => {
  it("puts a new property on its own line, like its neighbors", () => {
    expect(set('{\n    "name": "a" // the name\n}\n', ["install"], "npm ci")).toBe(
      '{\n    "name": "a", // the name\n    "install": "npm ci"\n}\n',
    );
    expect(set('{\r\n\t"name": "a"\r\n}\r\n', ["ports"], [{ port: 1 }])).toBe(
      '{\r\n\t"name": "a",\r\n\t"ports": [\r\n\t\t{ "port": 1 }\r\n\t]\r\n}\r\n',
    );
  });

  it("keeps a single line on one line", () => {
    expect(set('{ "name": "a" }', ["user"], "root")).toBe('{ "name": "a", "user": "root" }');
    expect(set('{\n  "egressAllowlist": ["a.com"]\n}', ["egressAllowlist", 1], "b.com")).toBe(
      '{\n  "egressAllowlist": ["a.com", "b.com"]\n}',
    );
  });

  it("adds to empty objects and lists", () => {
    expect(set("{}", ["name"], "a")).toBe('{\n  "name": "a"\n}');
    expect(set("{\n  // nothing yet\n}\n", ["name"], "a")).toBe('{\n  // nothing yet\n  "name": "a"\n}\n');
    expect(set("{}", ["build", "dockerfile"], "Dockerfile")).toBe(
      '{\n  "build": {\n    "dockerfile": "Dockerfile"\n  }\n}',
    );
  });

  it("removes the whole line but keeps other comments", () => {
    const text = '{\n  // keep me\n  "name": "a", // and me\n  "user": "root",\n  "start": "x"\n}\n';
    expect(remove(text, ["user"])).toBe('{\n  // keep me\n  "name": "a", // and me\n  "start": "x"\n}\n');
    expect(remove(text, ["start"])).toBe('{\n  // keep me\n  "name": "a", // and me\n  "user": "root"\n}\n');
    expect(remove(text, ["name"])).toBe('{\n  // keep me\n  // and me\n  "user": "root",\n  "start": "x"\n}\n');
    expect(remove('{ "a": 1, "b": 2, "c": 3 }', ["b"])).toBe('{ "a": 1, "c": 3 }');
    expect(remove('{ "a": 1, "b": 2 }', ["b"])).toBe('{ "a": 1 }');
    expect(remove('{ "a": 1, "b": 2 }', ["a"])).toBe('{ "b": 2 }');
    expect(remove('{\n  "a": 1\n}\n', ["a"])).toBe("{}\n");
  });
});
