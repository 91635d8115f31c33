// npm start: installs packages, builds, and runs the service and the dashboard until Ctrl-C.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { install } from "./install.mjs";

install();
const { bundle, root } = await import("./bundle.mjs");
const dev = process.argv.includes("--dev");
if (dev) await bundle();
else await (await import("./build.mjs")).build();

try {
  const { supervise } = await import(pathToFileURL(join(root, "dist", "supervise.mjs")).href);
  await supervise({ environment: process.env, root, dev });
} catch (error) {
  const expected = ["SettingsError", "DataDirInUse"].includes(error?.name);
  console.error(expected ? error.message : error);
  process.exit(1);
}
