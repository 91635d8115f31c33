/**
 * The folders whose code each browser test file exercises, by name, such as `queue` for components/queue, lib/model/queue and
 * service/queue.
 */
export const subjects = {
  "agent-faults": ["agent", "runner", "runs", "worker"],
  "agent-programs": ["agent-programs", "programs", "models"],
  "agent-rows": ["agents", "agent-list", "agent-query", "status"],
  agents: ["agents", "agent-list", "agent-query", "agent-names", "status", "views", "inbox"],
  "all-pulls": ["pulls", "index"],
  "api-tokens": ["api-tokens", "command-line", "description", "sub-tokens"],
  "app-from-docs": ["apps", "installations", "webhooks", "checks", "mergeability", "runs"],
  artifacts: ["artifacts"],
  automations: ["automations", "automation-list", "triggers"],
  "batch-clicks": ["batches"],
  batches: ["batches"],
  budgets: ["budgets"],
  checks: ["checks", "fix"],
  clicks: ["launch", "launch-options", "prompt"],
  cluster: ["db", "core", "store"],
  commits: ["commits", "diff"],
  environments: ["environment", "environments"],
  files: ["files", "diff", "reviews", "contents"],
  "first-run": ["agent", "runs", "runner", "transcript", "follow-ups", "git-http", "demo"],
  fleet: ["pools", "workers", "capacity", "controller"],
  "follow-up-kills": ["follow-ups"],
  github: ["github", "github-apps", "remotes", "code-hosts"],
  history: ["transcript", "run-stream", "stream"],
  "hosting-settings": ["apps", "installations", "hosting-apps", "keys", "settings"],
  "identity-providers": ["auth", "sign-in"],
  keyboard: ["agent", "agents", "launch"],
  keys: ["gateway", "masking", "upstream", "keys"],
  launch: ["launch", "launch-options", "prompt", "grants", "mcp", "mcp-connections"],
  limits: ["auth", "gateway", "sign-in"],
  live: ["live"],
  "many-agents": ["agents", "agent-list", "index"],
  "mcp-connections": ["mcp", "mcp-connections"],
  merge: ["pull", "mergeability", "merges", "rulesets"],
  notifications: ["notifications"],
  pools: ["pools", "workers", "capacity", "worker"],
  "port-preview": ["previews"],
  "public-address": ["startup"],
  pulls: ["pull", "pulls", "mergeability", "status"],
  queue: ["queue", "claims"],
  repositories: ["repositories", "repository", "contents", "metadata"],
  "repository-tabs": ["repository", "mirrors", "branches"],
  "review-drafts": ["pull", "reviews"],
  "review-hostile": ["pull", "reviews", "diff"],
  "review-large": ["pull", "diff"],
  "review-rebased": ["pull", "reviews"],
  "review-states": ["pull", "reviews"],
  "review-together": ["pull", "reviews"],
  "reviewers-day": ["pull", "pulls", "reviews"],
  screens: ["overview", "sign-in", "launch", "inbox"],
  search: ["search", "completion"],
  "service-faults": ["upstream", "startup", "gateway"],
  settings: ["settings", "users", "access", "audit", "actor-names", "ssh", "metrics", "images", "csv"],
  shell: ["layout", "navigation"],
  "sign-in": ["sign-in", "auth"],
  "status-truth": ["status", "inbox"],
  transcript: ["transcript", "agent", "questions"],
  "unreachable-web-address": ["startup"],
  usage: ["usage", "account"],
  variables: ["variables"],
  webhooks: ["webhooks"],
};

/** Files that no browser test exercises. */
const unrelated = /\.(md|svg|png|txt)$|^(docs|bench|deploy|fixtures)\/|\.test\.tsx?$/;

/**
 * The browser test files related to changed files: those that changed, and those of the folders with changes. "all" if a change
 * may affect every screen.
 *
 * @param {readonly string[]} files Paths from the root.
 * @returns {string[] | "all"} Paths from the root, sorted.
 */
export function relatedSpecs(files) {
  const related = new Set();
  for (const file of files) {
    if (unrelated.test(file)) continue;
    if (/^e2e\/[^/]+\.spec\.ts$/.test(file)) {
      related.add(file);
      continue;
    }
    // Of nested folders, the innermost that is a subject: service/hosting/mirrors is about mirrors.
    const specsOf = (folder) => Object.keys(subjects).filter((spec) => subjects[spec].includes(folder));
    const specs =
      file
        .split("/")
        .slice(0, -1)
        .map(specsOf)
        .findLast((found) => found.length > 0) ?? [];
    if (specs.length === 0) return "all";
    for (const spec of specs) related.add(`e2e/${spec}.spec.ts`);
  }
  return [...related].sort();
}
