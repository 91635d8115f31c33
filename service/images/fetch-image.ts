import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { maxImageBytes } from "@/lib/contract/agents/prompt";
import type { Log } from "@/lib/log/log";
import { type ImageType, imageTypeOf } from "./image-type";
import { isPublicAddress } from "./public-address";
import { createSlots } from "./slots";

/** An image as a run keeps it, whether it came as data or by address. */
export interface PromptImage {
  mimeType: ImageType;
  data: string;
}

export interface ImageFetcher {
  /** The image at an address, or `undefined`. Why it could not be had is logged, and nobody outside is told. */
  fetch(url: string, signal: AbortSignal): Promise<PromptImage | undefined>;
}

export interface ResolvedAddress {
  address: string;
  family: number;
}

type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

/** Of all prompts together: what is fetched is held in memory. */
const mostAtOnce = 20;

function allowedPort({ port }: URL): boolean {
  // The address has no port when it is the scheme's own.
  return port === "" || port === "80" || port === "443" || Number(port) >= 1024;
}

/**
 * Resolves as part of the connection, so that what was checked is what is connected to: a name that answers
 * differently the next time gains nothing. One address that is not public refuses the whole name.
 */
function checkedLookup(resolve: Resolve, isPublic: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    const fail = (error: Error) => callback(error, "", 0);
    resolve(hostname).then((addresses) => {
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublic(address))) {
        fail(new Error(`${hostname} does not resolve to public addresses alone`));
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    }, fail);
  };
}

function get(url: URL, lookup: LookupFunction | undefined, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    // An agent of its own: no connection is shared between hosts, and no proxy of the environment is asked.
    const options = { agent: false, signal, ...(lookup ? { lookup } : {}) };
    const headers = { accept: "image/png, image/jpeg, image/gif, image/webp", "accept-encoding": "identity" };
    const request = send(url, { ...options, headers });
    request.on("error", reject);
    request.once("response", resolve);
    request.end();
  });
}

async function readImage(response: IncomingMessage): Promise<PromptImage> {
  try {
    if (response.statusCode !== 200) throw new Error(`the answer was ${response.statusCode}`);
    if (Number(response.headers["content-length"] ?? 0) > maxImageBytes) throw new Error("the image is too large");
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response) {
      const bytes: Uint8Array = chunk;
      size += bytes.byteLength;
      if (size > maxImageBytes) throw new Error("the image is too large");
      chunks.push(bytes);
    }
    const image = Buffer.concat(chunks);
    const mimeType = imageTypeOf(image);
    if (!mimeType) throw new Error("the answer is no image");
    return { mimeType, data: image.toString("base64") };
  } finally {
    response.destroy();
  }
}

/**
 * Fetches images people name by address, without becoming a way into the network the service stands in
 * (SSRF): http and https only, no credentials, public addresses only, no redirects.
 * `ownOrigins` are the program's own addresses, the only private ones that are allowed.
 */
export function createImageFetcher(given: {
  ownOrigins: readonly string[];
  log: Log;
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
}): ImageFetcher {
  const own = new Set(given.ownOrigins.map((url) => new URL(url).origin));
  const isPublic = given.isPublic ?? isPublicAddress;
  const checked = checkedLookup(given.resolve ?? ((hostname) => lookup(hostname, { all: true })), isPublic);
  const within = createSlots(mostAtOnce);

  async function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error("neither http nor https");
    if (url.username || url.password) throw new Error("the address holds credentials");
    if (own.has(url.origin)) return get(url, undefined, signal);
    if (!allowedPort(url)) throw new Error("a port of another service");
    // Node asks no lookup for a literal address.
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) !== 0 && !isPublic(literal)) throw new Error("the address is not public");
    return get(url, checked, signal);
  }

  return {
    async fetch(text, signal) {
      try {
        return await within(signal, async () => readImage(await open(new URL(text), signal)));
      } catch (error) {
        given.log.info({ err: error }, "an image of a prompt could not be fetched");
        return undefined;
      }
    },
  };
}
