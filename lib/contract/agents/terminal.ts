const terminal: ReadonlySet<string> = new Set(["FINISHED", "ERROR", "CANCELLED", "EXPIRED"]);

/** True for a run status that never changes again (specification, section 3 Run status). Apart, since it needs no schema. */
export function isTerminal(status: string): boolean {
  return terminal.has(status);
}
