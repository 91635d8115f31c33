import { type Clock, systemClock } from "@/lib/core/clock";
import { FairSemaphore } from "@/lib/core/concurrency/fair-semaphore";
import type { Log } from "@/lib/core/log";
import { watchAccess } from "@/lib/core/watch-access";
import { caseProblem, findCaseConflicts } from "../refs/ref-case";
import type { RefUpdate } from "../refs/ref-update";
import { noObject } from "../refs/references";
import { killGit } from "../run-git";
import { checkPush, defaultPushLimits, isDiskFull, type PushLimits } from "./check-push-limits";
import { type ClientTimeouts, totalTimeoutMessage } from "./client-timeouts";
import { type PackProcess, startPackService } from "./pack-service";
import { installHooks, type PushBypass, type PushReview, serveHooks } from "./push-hooks";
import type { PackService } from "./smart-http-request";

/** Concurrent pack services, so clones and pushes can't use up the machine. */
export interface PackLimits {
  fetches: number;
  pushes: number;
  /** Queued requests of each kind; more are rejected. */
  waiting: number;
}

const defaultPackLimits: PackLimits = { fetches: 16, pushes: 8, waiting: 64 };

const defaultTimeouts: ClientTimeouts = { idleMs: 30_000, totalMs: 60 * 60_000 };

/** `visible`: can see that the repository exists, but can't read it. */
export type RepositoryPermission = "none" | "visible" | "read" | "write" | "admin";

export interface ServedRepository {
  id: string;
  dir: string;
  namespaceId: string;
  defaultBranch: string;
}

export interface GitPackServerDependencies<GitPrincipal> {
  /** Folder that contains the hooks. */
  dataDir: string;
  findRepository(ownerSlug: string, repoName: string): Promise<ServedRepository | undefined>;
  /** What the principal can do. For fetches, it doesn't have to be known whether the principal can push. */
  permission(principal: GitPrincipal, repositoryId: string, service: PackService): Promise<RepositoryPermission>;
  /** Returns why a sign-in method isn't allowed for a repository the user can access. Without it, all methods are allowed. */
  checkSignIn?(principal: GitPrincipal, repository: ServedRepository): Promise<string | undefined>;
  /** Charges a request that is allowed; without it, requests are free. Headers are added to the response. */
  charge?(principal: GitPrincipal): Promise<{ error: string | undefined; headers: Readonly<Record<string, string>> }>;
  /** Waits until no other update of the repository creates references. Returns a function that lets the next one continue. */
  lockNames?(repositoryId: string): Promise<() => void>;
  /** Evaluates the repository's rules for a push. Without it, no rules apply. */
  review?(push: {
    repository: ServedRepository;
    principal: GitPrincipal;
    updates: readonly RefUpdate[];
    quarantine: string | undefined;
    /** Those of `git push --push-option`. */
    options: readonly string[];
    /** Whether the principal can still push, now that all data was received. */
    isAuthorized(): Promise<boolean>;
  }): Promise<PushReview>;
  /** Called with the references a push moved, before the client receives the result. */
  onPushed(event: {
    repositoryId: string;
    principal: GitPrincipal;
    updates: readonly RefUpdate[];
    bypass: PushBypass | undefined;
  }): Promise<void>;
  log: Log;
  maxPushBytes: number;
  /** Principals with the same key share a part of the capacity. Those of runs have separate capacity. */
  share?(principal: GitPrincipal): { key: string; isRun: boolean };
  packLimits?: PackLimits;
  pushLimits?: PushLimits;
  timeouts?: ClientTimeouts;
  clock?: Clock;
}

export interface PackError {
  status: number;
  message: string;
  headers?: Readonly<Record<string, string>>;
}

interface PackRequest {
  service: PackService;
  ownerSlug: string;
  repoName: string;
}

interface OpenOptions<GitPrincipal> {
  stateless: boolean;
  protocol: string | undefined;
  requestId: string;
  signal: AbortSignal;
  /** The principal that the client's credential gives now, if any. */
  caller(): Promise<GitPrincipal | undefined>;
}

