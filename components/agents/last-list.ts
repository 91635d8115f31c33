const key = "slipway.agents-list";

/** Remembers the filter of the agent list in this tab, for the way back from an agent. */
export function rememberListQuery(query: string): void {
  try {
    sessionStorage.setItem(key, query);
  } catch {
    // Without storage, the way back leads to the whole list.
  }
}

export function lastListQuery(): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
