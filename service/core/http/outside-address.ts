import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";

export interface ResolvedAddress {
  address: string;
  family: number;
}

export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export const resolveName: Resolve = (hostname) => lookup(hostname, { all: true });

/** An address somebody named is not one this service may connect to. */
export class ForbiddenAddress extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ForbiddenAddress";
  }
}

function allowedPort({ port }: URL): boolean {
  // The address has no port when it is the scheme's own.
  return port === "" || port === "80" || port === "443" || Number(port) >= 1024;
}

/** What is known of a URL before its name is resolved. Throws {@link ForbiddenAddress}. */
export function checkOutsideUrl(url: URL, isPublic: (address: string) => boolean): void {
  if (!allowedPort(url)) throw new ForbiddenAddress("a port of another service");
  // Node asks no lookup for a literal address.
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0 && !isPublic(literal)) throw new ForbiddenAddress("the address is not public");
}

/**
 * Resolves as part of the connection, so that what was checked is what is connected to: a name that answers
 * differently the next time gains nothing. One address that is not public refuses the whole name.
 */
export function checkedLookup(resolve: Resolve, isPublic: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    const fail = (error: Error) => callback(error, "", 0);
    resolve(hostname).then((addresses) => {
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublic(address))) {
        fail(new ForbiddenAddress(`${hostname} does not resolve to public addresses alone`));
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    }, fail);
  };
}
