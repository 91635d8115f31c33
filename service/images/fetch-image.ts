import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { maxImageBytes } from "@/lib/contract/agents/prompt";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import { isPublicAddress } from "@/lib/core/http/public-address";
import { assertPublicUrl, publicOnlyLookup, type Resolve, resolveName } from "@/lib/core/http/ssrf-guard";
import type { Log } from "@/lib/core/log";
import { detectImageType, type ImageType } from "./image-type";

/** An image as stored with a run. */
export interface PromptImage {
  mimeType: ImageType;
  data: string;
}

export interface ImageFetcher {
  /** Fetches an image, or returns undefined. The reason is only logged, so callers can't use it to probe the network. */
  fetch(url: string, signal: AbortSignal): Promise<PromptImage | undefined>;
}

export interface WithImages {
  images: ImageFetcher;
}

/** Across all prompts, because images are held in memory. */
const maxConcurrent = 20;

function get(url: URL, lookup: LookupFunction | undefined, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    // `agent: false`: no shared connections and no proxy from the environment.
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
    if (response.statusCode !== 200) throw new Error(`the server returned ${response.statusCode}`);
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
    const mimeType = detectImageType(image);
    if (!mimeType) throw new Error("the response is not an image");
    return { mimeType, data: image.toString("base64") };
  } finally {
    response.destroy();
  }
}

/**
 * Fetches images from user-supplied URLs with SSRF protection: http and https only, no credentials, public addresses only,
 * no redirects. `ownOrigins` are the service's own origins, the only private ones allowed.
 */
export function createImageFetcher(options: {
  ownOrigins: readonly string[];
  log: Log;
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
}): ImageFetcher {
  const own = new Set(options.ownOrigins.map((url) => new URL(url).origin));
  const isPublic = options.isPublic ?? isPublicAddress;
  const checked = publicOnlyLookup(options.resolve ?? resolveName, isPublic);
  const fetches = new Semaphore(maxConcurrent);

  async function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error("not an http or https URL");
    if (url.username || url.password) throw new Error("the URL contains credentials");
    if (own.has(url.origin)) return get(url, undefined, signal);
    assertPublicUrl(url, isPublic);
    return get(url, checked, signal);
  }

  return {
    async fetch(text, signal) {
      try {
        return await fetches.run(async () => readImage(await open(new URL(text), signal)), signal);
      } catch (error) {
        options.log.info({ err: error }, "couldn't fetch a prompt image");
        return undefined;
      }
    },
  };
}
