import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/core/clock";
import { git, temporaryFolder } from "../testing/git-fixture";
import { EditConflict, editTree, type FileEdit } from "./edit-tree";
import { createObjectReaders, type ObjectReaders } from "./object-readers";
import { newObject, storeObjects } from "./store-objects";
import { formatTree, parseTree } from "./tree-object";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let readers: ObjectReaders;
let dir: string;
let emptyTree: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  dir = folder.path;
  await git(dir, "init", "--quiet", "--bare", "--initial-branch=main", ".");
  readers = createObjectReaders(systemClock);
  const empty = newObject("tree", Buffer.alloc(0));
  await storeObjects(dir, [empty]);
  emptyTree = empty.id;
});
afterAll(async () => {
  readers.close();
  await folder.remove();
});

async function apply(tree: string, edits: readonly FileEdit[]): Promise<string> {
  const made = await editTree(readers.of(dir), tree, edits);
  await storeObjects(dir, made.objects);
  return made.tree;
}

const name = fc.constantFrom("a", "b", "a.b", "a-b", "a0", "Z", "ü");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const content = fc.string({ maxLength: 3 }).map((text) => Buffer.from(text));
const edits = fc.uniqueArray(fc.record({ path, content: fc.option(content, { nil: undefined }) }), {
  selector: (edit) => edit.path,
  minLength: 1,
  maxLength: 6,
});

/** Applies the same changes to a map of files; `undefined` if they conflict. */
function model(files: ReadonlyMap<string, string>, changes: readonly FileEdit[]): Map<string, string> | undefined {
  const next = new Map(files);
  for (const { path: at, content: bytes } of changes) if (!bytes && !next.delete(at)) return undefined;
  for (const { path: at, content: bytes } of changes) if (bytes) next.set(at, bytes.toString("utf8"));
  for (const at of next.keys()) {
    const above = at
      .split("/")
      .slice(0, -1)
      .map((_part, index, parts) => parts.slice(0, index + 1).join("/"));
    if (above.some((each) => next.has(each))) return undefined;
  }
  return next;
}

async function filesOf(tree: string): Promise<Map<string, string>> {
  const listed = await git(dir, "ls-tree", "-r", "-z", "--format=%(objectname) %(path)", tree);
  const found = new Map<string, string>();
  for (const line of listed.split("\0").filter((each) => each !== "")) {
    const blob = await readers.of(dir).read(line.slice(0, 40), 100);
    found.set(line.slice(41), blob?.content.toString("utf8") ?? "");
  }
  return found;
}

describe("file edits", () => {
  it("match a map of files at every step, or are rejected", { tags: ["long"] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 4 }), async (steps) => {
        let tree = emptyTree;
        let files = new Map<string, string>();
        for (const changes of steps) {
          const treeEdits = changes.map(({ path: at, content: bytes }) =>
            bytes ? { path: at, content: bytes } : { path: at },
          );
          const expected = model(files, treeEdits);
          if (!expected) {
            await expect(editTree(readers.of(dir), tree, treeEdits)).rejects.toThrow(EditConflict);
            continue;
          }
          tree = await apply(tree, treeEdits);
          files = expected;
          expect(await filesOf(tree)).toEqual(
            new Map([...files].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))),
          );
        }
        expect(await git(dir, "fsck", "--strict", "--no-dangling")).toBe("");
      }),
      { numRuns: 12 },
    );
  });

  it("preserve names that aren't UTF-8", async () => {
    const raw = Buffer.from([0x66, 0xff, 0x66]);
    const blob = newObject("blob", Buffer.from("x"));
    const tree = newObject("tree", formatTree([{ mode: "100644", name: "?", rawName: raw, id: blob.id }]));
    await storeObjects(dir, [blob, tree]);
    const made = await readers.of(dir).read(await apply(tree.id, [{ path: "new", content: Buffer.from("n") }]), 1_000);
    expect(parseTree(made?.content ?? Buffer.alloc(0)).map(({ rawName }) => rawName.toString("hex"))).toEqual([
      raw.toString("hex"),
      Buffer.from("new").toString("hex"),
    ]);
  });
});

it("writes trees in git's order", () => {
  const entry = fc.record({
    mode: fc.constantFrom("100644", "040000", "120000", "160000"),
    name: fc.stringMatching(/^[a-c.0-]{1,4}$/),
    id: fc.stringMatching(/^[0-9a-f]{40}$/),
  });
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: (each) => each.name }), (entries) => {
      const tree = entries.map((each) => ({ ...each, rawName: Buffer.from(each.name) }));
      const read = parseTree(formatTree(tree));
      expect(formatTree(read).equals(formatTree(tree))).toBe(true);
      expect(new Set(read.map((each) => `${each.mode} ${each.name} ${each.id}`))).toEqual(
        new Set(entries.map((each) => `${each.mode} ${each.name} ${each.id}`)),
      );
    }),
  );
});
