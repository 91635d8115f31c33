import type { Agent } from "@/lib/contract/agents/agent";
import type { Branch } from "@/lib/contract/agents/run";

/** Quotes a word for a POSIX shell if needed. */
function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) && !word.startsWith("-") ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const withoutScheme = (url: string) => url.replace(/^[a-z+]+:\/\//i, "").replace(/\.git$/, "");

/** The command that fetches a pushed branch. A branch's `repoUrl` has no scheme. */
export function fetchCommand({ repos }: Pick<Agent, "repos">, { repoUrl, branch }: Branch): string | undefined {
  if (!branch) return undefined;
  const known = repos.find(({ url }) => withoutScheme(url) === withoutScheme(repoUrl));
  const url = known?.url ?? (/^[a-z+]+:\/\//i.test(repoUrl) ? repoUrl : `https://${repoUrl}`);
  return `git fetch ${shellQuote(url)} ${shellQuote(branch)} && git switch --detach FETCH_HEAD`;
}

/** The URL if it is http or https: any other scheme could run script. */
export function webLink(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\//i.test(url) ? url : undefined;
}
