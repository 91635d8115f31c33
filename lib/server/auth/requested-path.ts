/** Set by the proxy on every page request: the path and query, for returning to it after sign-in. */
export const requestedPathHeader = "x-requested-path";
