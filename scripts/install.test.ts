import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { missingPackages } from "./install.mjs";

const lock = {
  "": {},
  "node_modules/next": { version: "2.0.0" },
  "node_modules/swc-other-platform": { version: "2.0.0", optional: true },
  "node_modules/vitest": { version: "1.0.0", dev: true },
  "node_modules/vite": { version: "1.0.0", dev: true },
};

async function checkout(installed?: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "slipway-install-"));
  await writeFile(join(folder, "package-lock.json"), JSON.stringify({ packages: lock }));
  if (installed) {
    await mkdir(join(folder, "node_modules"));
    const packages = Object.entries(installed).map(([name, version]) => [`node_modules/${name}`, { version }]);
    await writeFile(
      join(folder, "node_modules/.package-lock.json"),
      JSON.stringify({ packages: Object.fromEntries(packages) }),
    );
  }
  return folder;
}

it.each([
  ["a fresh clone", undefined, ["ci", "--omit=dev"], ["ci", "--include=dev"]],
  ["a started clone", { next: "2.0.0" }, undefined, ["install", "--include=dev", "--no-save"]],
  ["a started clone of an older version", { next: "1.0.0" }, ["ci", "--omit=dev"], ["ci", "--include=dev"]],
  ["a developer's clone", { next: "2.0.0", vitest: "1.0.0", vite: "1.0.0" }, undefined, undefined],
  [
    "a developer's clone of an older version",
    { next: "1.0.0", vitest: "1.0.0", vite: "1.0.0" },
    ["ci", "--include=dev"],
    ["ci", "--include=dev"],
  ],
  [
    "a developer's clone with an older linter",
    { next: "2.0.0", vitest: "1.0.0", vite: "0.9.0" },
    undefined,
    ["install", "--include=dev", "--no-save"],
  ],
])("installs what is missing in %s", async (_, installed, toStart, toTest) => {
  const folder = await checkout(installed);
  expect(missingPackages(folder, { development: false })).toEqual(toStart);
  expect(missingPackages(folder, { development: true })).toEqual(toTest);
});
