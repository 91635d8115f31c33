/** Branch names can contain shell syntax. */
function shellWord(text: string): string {
  return /^[A-Za-z0-9_./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Commands that bring a branch up to date with its base, to be pasted into a shell. */
export function updateCommands({ head, base }: { head: string; base: string }): string {
  return [
    "git fetch origin",
    `git switch ${shellWord(head)}`,
    `git merge ${shellWord(`origin/${base}`)}`,
    `git push origin ${shellWord(head)}`,
  ].join("\n");
}
