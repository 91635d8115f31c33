import { expect, it } from "vitest";
import type { CheckRunAnnotation } from "@/lib/contract/hosting/check";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { placeAnnotations } from "./use-annotations";

const file: CommitFile = {
  filename: "src/sum.js",
  status: "modified",
  additions: 1,
  deletions: 1,
  changes: 2,
  patch: "@@ -3,3 +3,3 @@\n same\n-old\n+new\n same\n",
};
const at = (id: string, path: string, endLine: number): CheckRunAnnotation => ({
  id,
  checkRunId: "run",
  annotationLevel: "warning",
  message: id,
  createdAt: "",
  updatedAt: "",
  location: { path, startLine: 1, endLine },
});

it("is placed below its last line, or below the file header if that line isn't shown", () => {
  const { location: _none, ...general } = at("general", "", 1);
  const annotations = [
    at("shown", file.filename, 4),
    at("far", file.filename, 90),
    at("other", "README.md", 1),
    general,
  ];
  const { byPosition, positions, count } = placeAnnotations(
    [file],
    annotations.map((annotation) => ({ annotation, by: "lint" })),
  );
  expect(count).toBe(2);
  expect(positions).toEqual([
    { path: file.filename, side: "right", line: 4 },
    { path: file.filename, side: "right", line: 0 },
  ]);
  expect(byPosition.get("right4:src/sum.js")).toMatchObject([{ annotation: { id: "shown" }, by: "lint" }]);
  expect(byPosition.get("right0:src/sum.js")).toMatchObject([{ annotation: { id: "far" } }]);
});
