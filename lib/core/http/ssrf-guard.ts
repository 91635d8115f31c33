import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";

export interface ResolvedAddress {
  address: string;
  family: number;
}

export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export const resolveName: Resolve = (hostname) => lookup(hostname, { all: true });

/** A user-supplied address that the service must not connect to. */
export class ForbiddenAddress extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ForbiddenAddress";
  }
}

function allowedPort({ port }: URL): boolean {
  // Empty for the scheme's default port.
  return port === "" || port === "80" || port === "443" || Number(port) >= 1024;
}

/** Checks a URL's port and literal IP address before its name is resolved. Throws {@link ForbiddenAddress}. */
export function assertPublicUrl(url: URL, isPublic: (address: string) => boolean): void {
  if (!allowedPort(url)) throw new ForbiddenAddress("the port is not allowed");
  // Node doesn't call `lookup` for a literal address.
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0 && !isPublic(literal)) throw new ForbiddenAddress("the address is not public");
}

/**
 * Returns a `lookup` that checks the addresses the connection will use, which prevents DNS rebinding. Rejects a name if any
 * of its addresses is not public.
 */
export function publicOnlyLookup(resolve: Resolve, isPublic: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    const fail = (error: Error) => callback(error, "", 0);
    resolve(hostname).then((addresses) => {
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublic(address))) {
        fail(new ForbiddenAddress(`${hostname} doesn't resolve to public addresses only`));
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    }, fail);
  };
}
