// npm run bench: bundles the benchmark and runs it against a service and a database of its own.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundle, nodeBundle, root } from "../scripts/bundle.mjs";

// The service starts its script agent from dist/, the browser needs the built dashboard.
await bundle();
await (await import("../scripts/build.mjs")).build();
const outdir = join(root, "dist", "bench");
const entryPoints = { main: "bench/main.ts", readers: "bench/readers.ts" };
await build({ ...nodeBundle, entryPoints, outdir, packages: "external" });
const { main } = await import(pathToFileURL(join(outdir, "main.mjs")).href);
await main(process.env, root);
