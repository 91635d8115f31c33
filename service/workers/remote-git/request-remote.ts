import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import type { OutsideRemote } from "@/git/remote";

/** How long the server can be silent: it prepares large packs without sending anything. */
const idleTimeoutMs = 10 * 60_000;

/** Connects to the checked address, regardless of what the name resolves to now. */
function lookupOf(address: string): LookupFunction {
  const family = isIP(address);
  return (_hostname, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family);
}

interface RemoteRequest {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Readable | undefined;
  signal: AbortSignal;
}

/** Sends a git request to a repository's server with its credential. Resolves with the response; redirects aren't followed. */
export async function requestRemote(
  target: URL,
  { config, credential, pin }: OutsideRemote,
  { method, headers, body, signal }: RemoteRequest,
): Promise<IncomingMessage> {
  const certificates = config["http.sslCAInfo"];
  const ca = certificates === undefined ? undefined : await readFile(certificates);
  const secret = credential && Buffer.from(`${credential.username}:${credential.password}`).toString("base64");
  return new Promise((resolve, reject) => {
    const sent = requestHttps(target, {
      method,
      agent: false,
      signal,
      headers: { ...headers, ...(secret === undefined ? {} : { authorization: `Basic ${secret}` }) },
      ...(ca ? { ca } : {}),
      ...(pin ? { lookup: lookupOf(pin.address) } : {}),
    });
    sent.setTimeout(idleTimeoutMs, () => sent.destroy(new Error("timed out")));
    sent.once("response", resolve).on("error", reject);
    if (!body) sent.end();
    else {
      body.on("error", (error) => sent.destroy(error));
      body.pipe(sent);
    }
  });
}
