const key = "slipway.agents-list";

/** Remembers the agent list's search parameters (filter, tab, order) in this tab, for navigating back from an agent. */
export function rememberList(search: string): void {
  try {
    sessionStorage.setItem(key, search);
  } catch {
    // Without storage, the way back leads to the whole list.
  }
}

export function lastListSearch(): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
