/** Quotes a branch name for a shell. */
function shellWord(text: string): string {
  return /^[A-Za-z0-9_./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Shell commands that merge the base into a branch. */
export function updateCommands({ head, base }: { head: string; base: string }): string {
  return [
    "git fetch origin",
    `git switch ${shellWord(head)}`,
    `git merge ${shellWord(`origin/${base}`)}`,
    `git push origin ${shellWord(head)}`,
  ].join("\n");
}
