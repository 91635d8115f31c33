import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { updateRegistries } from "./registries.mjs";

let root: string;

const write = (path: string, text: string) => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "slipway-registries-"));
  for (const folder of ["contract/admin", "contract/agents", "contract/hosting", "contract/pools"]) {
    mkdirSync(join(root, "lib", folder), { recursive: true });
  }
  for (const folder of ["lib/contract/dashboard", "lib/contract/tables", "lib/server/operations", "service"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
});

afterEach(() => rmSync(root, { recursive: true }));

it("lists a new operation from its contract entry and implementation", () => {
  expect(updateRegistries({ root })).toHaveLength(4);
  write("lib/contract/agents/rename-agent.ts", "export const renameAgent = defineOperation({});\n");
  write(
    "service/agents/rename-agent.ts",
    "export const renameAgentOperation = implement(renameAgent, async () => {});\n",
  );
  write("service/agents/rename-agent.test.ts", "export const other = implement(renameAgent, async () => {});\n");

  expect(updateRegistries({ root, check: true })).toEqual([
    "lib/contract/tables/service-table.generated.ts",
    "service/operations.generated.ts",
  ]);
  updateRegistries({ root });
  expect(updateRegistries({ root, check: true })).toEqual([]);
  const table = readFileSync(join(root, "lib/contract/tables/service-table.generated.ts"), "utf8");
  expect(table).toContain('import { renameAgent } from "../agents/rename-agent";');
  const operations = readFileSync(join(root, "service/operations.generated.ts"), "utf8");
  expect(operations).toContain('import { renameAgentOperation } from "./agents/rename-agent";');
  expect(operations).not.toContain("other");
});

it("rejects two entries with the same name", () => {
  const entry = "export const renameAgent = defineOperation({});\n";
  write("lib/contract/agents/rename-agent.ts", entry);
  write("lib/contract/admin/rename-agent.ts", entry);
  expect(() => updateRegistries({ root })).toThrow("both define renameAgent");
});

it("is up to date in this project", () => {
  expect(updateRegistries({ check: true })).toEqual([]);
});
