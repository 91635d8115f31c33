import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import type { Settings } from "@/lib/core/settings/settings";

/**
 * Returns the PEM certificates of a server on a private network that the settings list, empty for the system's; `undefined` for other
 * servers. Throws if their file can't be read.
 */
export function privateCertificates(
  { protocol, host, hostname }: URL,
  { privateRemotes }: Pick<Settings, "privateRemotes">,
): string | undefined {
  const isListed = protocol === "https:" && Object.hasOwn(privateRemotes, host);
  if (!isListed || isIP(hostname.replace(/^\[|\]$/g, ""))) return undefined;
  const file = privateRemotes[host];
  return file ? readFileSync(file, "utf8") : "";
}
