import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import type { Figure } from "./figure";

const targetBytes = 170_000;
/** Screens whose first sight is a list. */
const lists = ["/agents", "/", "/pools", "/queue", "/repositories", "/pulls", "/usage", "/artifacts", "/environments"];

const BuildManifest = z.object({ rootMainFiles: z.array(z.string()) });
const Entries = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) });
const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;

/** Everything a page names in its HTML: React and the router, and its own parts, layouts included. */
function scriptsOf(next: string, page: string): string[] {
  const { rootMainFiles } = BuildManifest.parse(JSON.parse(readFileSync(join(next, "build-manifest.json"), "utf8")));
  const manifest = join(next, "server", "app", `${page}_client-reference-manifest.js`);
  const world: Record<string, unknown> = {};
  world.globalThis = world;
  runInNewContext(readFileSync(manifest, "utf8"), world);
  const entry: unknown = z.record(z.string(), z.unknown()).parse(world.__RSC_MANIFEST)[page];
  return [...new Set([...rootMainFiles, ...Object.values(Entries.parse(entry).entryJSFiles).flat()])];
}

/** What a browser loads to show a list screen for the first time, gzipped, from the production build. */
export function firstLoad(root: string): Figure[] {
  const next = join(root, ".next");
  if (!existsSync(join(next, "build-manifest.json"))) return [];
  return lists.flatMap((path): Figure[] => {
    const page = `/(console)${path === "/" ? "" : path}/page`;
    if (!existsSync(join(next, "server", "app", `${page}_client-reference-manifest.js`))) return [];
    const bytes = scriptsOf(next, page).reduce((sum, file) => sum + gzipSync(readFileSync(join(next, file))).length, 0);
    return [
      {
        name: `first load of ${path}, gzipped`,
        measured: kilobytes(bytes),
        against: kilobytes(targetBytes),
        ratio: `${(bytes / targetBytes).toFixed(2)} ×`,
      },
    ];
  });
}
