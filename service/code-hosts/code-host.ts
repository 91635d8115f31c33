import type { AgentPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";
import type { MergeMethod } from "@/lib/contract/agents/merge-agent-pull-request";
import type { Principal } from "../core/principal";
import type { agents } from "../core/store/tables/agents";

/** A pull request on a code host. */
export interface HostPull {
  url: string;
  headRef: string;
  baseRef: string;
}

export interface NewPull {
  title: string;
  body: string;
  headRef: string;
  baseRef: string;
  draft: boolean;
  /** The agent whose work it is. Its user is requested as a reviewer, unless it has `skipReviewerRequest`. */
  agent: Pick<typeof agents.$inferSelect, "id" | "userId" | "serviceAccountId" | "skipReviewerRequest">;
  /** The base is another branch of the agent. */
  stacked: boolean;
}

/** A repository on a code host, with what agents need to open pull requests in it. */
export interface HostRepository {
  /** Canonical URL, without `.git`. */
  url: string;
  defaultBranch: string;
  /** Returns the branch and those whose names continue it after a dot, with their commits. */
  branchFamily(branch: string): Promise<{ name: string; id: string }[]>;
  /** How many commits each of two commits has that the other doesn't. */
  divergence(base: string, head: string): Promise<{ ahead: number; behind: number }>;
  /** Returns the newest open pull request of a branch. */
  findOpenPull(branch: string): Promise<HostPull | undefined>;
  /** Opens a pull request unless the branch has an open one. Undefined if its branches have nothing to merge. */
  openPull(pull: NewPull): Promise<HostPull | undefined>;
}

/** A repository, or a pull request whose branches an agent is to work on. */
export interface PushRequest {
  url: string;
  prUrl?: string | undefined;
}

/** Where an agent can push. */
export interface PushTarget {
  repository: HostRepository;
  /** Set if this service hosts the repository. */
  repositoryId?: string;
  /** Set if the request names a pull request. */
  pull?: HostPull;
  /** Why agents can't push to the head branch of the pull request; undefined if they can. */
  headProblem?: string | undefined;
}

/** A pull request as one account reads and changes it. */
export interface ActingPull {
  state: AgentPullRequest["state"];
  headSha: string;
  /** Reads its checks, reviews, threads on lines and files, and mergeability. */
  readStatus(): Promise<AgentPullRequest>;
  /** Returns the comment's URL. */
  comment(body: string): Promise<{ url: string }>;
  /** Merges the head if it is still `expectedHead`. */
  merge(input: { expectedHead: string; method: MergeMethod }): Promise<{ sha: string }>;
}

/** A system that hosts repositories with pull requests: this service, or a GitHub server. */
export interface CodeHost<Account = never> {
  /** Undefined if the URL isn't a repository of this host. */
  findRepository(url: string): Promise<HostRepository | undefined>;
  /** Undefined if the URL isn't a pull request of this host. */
  findPull(url: string): Promise<{ repository: HostRepository; pull: HostPull } | undefined>;
  /**
   * Finds what an agent is to work on, and checks that agents of `principal` can push to it: with the principal's own permission,
   * or, on another server, with that of the server's app or token. Undefined if the URL isn't one of this host. Throws
   * {@link CodeHostProblem}, the same for what doesn't exist as for what the principal can't see.
   */
  findPushTarget(request: PushRequest, principal: Principal): Promise<PushTarget | undefined>;
  /** Reads a pull request as `account`. Undefined if the URL isn't a pull request of this host. */
  actOnPull(url: string, account: Account): Promise<ActingPull | undefined>;
}
