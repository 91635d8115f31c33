// node bench/search.mjs [--events=1000000] [--keep=<folder>]: fills a database and measures searches in it. The database is
// temporary, or kept in a folder and measured again by the next call.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { nodeBundle, root } from "../scripts/bundle.mjs";

const outfile = join(root, "dist", "bench", "search.mjs");
await build({ ...nodeBundle, entryPoints: ["bench/search.ts"], outfile, packages: "external" });
const { measureSearch } = await import(pathToFileURL(outfile).href);
const [, events = "1000000"] = process.argv.join(" ").match(/--events=([0-9]+)/) ?? [];
const kept = process.argv.find((argument) => argument.startsWith("--keep="));
await measureSearch(Number(events), kept?.slice("--keep=".length));
