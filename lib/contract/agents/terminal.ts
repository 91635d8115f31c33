const terminal: ReadonlySet<string> = new Set(["FINISHED", "ERROR", "CANCELLED", "EXPIRED"]);

/** True for a terminal run status (specification, section 3 Run status). In its own file because it needs no schema. */
export function isTerminal(status: string): boolean {
  return terminal.has(status);
}
