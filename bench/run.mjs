// npm run bench: bundles the benchmark and runs it against a service and a database of its own.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundle, root } from "../scripts/bundle.mjs";

// The service starts its script agent from dist/.
await bundle();
const outdir = join(root, "dist", "bench");
await build({
  absWorkingDir: root,
  entryPoints: { main: "bench/main.ts", readers: "bench/readers.ts" },
  outdir,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  outExtension: { ".js": ".mjs" },
  packages: "external",
  logLevel: "warning",
});
const { main } = await import(pathToFileURL(join(outdir, "main.mjs")).href);
await main(process.env);
