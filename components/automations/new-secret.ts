const secrets = new Map<string, string>();

/** Keeps the secret of an automation that was just saved, in memory, for its page to show once. */
export function keepNewSecret(id: string, secret: string): void {
  secrets.set(id, secret);
}

export function takeNewSecret(id: string): string | undefined {
  const secret = secrets.get(id);
  secrets.delete(id);
  return secret;
}
