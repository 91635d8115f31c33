import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import type { Result } from "./result";

const targetBytes = 170_000;
/** Pages that start with a list. */
const lists = ["/agents", "/", "/pools", "/queue", "/repositories", "/pulls", "/usage", "/artifacts", "/environments"];

const BuildManifest = z.object({ rootMainFiles: z.array(z.string()) });
const Entries = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) });
const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;

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

/** Measures the gzipped scripts of the first load of each list page, from the production build. */
export function firstLoad(root: string): Result[] {
  const next = join(root, ".next");
  if (!existsSync(join(next, "build-manifest.json"))) return [];
  return lists.flatMap((path): Result[] => {
    const page = `/(console)${path === "/" ? "" : path}/page`;
    if (!existsSync(join(next, "server", "app", `${page}_client-reference-manifest.js`))) return [];
    const bytes = scriptsOf(next, page).reduce((sum, file) => sum + gzipSync(readFileSync(join(next, file))).length, 0);
    return [
      {
        name: `first load of ${path}, gzipped`,
        measured: kilobytes(bytes),
        reference: kilobytes(targetBytes),
        ratio: `${(bytes / targetBytes).toFixed(2)} ×`,
      },
    ];
  });
}
