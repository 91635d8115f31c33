const pastTense: Readonly<Record<string, string>> = {
  add: "Added",
  answer: "Responded to",
  archive: "Archived",
  cancel: "Canceled",
  check: "Checked",
  claim: "Claimed",
  comment: "Commented",
  create: "Created",
  delete: "Deleted",
  deregister: "Deleted",
  detach: "Detached",
  dismiss: "Dismissed",
  end: "Ended",
  export: "Exported",
  force: "Forced",
  import: "Imported",
  install: "Installed",
  mark: "Marked",
  merge: "Merged",
  open: "Opened",
  pause: "Paused",
  ping: "Pinged",
  post: "Posted",
  preview: "Previewed",
  put: "Saved",
  record: "Recorded",
  redeliver: "Redelivered",
  register: "Registered",
  release: "Released",
  remove: "Removed",
  request: "Requested",
  rerequest: "Re-ran",
  resume: "Resumed",
  retry: "Retried",
  revoke: "Revoked",
  rotate: "Rotated",
  run: "Ran",
  save: "Saved",
  set: "Changed",
  start: "Started",
  submit: "Submitted",
  sync: "Synced",
  test: "Tested",
  transition: "Moved",
  unarchive: "Restored",
  update: "Updated",
  upsert: "Saved",
};

/** Operations whose ids don't read well as words. */
const phrases: Readonly<Record<string, string>> = {
  batchGetContents: "Read several files",
  batchRedeliverWebhookDeliveries: "Redelivered webhook deliveries",
  batchUpsertCheckRuns: "Saved check runs",
  finishGitHubApp: "Finished GitHub app setup",
  finishGitHubConnection: "Connected GitHub account",
  finishMcpConnection: "Connected MCP server",
  grepContents: "Searched files",
  markInbox: "Marked inbox items",
  sendFollowUpNow: "Sent queued message now",
  startGitHubApp: "Started GitHub app setup",
  startGitHubConnection: "Started connecting GitHub account",
  startMcpConnection: "Started connecting MCP server",
};

/** Words of operation ids that are written differently. */
const words: Readonly<Record<string, string>> = {
  api: "API",
  ci: "CI",
  dotenv: ".env",
  git: "Git",
  github: "GitHub",
  id: "ID",
  mcp: "MCP",
  repo: "repository",
  ssh: "SSH",
};

function wordOf(word: string): string {
  const lowerCase = word.toLowerCase();
  return words[lowerCase] ?? lowerCase;
}

/** `cancelRun` as `Canceled run`. Operations with unknown verbs keep their name. */
export function operationText(operationId: string): string {
  const phrase = phrases[operationId];
  if (phrase !== undefined) return phrase;
  const spaced = operationId.replace("GitHub", "Github").replace(/([a-z0-9])([A-Z])/g, "$1 $2");
  const [verb = "", ...rest] = spaced.split(" ");
  const past = pastTense[verb];
  if (past === undefined || rest.length === 0) return operationId;
  return `${past} ${rest.map(wordOf).join(" ").replace("sign in", "sign-in").replace("follow up", "queued message")}`;
}

/** What an audited call was about: an agent, a pull request, or a repository. */
export type AuditTarget =
  | { agentId: string }
  | { ownerSlug: string; repoName: string; pullNumber?: string }
  | undefined;

/** The target of a record: the agent that a launch created, or what its path names. */
export const auditTarget = ({ agentId, path }: { agentId?: string | undefined; path: string }): AuditTarget =>
  agentId === undefined ? parseAuditTarget(path) : { agentId };

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The target of an audited path. */
export function parseAuditTarget(path: string): AuditTarget {
  const [, agentId] = /^\/(?:v1|dashboard)\/agents\/(bc-[^/?]+)/.exec(path) ?? [];
  if (agentId !== undefined) return { agentId: decoded(agentId) };
  const [, owner, name, pullNumber] = /\/repos\/([^/?]+)\/([^/?]+)(?:\/pulls\/([0-9]+))?/.exec(path) ?? [];
  if (owner === undefined || name === undefined) return undefined;
  return {
    ownerSlug: decoded(owner),
    repoName: decoded(name),
    ...(pullNumber === undefined ? {} : { pullNumber }),
  };
}
