// Builds the dashboard if its sources have changed since the last build.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, hashFiles, nextProgram, root } from "./bundle.mjs";
import { isBuilt } from "./is-built.mjs";
import { replacePackageLinks } from "./package-links.mjs";

const sources = [
  "app",
  "components",
  "lib",
  "postgres",
  "public",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "proxy.ts",
  "next.config.ts",
  "tailwind.config.ts",
  "postcss.config.mjs",
  "package-lock.json",
];

export async function build() {
  if (isBuilt()) return;
  await bundle();
  const stamp = join(root, ".next", "slipway-sources");
  const hash = hashFiles(sources);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  console.log("Building the dashboard…");
  const { status } = spawnSync(process.execPath, [nextProgram(), "build"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" },
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, hash);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build();
  if (process.argv.includes("--package")) await replacePackageLinks(join(root, ".next", "node_modules"));
}
