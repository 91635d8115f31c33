import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isPublicAddress } from "@/lib/core/http/public-address";
import { assertPublicUrl, publicOnlyLookup, type Resolve, resolveName } from "@/lib/core/http/ssrf-guard";
import type { Settings } from "@/lib/core/settings/settings";
import { privateCertificates } from "./private-server";

/** Deadline of a request, including DNS, connect, TLS and the body. */
const deadlineMs = 10_000;
const defaultMaxBodyBytes = 512 * 1024;
const emptyStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

export interface PublicRequest {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | URLSearchParams | undefined;
}

export interface PublicFetch {
  /**
   * Sends a request over https to a public address, or to a private server of the settings. Doesn't follow redirects. Rejects after
   * 10 seconds, for a body over the limit (512 KiB by default), and with `ForbiddenAddress` for other addresses.
   */
  send(url: URL, request?: PublicRequest): Promise<Response>;
  /** Whether http is accepted; only for tests on this machine. */
  insecure: boolean;
}

function headersOf(raw: NodeJS.Dict<string | string[]>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return headers;
}

export interface PublicFetchOptions extends Partial<Pick<Settings, "privateRemotes">> {
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
  insecure?: boolean;
  maxBodyBytes?: number;
  /** Certificate to trust instead of the system's; only for tests. */
  ca?: string;
}

/** Sends small requests to user-supplied URLs, protected against SSRF. */
export function createPublicFetch({
  resolve = resolveName,
  isPublic = isPublicAddress,
  insecure = false,
  maxBodyBytes = defaultMaxBodyBytes,
  privateRemotes = {},
  ca,
}: PublicFetchOptions = {}): PublicFetch {
  return {
    insecure,
    async send(url, { method = "GET", headers = {}, body } = {}) {
      if (url.protocol !== "https:" && !(insecure && url.protocol === "http:")) throw new Error("not an https URL");
      if (url.username || url.password) throw new Error("the URL contains credentials");
      const certificates = privateCertificates(url, { privateRemotes });
      const isAllowed = certificates === undefined ? isPublic : () => true;
      assertPublicUrl(url, isAllowed);
      const connection = { lookup: publicOnlyLookup(resolve, isAllowed), ca: ca ?? (certificates || undefined) };
      const sendRequest = url.protocol === "https:" ? requestHttps : requestHttp;
      const signal = AbortSignal.timeout(deadlineMs);
      return new Promise<Response>((settle, reject) => {
        const request = sendRequest(url, { method, agent: false, signal, headers: { ...headers }, ...connection });
        request.on("error", reject).once("response", async (response) => {
          try {
            const chunks: Uint8Array[] = [];
            let size = 0;
            for await (const chunk of response) {
              const bytes: Uint8Array = chunk;
              size += bytes.byteLength;
              if (size > maxBodyBytes) throw new Error("the response is too large");
              chunks.push(bytes);
            }
            const { statusCode: status = 502 } = response;
            const content = emptyStatuses.has(status) ? null : Buffer.concat(chunks);
            settle(new Response(content, { status, headers: headersOf(response.headers) }));
          } catch (error) {
            response.destroy();
            reject(error);
          }
        });
        request.end(body?.toString());
      });
    },
  };
}
