const pastTense: Readonly<Record<string, string>> = {
  add: "Added",
  answer: "Responded to",
  archive: "Archived",
  batch: "Changed",
  cancel: "Canceled",
  claim: "Claimed",
  create: "Created",
  delete: "Deleted",
  deregister: "Deleted",
  detach: "Detached",
  dismiss: "Dismissed",
  end: "Ended",
  export: "Exported",
  force: "Forced",
  import: "Imported",
  merge: "Merged",
  ping: "Pinged",
  post: "Posted",
  put: "Saved",
  record: "Recorded",
  redeliver: "Redelivered",
  register: "Registered",
  release: "Released",
  remove: "Removed",
  request: "Requested",
  rerequest: "Re-ran",
  revoke: "Revoked",
  save: "Saved",
  set: "Changed",
  start: "Started",
  sync: "Synced",
  transition: "Moved",
  unarchive: "Restored",
  update: "Updated",
  upsert: "Saved",
};

/** Words of operation ids that are written differently. */
const words: Readonly<Record<string, string>> = {
  api: "API",
  ci: "CI",
  dotenv: ".env",
  git: "Git",
  id: "ID",
  mcp: "MCP",
  people: "users",
  person: "user",
  ssh: "SSH",
};

function wordOf(word: string): string {
  const lowerCase = word.toLowerCase();
  return words[lowerCase] ?? lowerCase;
}

/** `cancelRun` as `Canceled run`. Operations with unknown verbs keep their name. */
export function operationText(operationId: string): string {
  const [verb = "", ...rest] = operationId.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(" ");
  const past = pastTense[verb];
  return past === undefined || rest.length === 0
    ? operationId
    : `${past} ${rest.map(wordOf).join(" ").replace("sign in", "sign-in")}`;
}

/** What an audited call was about: an agent, a pull request, or a repository. */
export type AuditTarget = { agentId: string } | { name: string } | undefined;

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
  const [, agentId] = /^\/v1\/agents\/(bc-[^/?]+)/.exec(path) ?? [];
  if (agentId !== undefined) return { agentId: decoded(agentId) };
  const [, owner, name, number] = /\/repos\/([^/?]+)\/([^/?]+)(?:\/pulls\/([0-9]+))?/.exec(path) ?? [];
  if (owner === undefined || name === undefined) return undefined;
  return { name: `${decoded(owner)}/${decoded(name)}${number === undefined ? "" : `#${number}`}` };
}
