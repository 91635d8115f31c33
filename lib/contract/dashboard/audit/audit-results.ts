/** Outcome of an audited call. */
export const auditResults = ["done", "failed", "unknown"] as const;
