const labels: Readonly<Record<string, string>> = {
  "namespace:user_tokens:write": "Act for members, within what they may do themselves",
  "namespace:settings:read": "Read who holds which rights on the owner",
  "namespace:settings:write": "Change who holds which rights on the owner",
  "repository:metadata:read": "Read that repositories are there, and their names",
  "repository:contents:read": "Read and clone code",
  "repository:contents:write": "Push code, merge pull requests, ask for checks again",
  "repository:settings:read": "Read settings and rights",
  "repository:settings:write": "Change settings and rights",
  "repository:mirror:write": "Change mirrors",
  "repository:mirror:delete": "Detach mirrors",
  "repository:pull_requests:read": "Read pull requests",
  "repository:pull_requests:write": "Open and change pull requests",
  "repository:pull_requests:reviews:read": "Read reviews and comments",
  "repository:pull_requests:reviews:write": "Review and comment",
  "repository:checks:read": "Read checks",
  "repository:checks:write": "Report checks",
  "repository:labels:read": "Read labels",
  "repository:labels:write": "Change labels",
  "repository:rulesets:read": "Read rules",
  "repository:rulesets:write": "Change rules",
};

/** What a scope lets an app do; one that nobody here knows is shown by its name. */
export function scopeLabel(scope: string): string {
  return Object.hasOwn(labels, scope) ? (labels[scope] ?? scope) : scope;
}

/** Scopes that let an app change things, for emphasis. */
export const isWriteScope = (scope: string) => !scope.endsWith(":read");
