import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Folder of the package, found from the source tree and from the bundle in `dist` alike. */
export const projectRoot: string = (() => {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) throw new Error("the package folder was not found");
  }
})();
