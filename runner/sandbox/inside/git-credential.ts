const timeoutMs = 30_000;

/** A git credential helper: prints the credential that the service returns at `url`, and nothing if it returns none. */
export async function printGitCredential(url: string, operation: string | undefined): Promise<void> {
  if (operation !== "get") return;
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (response.ok) process.stdout.write(await response.text());
}
