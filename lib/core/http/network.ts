import { BlockList, isIP } from "node:net";

interface Network {
  address: string;
  family: "ipv4" | "ipv6";
  prefix: number;
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Parses an address or a network in CIDR notation. Returns `undefined` if it is invalid. */
export function parseNetwork(text: string): Network | undefined {
  const [address = "", length, ...rest] = text.split("/");
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest.length > 0 || (length !== undefined && !/^[0-9]{1,3}$/.test(length)))
    return undefined;
  const prefix = length === undefined ? bits : Number(length);
  return prefix <= bits ? { address, family: familyOf(address), prefix } : undefined;
}

/**
 * Returns a function that finds the address of a client: the one that connected or, if that is a trusted proxy, the last
 * address in `X-Forwarded-For` that isn't a trusted proxy itself. A client can forge the addresses before it.
 */
export function clientAddressReader(
  trustedProxies: readonly string[],
): (connected: string, forwardedFor: string | null) => string {
  const trusted = new BlockList();
  for (const each of trustedProxies) {
    const network = parseNetwork(each);
    if (network) trusted.addSubnet(network.address, network.prefix, network.family);
  }
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address));

  return (connected, forwardedFor) => {
    let client = connected;
    const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
    while (isTrusted(client)) {
      const hop = hops.pop();
      if (hop === undefined || isIP(hop) === 0) break;
      client = hop;
    }
    return client;
  };
}
