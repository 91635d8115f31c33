export const terminalStatuses = ["FINISHED", "ERROR", "CANCELLED", "EXPIRED"] as const;
const terminal: ReadonlySet<string> = new Set(terminalStatuses);

/** True for a terminal run status (specification, section 3 Run status). In a separate file so that importing it doesn't load the schemas. */
export function isTerminal(status: string): boolean {
  return terminal.has(status);
}
