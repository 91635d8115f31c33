import { BlockList, isIP } from "node:net";

const ipv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Azure's virtual host address.
  "168.63.129.16/32",
];

const ipv6 = [
  "::/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/32",
  "2001:db8::/32",
  "2002::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
];

const blocked = new BlockList();
for (const [ranges, family] of [[ipv4, "ipv4"] as const, [ipv6, "ipv6"] as const]) {
  for (const range of ranges) {
    const [network = "", prefix] = range.split("/");
    blocked.addSubnet(network, Number(prefix), family);
  }
}

/** Returns whether an IP address is public: not loopback, private, link-local or reserved. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  // A zone id marks a link-local address.
  if (family === 0 || address.includes("%")) return false;
  return !blocked.check(address, family === 4 ? "ipv4" : "ipv6");
}
