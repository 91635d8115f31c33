import type { EffectiveEnvironment } from "./effective";
import { matchesGlob } from "./glob";

/** Whether a domain is reachable. `depends`: on lists outside this file. */
interface EgressVerdict {
  verdict: "allowed" | "depends" | "blocked";
  /** The reason, as a sentence. */
  reason: string;
}

/** The host in user input: a domain, a URL, or a host with a port. */
export function parseHost(text: string): string | undefined {
  const typed = text.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return undefined;
  const host = new URL(address).hostname.replace(/\.$/, "");
  return host === "" ? undefined : host;
}

/** True if an allowlist entry matches a host. `*` matches any text. */
export function coversDomain(entry: string, host: string): boolean {
  return matchesGlob(entry.trim().toLowerCase().replace(/\.$/, ""), host.toLowerCase());
}

/** The egress policy's verdict on a host. */
export function egressVerdict({ mode, allowlist }: EffectiveEnvironment["egress"], host: string): EgressVerdict {
  if (mode === "allow_all") return { verdict: "allowed", reason: "No restrictions, subject to team policy." };
  const entry = allowlist.find((each) => coversDomain(each, host));
  if (entry !== undefined) return { verdict: "allowed", reason: `Matches ${entry} in egressAllowlist.` };
  switch (mode) {
    case "parent_plus_network_settings":
      return {
        verdict: "depends",
        reason: "Not in egressAllowlist. Reachable only if the inherited allowlist includes it.",
      };
    case "default_with_network_settings":
      return { verdict: "depends", reason: "Not in egressAllowlist. Reachable only if it's a default domain." };
    case "network_settings_only":
      return {
        verdict: "blocked",
        reason: "Not in egressAllowlist. Apart from that list, only required domains are reachable.",
      };
  }
}
