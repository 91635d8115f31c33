const terminal: ReadonlySet<string> = new Set(["FINISHED", "ERROR", "CANCELLED", "EXPIRED"]);

/** True for a terminal run status (specification, section 3 Run status). In a separate file so that importing it doesn't load the schemas. */
export function isTerminal(status: string): boolean {
  return terminal.has(status);
}
