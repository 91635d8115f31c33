import fc from "fast-check";
import { expect, it } from "vitest";
import { checkFilePath } from "./file-path";

it.each(["a", "a/b.c", ".github/x", "git", ".gitignore", ".gitx", "git~x", "ü/日本", "a b", "-x", "...", "a.git"])(
  "takes %j",
  (path) => expect(checkFilePath(path)).toBeUndefined(),
);

it.each([
  ".git",
  ".GIT",
  "a/.Git/b",
  ".git.",
  ".git ",
  ".git. .",
  "GIT~1",
  "git~2/x",
  ".git::$INDEX_ALLOCATION",
  ".g\u200cit",
  "\ufeff.git",
])("rejects %j, which some file systems treat as .git", (path) => expect(checkFilePath(path)).toContain(".git"));

it("rejects paths outside the tree", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", ".", "/", "\\", "~", "\0", "é") }), (path) => {
      if (checkFilePath(path) !== undefined) return;
      for (const part of path.split("/")) expect(["", ".", ".."]).not.toContain(part);
    }),
  );
});
