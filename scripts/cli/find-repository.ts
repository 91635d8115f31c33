import { listRepositories } from "@/lib/contract/agents/list-repositories";
import { CommandError } from "./command-error";
import type { DashboardConnection } from "./dashboard-connection";

const maxNamed = 10;

const pathOf = (url: string) =>
  URL.canParse(url) ? new URL(url).pathname.replace(/^\/|\.git$/g, "").toLowerCase() : "";
const hasPath = (url: string, name: string) => pathOf(url) === name || pathOf(url).endsWith(`/${name}`);

/** The URL of a repository: a URL as is, `owner/name` from the list of repositories that the user can access. */
export async function findRepository(connection: DashboardConnection, text: string): Promise<string> {
  if (/^https?:\/\//.test(text)) return text;
  if (!/^[^\s/]+\/[^\s/]+$/.test(text)) throw new CommandError(`--repo ${text} must be owner/name or a URL`);
  const { items } = await connection.call(listRepositories, { params: {} });
  const name = text.replace(/\.git$/, "").toLowerCase();
  const [found, ...others] = items.filter(({ url }) => hasPath(url, name)).map(({ url }) => url);
  if (found !== undefined && others.length === 0) return found;
  if (found !== undefined) {
    throw new CommandError(
      `${text} is on several servers. Use one of these URLs with --repo: ${[found, ...others].join(", ")}`,
    );
  }
  const known = items.slice(0, maxNamed).map(({ url }) => pathOf(url));
  const more = items.length > maxNamed ? `, and ${items.length - maxNamed} more` : "";
  const next =
    known.length === 0
      ? "You don't have access to any repositories."
      : `Your repositories: ${known.join(", ")}${more}.`;
  throw new CommandError(`repository ${text} not found, or you don't have access. ${next}`, 1);
}
