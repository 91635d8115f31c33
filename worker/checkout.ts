import { runGit } from "@/git/run-git";

export interface Checkout {
  owner: string;
  name: string;
  url: string;
}

/** Parses a git URL, dropping its credentials. Returns undefined for a URL without a host, such as a local path. */
export function parseGitUrl(address: string): Checkout | undefined {
  const scp = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/)([^\s]+)$/.exec(address);
  const text = scp && !address.includes("://") ? `ssh://${scp[1]}/${scp[2]}` : address;
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname } = new URL(text);
  if (!/^(https?|ssh|git):$/.test(protocol) || host === "") return undefined;
  const parts = pathname
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .filter((part) => part !== "");
  const [owner, name] = parts.slice(-2).map(decodeURIComponent);
  if (owner === undefined || name === undefined || parts.length < 2) return undefined;
  return { owner, name, url: `https://${host}/${parts.join("/")}` };
}

/** Returns the repository of a folder's `origin` remote, or undefined. */
export async function detectCheckout(folder: string): Promise<Checkout | undefined> {
  const { code, stdout } = await runGit(["config", "--get", "remote.origin.url"], {
    cwd: folder,
    okCodes: [0, 1, 128],
  });
  return code === 0 ? parseGitUrl(stdout.toString("utf8").trim()) : undefined;
}
