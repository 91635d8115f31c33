/** The dashboard's URL for an artifact. */
export function artifactUrl(agentId: string, path: string, as?: "text" | "save" | "page"): string {
  const query = new URLSearchParams({ path, ...(as ? { as } : {}) });
  return `/api/artifacts/${encodeURIComponent(agentId)}?${query}`;
}
