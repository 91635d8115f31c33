import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import type { Result } from "./result";

const target = 150;

const BuildManifest = z.object({ rootMainFiles: z.array(z.string()) });
const Entries = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) });
const manifestName = "page_client-reference-manifest.js";

/** Returns all scripts a page's HTML references: the shared ones and those of the page and its layouts. */
function scriptsOf(next: string, page: string): string[] {
  const { rootMainFiles } = BuildManifest.parse(JSON.parse(readFileSync(join(next, "build-manifest.json"), "utf8")));
  const manifest = join(next, "server", "app", `${page}_client-reference-manifest.js`);
  const sandbox: Record<string, unknown> = {};
  sandbox.globalThis = sandbox;
  runInNewContext(readFileSync(manifest, "utf8"), sandbox);
  const entry: unknown = z.record(z.string(), z.unknown()).parse(sandbox.__RSC_MANIFEST)[page];
  return [...new Set([...rootMainFiles, ...Object.values(Entries.parse(entry).entryJSFiles).flat()])];
}

/** Measures the gzipped scripts of the first load of each screen, from the production build. */
export function firstLoad(root: string): Result[] {
  const next = join(root, ".next");
  const app = join(next, "server", "app");
  if (!existsSync(join(next, "build-manifest.json"))) return [];
  const pages = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(manifestName))
    .map((path) => `/${path.slice(0, -manifestName.length)}page`);
  return pages.sort().map((page): Result => {
    const path = page.replace(/\/\([^/]*\)/g, "").replace(/\/page$/, "") || "/";
    const bytes = scriptsOf(next, page).reduce((sum, file) => sum + gzipSync(readFileSync(join(next, file))).length, 0);
    return { name: `first load of ${path}, gzipped`, value: bytes / 1_000, unit: "kB", target: { value: target } };
  });
}
