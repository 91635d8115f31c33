import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { RecentMap } from "@/lib/core/recent-map";
import { parsePullAddress } from "@/lib/model/pull-address";
import { dashboard } from "@/lib/server/dashboard";
import { callServiceAs } from "@/lib/server/upstream/call-service";
import type { Acting } from "@/lib/server/upstream/client/service";
import { CredentialsMissingError, UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { mapConcurrently } from "./map-concurrently";

interface Repository {
  ownerSlug: string;
  repoName: string;
}

const validMs = 30_000;
/** For live changes, which every viewer of every repository receives. */
const liveValidMs = { readable: 5 * 60_000, hidden: 60_000 };
/** Pause after a read that failed. */
const retryMs = 5_000;
const maxEntries = 20_000;
/** Each costs a call. */
const maxRepositories = 20;

interface ReadAccess {
  at: number;
  /** False if the read failed. */
  canRead: Promise<boolean>;
  /** `canRead` once the service has confirmed it. */
  result?: boolean;
  /** Called when `result` is known, or can be read again. */
  waiting: Set<() => void>;
}

declare global {
  interface Dashboard {
    readableRepositories?: RecentMap<string, ReadAccess> | undefined;
  }
}

const isDenied = (error: unknown) =>
  (error instanceof UpstreamError || error instanceof CredentialsMissingError) &&
  (error.status === 403 || error.status === 404);

/** Reads a repository. A read that fails is forgotten after a pause. */
function startReading(cache: RecentMap<string, ReadAccess>, key: string, read: () => Promise<unknown>): ReadAccess {
  const { clock } = dashboardService();
  const notify = () => {
    const waiting = [...access.waiting];
    access.waiting.clear();
    for (const onKnown of waiting) onKnown();
  };
  const settle = (result: boolean) => {
    access.result = result;
    notify();
    return result;
  };
  const canRead = read().then(
    () => settle(true),
    (error: unknown) => {
      if (isDenied(error)) return settle(false);
      clock.after(retryMs, () => {
        if (cache.get(key) === access) cache.delete(key);
        notify();
      });
      return false;
    },
  );
  const access: ReadAccess = { at: clock.now(), canRead, waiting: new Set() };
  cache.set(key, access);
  return access;
}

function readAccess(
  user: Acting["user"],
  repository: Repository,
  isValid: (age: number, known: ReadAccess) => boolean,
): ReadAccess {
  dashboard.readableRepositories ??= new RecentMap(maxEntries);
  const cache = dashboard.readableRepositories;
  const key = [user.role, user.email.toLowerCase(), repository.ownerSlug, repository.repoName].join(" ");
  const known = cache.get(key);
  if (known && isValid(dashboardService().clock.now() - known.at, known)) return known;
  return startReading(cache, key, () => callServiceAs(user)(getRepo, { params: { ...repository } }));
}

/** Whether a user can read a repository. False if the service doesn't confirm it. */
const canRead = (user: Acting["user"], repository: Repository): Promise<boolean> =>
  readAccess(user, repository, (age) => age < validMs).canRead;

/**
 * Whether a user can read a repository, which can be a few minutes old. `undefined` while that isn't known; then `onKnown` is
 * called once, to call this again.
 */
export function isReadable(user: Acting["user"], repository: Repository, onKnown: () => void): boolean | undefined {
  const { result, waiting } = readAccess(
    user,
    repository,
    (age, known) => age < (known.result === false ? liveValidMs.hidden : liveValidMs.readable),
  );
  if (result === undefined) waiting.add(onKnown);
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
