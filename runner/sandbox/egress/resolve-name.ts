import { Resolver } from "node:dns/promises";
import type { ResolvedAddress } from "@/lib/core/http/ssrf-guard";

/**
 * Resolves a name chosen by an agent. Queries the name servers directly, because slow lookups would block the thread pool of the whole service. Throws if the name has no address.
 */
export async function resolveAgentName(hostname: string): Promise<ResolvedAddress[]> {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  if (name === "localhost" || name.endsWith(".localhost")) return [{ address: "127.0.0.1", family: 4 }];
  const resolver = new Resolver({ timeout: 5_000, tries: 2 });
  const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const [ipv4 = [], ipv6 = []] = results.map((result) => (result.status === "fulfilled" ? result.value : []));
  const addresses = [
    ...ipv4.map((address) => ({ address, family: 4 })),
    ...ipv6.map((address) => ({ address, family: 6 })),
  ];
  if (addresses.length === 0) throw new Error(`${hostname} couldn't be resolved`);
  return addresses;
}
