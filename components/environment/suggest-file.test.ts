import { expect, it } from "vitest";
import { checkEnvironment } from "@/lib/model/environment/check";
import { suggestFile } from "./suggest-file";

it("installs the dependencies that the repository declares, by its most specific file", () => {
  expect(suggestFile(["README.md", "package.json", "package-lock.json"])).toContain('"install": "npm ci"');
  expect(suggestFile(["package.json", "pnpm-lock.yaml"])).toContain("pnpm install --frozen-lockfile");
  expect(suggestFile(["go.mod"])).toContain('"install": "go mod download"');
  expect(checkEnvironment(suggestFile(["uv.lock"]), ".svc/environment.json").valid).toBe(true);
});

it("suggests nothing for a repository without known files", () => {
  expect(suggestFile(["README.md"])).toBe("");
});
