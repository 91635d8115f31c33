import type { Operation } from "@/lib/contract/operation";

/** The hosting API's path prefix as the contract writes it; a remote service may have another. */
const contractPrefix = "/v1/repohost";

/** Where and how a service is reached. */
export interface ServiceAddress {
  base: string;
  repohostPrefix: string;
}

/**
 * The absolute address of an encoded path and query (`?…` or empty). Throws when URL parsing would change the path:
 * what was matched against the contract is what is called.
 */
export function serviceUrl(
  address: ServiceAddress,
  family: Operation["family"],
  encodedPath: string,
  search: string,
): URL {
  const path =
    family === "repohost" && encodedPath.startsWith(`${contractPrefix}/`)
      ? address.repohostPrefix + encodedPath.slice(contractPrefix.length)
      : encodedPath;
  if (!path.startsWith("/")) throw new Error("a path starts with a slash");
  const base = new URL(address.base);
  const expected = `${base.pathname.replace(/\/$/, "")}${path}`;
  const url = new URL(`${base.origin}${expected}${search}`);
  if (url.pathname !== expected || url.origin !== base.origin) throw new Error("the path would change when called");
  return url;
}