export interface GitPackServer<GitPrincipal> {
  maxPushBytes: number;
  log: Log;
  clock: Clock;
  timeouts: ClientTimeouts;
  /** Authorizes a principal to use a service on a repository, and charges for it. */
  authorize(
    principal: GitPrincipal,
    wanted: PackRequest,
  ): Promise<
    | { repository: ServedRepository; headers: Readonly<Record<string, string>>; error?: undefined }
    | { error: PackError }
  >;
  /** Starts the advertisement of a repository's references. */
  advertise(
    service: PackService,
    repository: ServedRepository,
    options: { protocol: string | undefined; requestId: string },
  ): Promise<PackProcess>;
  /**
   * Starts a service for an authorized principal if there is capacity. Hooks review pushes. It stops when the principal loses
   * access.
   */
  open(
    service: PackService,
    repository: ServedRepository,
    principal: GitPrincipal,
    options: OpenOptions<GitPrincipal>,
  ): Promise<{ git: PackProcess; error?: undefined } | { error: PackError }>;
}

const notFound = { status: 404, message: "Repository not found" };
const accessEnded = "You no longer have access to the repository";

function reportEnd(log: Log, git: PackProcess, details: Record<string, unknown>): void {
  git.ended.then(
    (code) => {
      if (code !== 0)
        log.info(
          { ...details, code, reason: git.stopReason(), stderr: git.stderr().slice(0, 2_000) },
          "git exited early",
        );
    },
    (error: unknown) => log.error({ ...details, err: error }, "couldn't start git"),
  );
}

/** New names that conflict with others, one sentence each. */
async function nameProblems(dir: string, updates: readonly RefUpdate[]) {
  return (await findCaseConflicts(dir, updates)).map((each) => `${each.ref}: ${caseProblem(each)}`);
}

/** Connects the hooks of a push to its review and reports the moved references. */
function connectHooks<P>(
  { log, pushLimits = defaultPushLimits, lockNames, review: reviewPush, onPushed }: GitPackServerDependencies<P>,
  git: PackProcess,
  {
    repository,
    principal,
    isAuthorized,
  }: { repository: ServedRepository; principal: P; isAuthorized(): Promise<boolean> },
  details: Record<string, unknown>,
): void {
  const locks: (() => void)[] = [];
  const release = () => {
    for (const unlock of locks.splice(0)) unlock();
  };
  let bypass: PushBypass | undefined;
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    release();
  };
  git.ended.then(end, end);
  serveHooks(git.child, {
    async review(updates, { quarantine, options }) {
      const limits = { quarantine, limits: pushLimits, signal: ended.signal };
      let problems = await checkPush(repository.dir, updates, limits);
      if (problems.length === 0) {
        // Two pushes can't create names that differ only in case at the same time.
        const creates = updates.some(({ before }) => before === noObject);
        const unlock = creates && (await lockNames?.(repository.id));
        if (unlock) locks.push(unlock);
        problems = await nameProblems(repository.dir, updates);
      }
      const push = { repository, principal, updates, quarantine, options, isAuthorized };
      const reviewed = problems.length === 0 && reviewPush?.(push);
      const review = (await reviewed) || { problems, notices: [] };
      if (review.release) locks.push(review.release);
      bypass = review.bypass;
      if (ended.signal.aborted) release();
      return review;
    },
    moved(updates) {
      release();
      return onPushed({ repositoryId: repository.id, principal, updates, bypass });
    },
    failed: (error) => log.error({ ...details, err: error }, "post-receive processing failed"),
  });
}

