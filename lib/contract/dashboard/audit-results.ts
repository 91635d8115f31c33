/** How what somebody did ended. */
export const auditResults = ["done", "refused", "unknown"] as const;
