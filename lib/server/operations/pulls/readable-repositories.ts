import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { RecentMap } from "@/lib/core/recent-map";
import { parsePullAddress } from "@/lib/model/pull-address";
import { dashboard } from "@/lib/server/dashboard";
import { callServiceAs } from "@/lib/server/upstream/call-service";
import type { Acting } from "@/lib/server/upstream/client/service";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { mapConcurrently } from "./map-concurrently";

interface Repository {
  ownerSlug: string;
  repoName: string;
}

const validMs = 30_000;
const maxEntries = 5_000;
/** Each costs a call. */
const maxRepositories = 20;

declare global {
  interface Dashboard {
    readableRepositories?: RecentMap<string, { at: number; canRead: Promise<boolean> }> | undefined;
  }
}

/** Whether a user can read a repository. False if the service doesn't confirm it. */
function canRead(user: Acting["user"], repository: Repository): Promise<boolean> {
  const { clock } = dashboardService();
  dashboard.readableRepositories ??= new RecentMap(maxEntries);
  const cache = dashboard.readableRepositories;
  const key = [user.role, user.email.toLowerCase(), repository.ownerSlug, repository.repoName].join(" ");
  const known = cache.get(key);
  if (known && clock.now() - known.at < validMs) return known.canRead;
  const result = callServiceAs(user)(getRepo, { params: { ...repository } }).then(
    () => true,
    () => false,
  );
  cache.set(key, { at: clock.now(), canRead: result });
  return result;
}

const nameOf = ({ ownerSlug, repoName }: Repository) => `${ownerSlug}/${repoName}`;

/** `owner/name` of those repositories that a user can read. */
export async function readableRepositories(
  user: Acting["user"],
  repositories: readonly Repository[],
): Promise<ReadonlySet<string>> {
  const named = new Map(repositories.map((repository) => [nameOf(repository), repository]));
  const checked = await mapConcurrently([...named].slice(0, maxRepositories), async ([name, repository]) => ({
    name,
    canRead: await canRead(user, repository),
  }));
  return new Set(checked.filter((each) => each.canRead).map(({ name }) => name));
}

/** The URLs of those pull requests whose repositories a user can read. */
export async function readablePulls(user: Acting["user"], urls: readonly string[]): Promise<ReadonlySet<string>> {
  const addresses = urls.map((url) => ({ url, address: parsePullAddress(url) }));
  const readable = await readableRepositories(
    user,
    addresses.flatMap(({ address }) => address ?? []),
  );
  return new Set(addresses.filter(({ address }) => address && readable.has(nameOf(address))).map(({ url }) => url));
}
