import { getRepo } from "@/lib/contract/hosting/get-repo";
import { RecentMap } from "@/lib/core/recent-map";
import { parsePullAddress } from "@/lib/model/pull-address";
import { mapConcurrently } from "@/lib/server/operations/pulls/map-concurrently";
import { callServiceAs } from "@/lib/server/upstream/call-service";
import type { Acting } from "@/lib/server/upstream/client/service";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

const validMs = 30_000;
const maxEntries = 5_000;
/** Each costs a call. */
const maxRepositories = 20;

const cache = new RecentMap<string, { at: number; canRead: Promise<boolean> }>(maxEntries);

/** Whether a user can read a repository. False if the service doesn't confirm it. */
function canRead(person: Acting["person"], repository: { ownerSlug: string; repoName: string }): Promise<boolean> {
  const { clock } = dashboardService();
  const key = [person.role, person.email.toLowerCase(), repository.ownerSlug, repository.repoName].join(" ");
  const known = cache.get(key);
  if (known && clock.now() - known.at < validMs) return known.canRead;
  const result = callServiceAs(person)(getRepo, { params: { ...repository } }).then(
    () => true,
    () => false,
  );
  cache.set(key, { at: clock.now(), canRead: result });
  return result;
}

/** The URLs of those pull requests whose repositories a user can read. */
export async function readablePulls(person: Acting["person"], urls: readonly string[]): Promise<ReadonlySet<string>> {
  const addresses = urls.map((url) => ({ url, address: parsePullAddress(url) }));
  const nameOf = ({ ownerSlug, repoName }: { ownerSlug: string; repoName: string }) => `${ownerSlug}/${repoName}`;
  const repositories = new Map(addresses.flatMap(({ address }) => (address ? [[nameOf(address), address]] : [])));
  const checked = [...repositories].slice(0, maxRepositories);
  const allowed = await mapConcurrently(checked, async ([name, address]) => ({
    name,
    canRead: await canRead(person, address),
  }));
  const readable = new Set(allowed.filter((each) => each.canRead).map(({ name }) => name));
  return new Set(addresses.filter(({ address }) => address && readable.has(nameOf(address))).map(({ url }) => url));
}
