import { lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { RunFailure } from "../limits/run-failure";
import type { Mount } from "./sandbox";

/** Files of a container image that a run's processes see instead of this machine's system. */
export interface ImageRoot {
  root: string;
}

/** Folder of the service's Node inside an image, which may have none or another one. */
export const imageNodeFolder = "/.slipway/bin";

const separate = new Set(["dev", "proc", "run", "sys", "tmp"]);
/** Entries an image can have in its root folder and in folders above mounted paths, together. */
const maxEntries = 5_000;

/**
 * Bubblewrap arguments that show an image read-only. Folders above `targets`, where other things are mounted, are created
 * with their contents mounted one by one: nothing can be created in the image. A link at or above a target is omitted,
 * because bubblewrap would follow it out of the sandbox and create the target there. Throws for an image with too many entries.
 */
export function imageMounts({ root }: ImageRoot, targets: readonly string[]): string[] {
  let entries = 0;
  const show = (folder: string): string[] => {
    const names = readdirSync(join(root, folder));
    entries += names.length;
    if (entries > maxEntries)
      throw new RunFailure("environment_unsupported", `image: more than ${maxEntries} files in its root folder`);
    return names.flatMap((name) => {
      const path = `${folder}/${name}`;
      if (folder === "" && separate.has(name)) return [];
      const found = lstatSync(join(root, path));
      const isAbove = path === "/etc" || targets.some((each) => each.startsWith(`${path}/`));
      if (targets.includes(path) && folder !== "/etc") return [];
      if (found.isSymbolicLink()) return isAbove ? [] : ["--symlink", readlinkSync(join(root, path)), path];
      if (found.isDirectory() && isAbove && path !== "/etc") return ["--dir", path, ...show(path)];
      return found.isDirectory() || found.isFile() ? ["--ro-bind", join(root, path), path] : [];
    });
  };
  return show("");
}

/** This process's Node, where processes in an image find it. */
export const imageNode = (): Mount => ({
  path: realpathSync(process.execPath),
  at: `${imageNodeFolder}/node`,
  access: "read",
});

/** A command whose Node is the one in {@link imageNodeFolder}. */
export function imageCommand([program = "", ...args]: readonly string[]): string[] {
  const isNode = program === process.execPath || program === realpathSync(process.execPath);
  return [isNode ? `${imageNodeFolder}/node` : program, ...args];
}
