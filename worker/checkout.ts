import { runGit } from "@/service/git/run-git";

export interface Checkout {
  owner: string;
  name: string;
  url: string;
}

/** Owner and name in a git address; `undefined` for an address without a host, as a path. Credentials are left out. */
export function parseGitAddress(address: string): Checkout | undefined {
  const scp = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/)([^\s]+)$/.exec(address);
  const text = scp && !address.includes("://") ? `ssh://${scp[1]}/${scp[2]}` : address;
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname } = new URL(text);
  if (!/^(https?|ssh|git):$/.test(protocol) || host === "") return undefined;
  const parts = pathname
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .filter((part) => part !== "");
  const [owner, name] = parts.slice(-2).map(decodeURIComponent);
  if (owner === undefined || name === undefined || parts.length < 2) return undefined;
  return { owner, name, url: `https://${host}/${parts.join("/")}` };
}

/** The repository a folder is a checkout of, by its `origin`; `undefined` for any other folder. */
export async function checkoutOf(folder: string): Promise<Checkout | undefined> {
  const { code, stdout } = await runGit(["config", "--get", "remote.origin.url"], {
    cwd: folder,
    okCodes: [0, 1, 128],
  });
  return code === 0 ? parseGitAddress(stdout.toString("utf8").trim()) : undefined;
}
