// npm run bench: bundles the benchmarks and runs them against a temporary service and database.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundle, nodeBundle, root } from "../scripts/bundle.mjs";
import { findChromium } from "../scripts/chromium.mjs";

// The service starts the script agent from dist/, and the browser benchmarks need the built dashboard.
await bundle();
await (await import("../scripts/build.mjs")).build();
// Other benchmarks run without a browser.
try {
  process.env.CHROMIUM_PATH ||= findChromium() ?? "";
} catch (error) {
  console.error(error.message);
}
const outdir = join(root, "dist", "bench");
const entryPoints = { main: "bench/main.ts", "client-thread": "bench/client-thread.ts" };
await build({ ...nodeBundle, entryPoints, outdir, packages: "external" });
const { main } = await import(pathToFileURL(join(outdir, "main.mjs")).href);
await main(process.env, root);
