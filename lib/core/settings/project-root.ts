import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The package's folder. Works from the source tree and from the bundle in `dist`. */
export const projectRoot: string = (() => {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) throw new Error("package folder not found");
  }
})();
