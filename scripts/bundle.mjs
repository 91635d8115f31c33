// Bundles the programs that run outside Next.js into dist/ if their sources have changed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./is-built.mjs";
import { updateRegistries } from "./registries.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Next.js program. Installed as a package, Slipway has it in a folder above its own. */
export const nextProgram = () => createRequire(import.meta.url).resolve("next/dist/bin/next");

export const entries = {
  service: "service/main.ts",
  "script-agent": "runner/script-agent/main.ts",
  "run-process": "runner/run-process/main.ts",
  "sandbox-inside": "runner/sandbox/inside/main.ts",
  "judge-environment-file": "runner/environment/judge-thread.ts",
  "sign-in": "lib/server/auth/sign-in-command.ts",
  supervise: "scripts/supervise.ts",
  worker: "worker/main.ts",
  controller: "worker/controller/main.ts",
  verify: "service/verify/verify.ts",
  backup: "service/backup/backup.ts",
  restore: "service/backup/restore.ts",
  doctor: "service/doctor/doctor.ts",
  "environment-check": "scripts/environment-check.ts",
  admin: "scripts/admin-command.ts",
  agents: "scripts/agents-command.ts",
  cli: "scripts/cli/main.ts",
};
// These run in a sandbox that may not include node_modules, so their dependencies are bundled.
const standalone = ["script-agent", "sandbox-inside"];

/** esbuild options for programs that run on Node. */
export const nodeBundle = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
  // The guard only allows Next.js, but programs on Node are servers, too.
  alias: { "server-only": join(root, "node_modules/server-only/empty.js") },
};

/** Returns a hash of the names and contents of all files in the given files and folders, without tests. */
export function hashFiles(paths) {
  const hash = createHash("sha256");
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    let names;
    try {
      names = readdirSync(full).sort();
    } catch {
      hash.update(path).update("\0").update(readFileSync(full)).update("\0");
      return;
    }
    for (const name of names) if (!/\.test\.tsx?$/.test(name)) add(join(path, name));
  };
  for (const path of paths) add(path);
  return hash.digest("hex");
}

/** Folders of the programs' sources. */
export const sourceFolders = ["git", "lib", "postgres", "runner", "scripts", "service", "worker"];
const sources = [...sourceFolders, "package-lock.json", "tsconfig.json"];

/** Updates the registries and dist/. Safe to run in several processes at once. Tests do it once, for all programs they start. */
export async function bundle() {
  if (isBuilt()) return;
  updateRegistries();
  const stamp = join(root, "dist", "sources");
  const digest = hashFiles(sources);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  const { build } = await import("esbuild");
  const staging = join(root, "dist", `.staging-${process.pid}`);
  await mkdir(staging, { recursive: true });
  try {
    const common = { ...nodeBundle, outdir: staging, logOverride: { "empty-import-meta": "silent" } };
    const pick = (test) =>
      Object.fromEntries(Object.entries(entries).filter(([name, path]) => test(name) && existsSync(join(root, path))));
    await build({ ...common, entryPoints: pick((name) => !standalone.includes(name)), packages: "external" });
    await build({
      ...common,
      entryPoints: pick((name) => standalone.includes(name)),
      // Every run starts them several times, and most of their start is parsing.
      minify: true,
      banner: {
        js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
      },
    });
    for (const name of readdirSync(staging)) await rename(join(staging, name), join(root, "dist", name));
    await writeFile(stamp, digest);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
