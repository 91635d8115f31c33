import { coversDomain } from "@/lib/model/environment/egress";
import type { EgressMode } from "@/lib/model/environment/environment";
import { defaultDomains } from "./default-domains";

/** What a team allows every run, from the service's settings. */
export interface TeamEgress {
  /** Domains that `parent_plus_network_settings` inherits. */
  inherited: readonly string[];
  /** Domains blocked for every run, regardless of its environment file. */
  blocked: readonly string[];
}

/** An address that is always reachable, private ones included. Without a port, every port of the host. */
export interface RequiredEndpoint {
  host: string;
  port: number | undefined;
}

export interface EgressRules {
  mode: EgressMode;
  allowlist: readonly string[];
  team: TeamEgress;
  required: readonly RequiredEndpoint[];
  /** Endpoints configured by users, such as MCP servers: always allowed, but only at public addresses. */
  named: readonly RequiredEndpoint[];
  /** Like `named`, but only for connections the service makes on the run's behalf. */
  viaService?: readonly RequiredEndpoint[];
}

export type EgressDecision =
  /** `required`: its address isn't checked. */
  { allowed: true; required: boolean } | { allowed: false; reason: string };

const covered = (list: readonly string[], host: string) => list.some((entry) => coversDomain(entry, host));

/**
 * Decides whether a run can connect to a host and port. The host's addresses are checked on connecting. `byService`: the
 * service connects on the run's behalf.
 */
export function decideEgress(rules: EgressRules, host: string, port: number, byService = false): EgressDecision {
  const name = host.toLowerCase().replace(/\.$/, "");
  const includes = (list: readonly RequiredEndpoint[]) =>
    list.some((each) => each.host === name && (each.port ?? port) === port);
  if (includes(rules.required)) return { allowed: true, required: true };
  if (covered(rules.team.blocked, name)) return { allowed: false, reason: "blocked by the team" };
  if (includes(rules.named) || (byService && includes(rules.viaService ?? [])))
    return { allowed: true, required: false };
  if (rules.mode === "allow_all" || covered(rules.allowlist, name)) return { allowed: true, required: false };
  if (rules.mode === "parent_plus_network_settings" && covered(rules.team.inherited, name)) {
    return { allowed: true, required: false };
  }
  if (rules.mode === "default_with_network_settings" && covered(defaultDomains, name)) {
    return { allowed: true, required: false };
  }
  return { allowed: false, reason: `not in the allowed domains (${rules.mode})` };
}

/** The endpoint of an http or https URL; `undefined` for any other text. */
export function parseEndpoint(address: string): RequiredEndpoint | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== "http:" && protocol !== "https:") return undefined;
  const usual = protocol === "https:" ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, "").toLowerCase(), port: port === "" ? usual : Number(port) };
}
