import type { Operation } from "@/lib/contract/operation";

/** The hosting API's path prefix in the contract. A remote service may use another. */
const contractPrefix = "/v1/repohost";

/** The address of a service. */
export interface ServiceAddress {
  base: string;
  repohostPrefix: string;
}

/**
 * The absolute URL of an encoded path and query. Throws if URL parsing would change the path, so the called
 * path is the one matched against the contract.
 */
export function serviceUrl(address: ServiceAddress, family: Operation["family"], pathAndQuery: string): URL {
  const [encodedPath = ""] = pathAndQuery.split("?", 1);
  const search = pathAndQuery.slice(encodedPath.length);
  const path =
    family === "repohost" && encodedPath.startsWith(`${contractPrefix}/`)
      ? address.repohostPrefix + encodedPath.slice(contractPrefix.length)
      : encodedPath;
  if (!path.startsWith("/")) throw new Error("a path must start with a slash");
  const base = new URL(address.base);
  const expected = `${base.pathname.replace(/\/$/, "")}${path}`;
  const url = new URL(`${base.origin}${expected}${search}`);
  if (url.pathname !== expected || url.origin !== base.origin) throw new Error("the path would change when called");
  return url;
}
