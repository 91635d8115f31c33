// Whether this copy was built before it was installed: a container image or a package.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** True if there is nothing to install or build. A package contains no sources. */
export const isBuilt = () => Boolean(process.env.SLIPWAY_BUILT) || !existsSync(join(root, "service", "main.ts"));
