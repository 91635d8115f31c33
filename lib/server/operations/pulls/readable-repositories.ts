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
/** For live changes, which every viewer of every repository receives. */
const liveValidMs = { readable: 5 * 60_000, hidden: 60_000 };
const maxEntries = 5_000;
/** Each costs a call. */
const maxRepositories = 20;

interface ReadAccess {
  at: number;
  canRead: Promise<boolean>;
  /** `canRead` once it is known. */
  result?: boolean;
}

declare global {
  interface Dashboard {
    readableRepositories?: RecentMap<string, ReadAccess> | undefined;
  }
}

function readAccess(
  user: Acting["user"],
  repository: Repository,
  isValid: (age: number, known: ReadAccess) => boolean,
): ReadAccess {
  const { clock } = dashboardService();
  dashboard.readableRepositories ??= new RecentMap(maxEntries);
  const cache = dashboard.readableRepositories;
  const key = [user.role, user.email.toLowerCase(), repository.ownerSlug, repository.repoName].join(" ");
  const known = cache.get(key);
  if (known && isValid(clock.now() - known.at, known)) return known;
  const canRead = callServiceAs(user)(getRepo, { params: { ...repository } }).then(
    () => true,
    () => false,
  );
  const access: ReadAccess = { at: clock.now(), canRead };
  canRead.then((result) => {
    access.result = result;
  });
  cache.set(key, access);
  return access;
}

/** Whether a user can read a repository. False if the service doesn't confirm it. */
const canRead = (user: Acting["user"], repository: Repository): Promise<boolean> =>
  readAccess(user, repository, (age) => age < validMs).canRead;

/** Whether a user can read a repository, which can be a few minutes old. `undefined` while it is read; then `onKnown` is called. */
export function isReadable(user: Acting["user"], repository: Repository, onKnown: () => void): boolean | undefined {
  const { result, canRead } = readAccess(
    user,
    repository,
    (age, known) => age < (known.result === false ? liveValidMs.hidden : liveValidMs.readable),
  );
  if (result === undefined) canRead.then(onKnown);
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
