// npm run bench: bundles the benchmarks and runs them against a temporary service and database.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundle, nodeBundle, root } from "../scripts/bundle.mjs";

// The service starts the script agent from dist/, and the browser benchmarks need the built dashboard.
await bundle();
await (await import("../scripts/build.mjs")).build();
// As for the browser tests.
const { chromium } = await import("../scripts/chromium.mjs");
process.env.CHROMIUM_PATH ||= chromium() ?? "";
const outdir = join(root, "dist", "bench");
const entryPoints = { main: "bench/main.ts", "client-thread": "bench/client-thread.ts" };
await build({ ...nodeBundle, entryPoints, outdir, packages: "external" });
const { main } = await import(pathToFileURL(join(outdir, "main.mjs")).href);
await main(process.env, root);
