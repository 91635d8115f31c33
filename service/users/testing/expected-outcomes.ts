import { installable } from "./authorization-callers";
import { agentKinds, keyOperations, type Permission, type Rule, strength } from "./authorization-rules";
import type { Caller } from "./caller";

/**
 * What a caller gets: `allowed`, 401, 403, or `hidden`, which is the outcome for something that doesn't exist. Own: the
 * fixture's. Other's: another team's.
 */
export type Outcome = "allowed" | "unauthenticated" | "forbidden" | "hidden";
export type Target = "own" | "other's";

const reaches = (held: Permission, needed: Permission) => strength.indexOf(held) >= strength.indexOf(needed);

function heldBy(caller: Caller, { container, need }: Rule): Permission {
  if (container === "repository" || need === "any") return caller.repository;
  return caller.namespace;
}

function lacksScope({ scopes: held }: Caller, { scopes, ambient }: Rule): boolean {
  if (held === undefined || ambient) return false;
  return held === "others" ? scopes.length > 0 : scopes.some((scope) => !installable.some((each) => each === scope));
}

/** The outcome of the hosting API (specification, sections 2, 5 and 7). */
export function hostingOutcome(caller: Caller, rule: Rule, target: Target): Outcome {
  if (!caller.accepted) return "unauthenticated";
  if (!rule.kinds.includes(caller.kind) || lacksScope(caller, rule)) return "forbidden";
  if (rule.need === "self") return "allowed";
  if (target === "other's") return "hidden";
  if (rule.need === "installation") return "allowed";
  const held = heldBy(caller, rule);
  if (held === "none") return "hidden";
  if (rule.need === "author") return caller.isAuthor ? "allowed" : "forbidden";
  if (rule.need === "any") return "allowed";
  if (rule.id !== "deletePullRequestComment" || !reaches(held, rule.need)) {
    return reaches(held, rule.need) ? "allowed" : "forbidden";
  }
  // Deleting another user's comment requires a second scope (section 4, Pull requests, rule 8).
  return caller.isAuthor || caller.scopes !== "exact" ? "allowed" : "forbidden";
}

/** Operations of the agent API that aren't about one agent. */
export const aboutCaller: ReadonlySet<string> = new Set([
  "createAgent",
  "deleteGitHubConnection",
  "deleteMcpConnection",
  "finishGitHubConnection",
  "finishMcpConnection",
  "getMe",
  "listAgents",
  "listGitHubConnections",
  "listMcpConnections",
  "listModels",
  "listRepositories",
  "startGitHubConnection",
  "startMcpConnection",
]);

/** What callers do with an agent in these operations; in all others, they read it. */
const managing: ReadonlySet<string> = new Set(["archiveAgent", "cancelRun", "unarchiveAgent"]);
const owning: ReadonlySet<string> = new Set(["answerQuestion", "createRun", "deleteAgent", "openPortPreview"]);

/** Another user's agent is visible to those who can read its repository, and can be stopped by those who can write to it. */
function outcomeOnAgent({ repository }: Caller, id: string): Outcome {
  if (repository === "none") return "hidden";
  if (owning.has(id)) return "forbidden";
  return !managing.has(id) || reaches(repository, "write") ? "allowed" : "forbidden";
}

/** The outcome of the agent API about an agent, or a member, of the fixture's team (sections 4 and 5). */
export function agentOutcome(caller: Caller, id: string): Outcome {
  if (!caller.accepted) return "unauthenticated";
  if (!agentKinds.includes(caller.kind)) return "forbidden";
  if (caller.kind === "subToken" && keyOperations.has(id)) return "forbidden";
  if (id === "createSubToken" && !caller.canMint) return "forbidden";
  if (aboutCaller.has(id) || caller.seesAgents) return "allowed";
  return id === "createSubToken" || caller.kind === "serviceAccount" ? "hidden" : outcomeOnAgent(caller, id);
}

/**
 * The outcome of the pool API about a claim or worker of the fixture's team (section 4 Worker pools). Only service-account
 * keys are accepted. A key limited to repositories can't use what serves every repository.
 */
export function poolOutcome(caller: Caller, id: string): Outcome {
  if (!caller.accepted) return "unauthenticated";
  if (caller.kind !== "serviceAccount") return "forbidden";
  if (id === "registerPool") return caller.isLimited ? "forbidden" : "allowed";
  // Team pools need a team admin, whom the other team doesn't have.
  if (id === "deregisterPool") return caller.isLimited || !caller.seesAgents ? "forbidden" : "allowed";
  if (id === "getWorker") return caller.seesAgents ? "allowed" : "hidden";
  if (["claimPendingRequest", "createSessionToken", "releaseClaim"].includes(id)) {
    if (caller.isLimited) return "forbidden";
    if (!caller.seesAgents) return "hidden";
    return id === "createSessionToken" && !caller.canMint ? "forbidden" : "allowed";
  }
  return "allowed";
}

/** The outcome of an admin operation. */
export function adminOutcome(caller: Caller): Outcome {
  if (!caller.accepted) return "unauthenticated";
  return caller.kind === "admin" ? "allowed" : "forbidden";
}
