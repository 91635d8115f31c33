const labels: Readonly<Record<string, string>> = {
  "namespace:user_tokens:write": "Act on behalf of members, with their permissions",
  "namespace:settings:read": "Read access settings of the namespace",
  "namespace:settings:write": "Change access settings of the namespace",
  "repository:metadata:read": "Read repository names",
  "repository:contents:read": "Read and clone code",
  "repository:contents:write": "Push code, merge pull requests, re-run checks",
  "repository:settings:read": "Read settings and permissions",
  "repository:settings:write": "Change settings and permissions",
  "repository:mirror:write": "Change mirrors",
  "repository:mirror:delete": "Detach mirrors",
  "repository:pull_requests:read": "Read pull requests",
  "repository:pull_requests:write": "Create and edit pull requests",
  "repository:pull_requests:reviews:read": "Read reviews and comments",
  "repository:pull_requests:reviews:write": "Review and comment",
  "repository:checks:read": "Read checks",
  "repository:checks:write": "Report checks",
  "repository:labels:read": "Read labels",
  "repository:labels:write": "Change labels",
  "repository:rulesets:read": "Read rules",
  "repository:rulesets:write": "Change rules",
};

/** The label of a scope. Unknown scopes are shown by name. */
export function scopeLabel(scope: string): string {
  return Object.hasOwn(labels, scope) ? (labels[scope] ?? scope) : scope;
}

/** True for scopes that allow changes. */
export const isWriteScope = (scope: string) => !scope.endsWith(":read");
