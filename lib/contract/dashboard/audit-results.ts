/** Outcome of an audited call. */
export const auditResults = ["done", "refused", "unknown"] as const;
