import type { EffectiveEnvironment } from "./effective";
import { matchesGlob } from "./glob";

/** Whether a domain may be reached. `depends`: lists decide that this file does not hold. */
interface EgressVerdict {
  verdict: "allowed" | "depends" | "blocked";
  /** Why, in a sentence. */
  reason: string;
}

/** The host of what somebody typed: a domain, a URL, a host with a port. */
export function hostOf(text: string): string | undefined {
  const typed = text.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return undefined;
  const host = new URL(address).hostname.replace(/\.$/, "");
  return host === "" ? undefined : host;
}

/** True when an entry of the allowlist covers a host: the domain itself, or any text for `*`. */
export function coversDomain(entry: string, host: string): boolean {
  return matchesGlob(entry.trim().toLowerCase().replace(/\.$/, ""), host.toLowerCase());
}

/** What the environment's egress policy says of a host. */
export function egressVerdict({ mode, allowlist }: EffectiveEnvironment["egress"], host: string): EgressVerdict {
  if (mode === "allow_all") return { verdict: "allowed", reason: "Nothing is restricted, subject to team policy." };
  const entry = allowlist.find((each) => coversDomain(each, host));
  if (entry !== undefined) return { verdict: "allowed", reason: `${entry} in egressAllowlist covers it.` };
  switch (mode) {
    case "parent_plus_network_settings":
      return { verdict: "depends", reason: "Not in egressAllowlist; reached only if the inherited allowlist has it." };
    case "default_with_network_settings":
      return { verdict: "depends", reason: "Not in egressAllowlist; reached only if it is a default domain." };
    case "network_settings_only":
      return { verdict: "blocked", reason: "Not in egressAllowlist, and only required domains are reached besides." };
  }
}