/** Serves git, independent of the transport. */
export function createGitPackServer<GitPrincipal>(
  deps: GitPackServerDependencies<GitPrincipal>,
): GitPackServer<GitPrincipal> {
  const { packLimits = defaultPackLimits, pushLimits = defaultPushLimits, maxPushBytes, log } = deps;
  const { timeouts = defaultTimeouts, clock = systemClock } = deps;
  const { waiting: maxWaiting } = packLimits;
  const createCapacity = () => ({
    fetches: new FairSemaphore({ limit: packLimits.fetches, maxWaiting }),
    pushes: new FairSemaphore({ limit: packLimits.pushes, maxWaiting }),
  });
  // User traffic must not keep agents from starting or pushing.
  const [clients, runs] = [createCapacity(), createCapacity()];
  let installed: Promise<string> | undefined;
  const hooksDir = () => {
    installed ??= installHooks(deps.dataDir).catch((error: unknown) => {
      installed = undefined;
      throw error;
    });
    return installed;
  };

  /** Why a principal can't use a service on a repository, if they can't. */
  async function denial(
    principal: GitPrincipal,
    repository: ServedRepository,
    service: PackService,
  ): Promise<PackError | undefined> {
    const permission = await deps.permission(principal, repository.id, service);
    if (permission === "none") return notFound;
    if (permission === "visible") return { status: 403, message: "The token lacks the scope repository:contents:read" };
    const problem = await deps.checkSignIn?.(principal, repository);
    if (problem) return { status: 403, message: problem };
    const isForbidden = service === "git-receive-pack" && permission === "read";
    return isForbidden ? { status: 403, message: "Pushing requires write permission on the repository" } : undefined;
  }

  return {
    maxPushBytes,
    log,
    clock,
    timeouts,
    async authorize(principal, { service, ownerSlug, repoName }) {
      const repository = await deps.findRepository(ownerSlug, repoName);
      if (!repository) return { error: notFound };
      const error = await denial(principal, repository, service);
      if (error) return { error };
      const charged = (await deps.charge?.(principal)) ?? { error: undefined, headers: {} };
      if (charged.error) return { error: { status: 429, message: charged.error, headers: charged.headers } };
      return { repository, headers: charged.headers };
    },
    async advertise(service, { dir }, { protocol, requestId }) {
      const mode = "advertise";
      const git = startPackService(service, { dir, mode, protocol, hooksDir: await hooksDir(), maxPushBytes });
      reportEnd(log, git, { requestId, service });
      git.child.stdin?.end();
      return git;
    },
    async open(service, repository, principal, { stateless, protocol, requestId, signal, caller }) {
      const receives = service === "git-receive-pack";
      if (receives && (await isDiskFull(repository.dir, pushLimits))) {
        return { error: { status: 507, message: "The disk is nearly full" } };
      }
      const mode = stateless ? "stateless" : "conversation";
      const options = { dir: repository.dir, mode, protocol, hooksDir: await hooksDir(), maxPushBytes } as const;
      const { key, isRun } = deps.share?.(principal) ?? { key: "", isRun: false };
      const { fetches, pushes } = isRun ? runs : clients;
      const release = await (receives ? pushes : fetches).acquire(key, signal).catch(() => undefined);
      if (!release) {
        const headers = { "retry-after": "5" };
        return { error: { status: 503, message: "Too many concurrent requests. Retry later.", headers } };
      }
      const git = startPackService(service, { ...options, background: !receives && !isRun });
      const stopTimer = clock.after(timeouts.totalMs, () => git.stop(totalTimeoutMessage(timeouts.totalMs)));
      const isAuthorized = async () => {
        const current = await caller();
        return current !== undefined && (await denial(current, repository, service)) === undefined;
      };
      const unwatch = watchAccess({ clock, isAuthorized }, () => git.stop(accessEnded));
      const end = () => {
        stopTimer();
        unwatch();
        release();
      };
      git.ended.then(end, end);
      const details = { requestId, repositoryId: repository.id, service };
      reportEnd(log, git, details);
      if (receives) connectHooks(deps, git, { repository, principal, isAuthorized }, details);
      else {
        const hangUp = () => killGit(git.child);
        signal.addEventListener("abort", hangUp, { once: true });
        git.child.once("close", () => signal.removeEventListener("abort", hangUp));
      }
      return { git };
    },
  };
}
