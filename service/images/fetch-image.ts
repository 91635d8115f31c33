import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { maxImageBytes } from "@/lib/contract/agents/prompt";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import type { Log } from "@/lib/core/log";
import { checkedLookup, checkOutsideUrl, type Resolve, resolveName } from "../core/http/outside-address";
import { isPublicAddress } from "../core/http/public-address";
import { type ImageType, imageTypeOf } from "./image-type";

/** An image as a run keeps it, whether it came as data or by address. */
export interface PromptImage {
  mimeType: ImageType;
  data: string;
}

export interface ImageFetcher {
  /** The image at an address, or `undefined`. Why it could not be had is logged, and nobody outside is told. */
  fetch(url: string, signal: AbortSignal): Promise<PromptImage | undefined>;
}

export interface WithImages {
  images: ImageFetcher;
}

/** Of all prompts together: what is fetched is held in memory. */
const mostAtOnce = 20;

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
  const checked = checkedLookup(given.resolve ?? resolveName, isPublic);
  const fetches = new Semaphore(mostAtOnce);

  async function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error("neither http nor https");
    if (url.username || url.password) throw new Error("the address holds credentials");
    if (own.has(url.origin)) return get(url, undefined, signal);
    checkOutsideUrl(url, isPublic);
    return get(url, checked, signal);
  }

  return {
    async fetch(text, signal) {
      try {
        return await fetches.run(async () => readImage(await open(new URL(text), signal)), signal);
      } catch (error) {
        given.log.info({ err: error }, "an image of a prompt could not be fetched");
        return undefined;
      }
    },
  };
}
