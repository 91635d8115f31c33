import { expect, it } from "vitest";
import { pairFiles } from "./pair-files";

const file = (filename: string, patch: string, more = {}) => ({ filename, status: "modified", patch, ...more });

it("omits files with identical changes, regardless of line numbers", () => {
  const before = [file("a", "@@ -1 +1 @@\n-x\n+y")];
  expect(pairFiles(before, [file("a", "@@ -31 +31 @@ f()\n-x\n+y")])).toEqual([]);
  expect(pairFiles(before, [file("a", "@@ -1 +1 @@\n-x\n+z")])).toHaveLength(1);
});

it("keeps files of only one version, renamed files, and files without a patch, sorted by name", () => {
  const pairs = pairFiles(
    [file("dropped", "@@ -1 +1 @@\n-x\n+y"), file("old", "@@ -1 +1 @@\n-x\n+y"), file("bin", "")],
    [file("new", "@@ -1 +1 @@\n-x\n+y", { previousFilename: "old", status: "renamed" }), file("bin", "")],
  );
  expect(pairs).toEqual([
    { path: "bin", oldBase: "bin", oldHead: "bin", newBase: "bin", newHead: "bin" },
    { path: "dropped", oldBase: "dropped", oldHead: "dropped", newBase: "dropped", newHead: "dropped" },
    { path: "new", oldBase: "old", oldHead: "old", newBase: "old", newHead: "new" },
  ]);
});
