import { setMaxListeners } from "node:events";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isPublicAddress } from "@/lib/core/http/public-address";
import { createLog } from "@/lib/core/log";
import { createImageFetcher } from "./fetch-image";
import { samples, serveImages } from "./testing/image-fixture";

/** 15 MB (specification, section 8). */
const maxImageBytes = 15 * 1024 * 1024;

const log = createLog({ program: "test", level: "silent" });
const png = samples["image/png"];

let server: Awaited<ReturnType<typeof serveImages>>;
let seen: { url: string; host: string; headers: Record<string, unknown> }[] = [];
beforeAll(async () => {
  server = await serveImages((request, response) => {
    const { url = "", headers } = request;
    seen.push({ url, host: headers.host ?? "", headers });
    if (url === "/redirect") response.writeHead(302, { location: "/a.png" }).end();
    else if (url === "/missing") response.writeHead(404).end(png);
    else if (url === "/text") response.end("hello");
    else if (url === "/gzip") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(png));
    else if (url === "/large-announced") {
      response.writeHead(200, { "content-length": maxImageBytes + 1 });
      response.write(png);
    } else if (url === "/endless") {
      const piece = Buffer.alloc(1024 * 1024);
      const writeMore = () => {
        while (response.writable && response.write(piece));
      };
      response.write(png);
      response.on("drain", writeMore);
      writeMore();
    } else if (url === "/exact") response.end(Buffer.concat([png, Buffer.alloc(maxImageBytes - png.length)]));
    else if (url === "/over") response.end(Buffer.concat([png, Buffer.alloc(maxImageBytes - png.length + 1)]));
    else if (url !== "/silent") response.writeHead(200, { "content-type": "text/html" }).end(png);
  });
});
afterAll(() => server.close());
beforeEach(() => {
  seen = [];
});

const never = new AbortController().signal;
const fetchOwn = (path: string, signal = never) =>
  createImageFetcher({ ownOrigins: [server.origin], log }).fetch(`${server.origin}${path}`, signal);

describe("an image URL", () => {
  it("gets its type from the bytes, not the content type", async () => {
    expect(await fetchOwn("/a.png")).toEqual({ mimeType: "image/png", data: png.toString("base64") });
  });

  it("A-CREATE-23, A-CREATE-25: is limited to 15 MB, with or without a content length", {
    tags: ["long"],
  }, async () => {
    expect((await fetchOwn("/exact"))?.data).toHaveLength((maxImageBytes / 3) * 4);
    for (const path of ["/over", "/large-announced", "/endless"]) expect(await fetchOwn(path), path).toBeUndefined();
  });

  it.each(["/redirect", "/missing", "/text", "/gzip"])("is rejected for a response such as %s", async (path) => {
    expect(await fetchOwn(path)).toBeUndefined();
    expect(seen).toHaveLength(1);
  });

  it("is abandoned at the deadline, even while queued", async () => {
    const deadline = new AbortController();
    setMaxListeners(50, deadline.signal);
    const fetcher = createImageFetcher({ ownOrigins: [server.origin], log });
    const waiting = Array.from({ length: 22 }, () => fetcher.fetch(`${server.origin}/silent`, deadline.signal));
    await vi.waitFor(() => expect(seen).toHaveLength(20), { timeout: 20_000 });
    deadline.abort();
    expect(await Promise.all(waiting)).toEqual(Array(22).fill(undefined));
    expect(seen).toHaveLength(20);
    expect(await fetcher.fetch(`${server.origin}/a.png`, never)).toMatchObject({ mimeType: "image/png" });
  });
});

describe("forbidden addresses", () => {
  const hosts = ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"];
  it.each(hosts)("%s", async (host) => {
    const fetcher = createImageFetcher({ ownOrigins: [], log });
    expect(await fetcher.fetch(`http://${host}:${server.port}/a.png`, never)).toBeUndefined();
    expect(seen).toEqual([]);
  });

  it("a name with a private address, or with none", async () => {
    const mixed = [
      { address: "1.1.1.1", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    for (const addresses of [mixed, []]) {
      const resolve = vi.fn(async () => addresses);
      const fetcher = createImageFetcher({ ownOrigins: [], log, resolve });
      expect(await fetcher.fetch(`http://images.example:${server.port}/a.png`, never)).toBeUndefined();
      expect(resolve).toHaveBeenCalledOnce();
    }
    expect(seen).toEqual([]);
  });

  it("an unknown name", async () => {
    const fetcher = createImageFetcher({ ownOrigins: [], log, resolve: async () => Promise.reject(new Error("no")) });
    expect(await fetcher.fetch(`http://images.example:${server.port}/a.png`, never)).toBeUndefined();
  });

  it.each(["ftp://1.1.1.1/a.png", "file:///etc/passwd", "http://u:p@1.1.1.1/a.png", "http://1.1.1.1:25/", "nonsense"])(
    "%s",
    async (url) => {
      const isPublic = vi.fn(isPublicAddress);
      expect(await createImageFetcher({ ownOrigins: [], log, isPublic }).fetch(url, never)).toBeUndefined();
      expect(isPublic).not.toHaveBeenCalled();
    },
  );

  it("other ports, schemes and names of the service's own address", async () => {
    const fetcher = createImageFetcher({ ownOrigins: ["http://127.0.0.1:1", `https://127.0.0.1:${server.port}`], log });
    expect(await fetcher.fetch(`${server.origin}/a.png`, never)).toBeUndefined();
    expect(await fetcher.fetch(`http://localhost:${server.port}/a.png`, never)).toBeUndefined();
    expect(seen).toEqual([]);
  });
});

describe("a public address", () => {
  it("is resolved once, connected to at the checked address, and sent its own host name", async () => {
    const lookups = [[{ address: "127.0.0.1", family: 4 }], [{ address: "10.0.0.1", family: 4 }]];
    const resolve = vi.fn(async () => lookups.shift() ?? []);
    const fetcher = createImageFetcher({ ownOrigins: [], log, resolve, isPublic: () => true });
    const proxies = { http_proxy: "http://127.0.0.1:1", HTTP_PROXY: "http://127.0.0.1:1" };
    for (const [name, value] of Object.entries(proxies)) vi.stubEnv(name, value);
    try {
      const image = await fetcher.fetch(`http://images.example:${server.port}/a.png?size=2#part`, never);
      expect(image).toMatchObject({ mimeType: "image/png" });
    } finally {
      vi.unstubAllEnvs();
    }
    expect(resolve).toHaveBeenCalledExactlyOnceWith("images.example");
    expect(seen).toMatchObject([{ url: "/a.png?size=2", host: `images.example:${server.port}` }]);
    expect(seen[0]?.headers).not.toHaveProperty("authorization");
    expect(seen[0]?.headers).not.toHaveProperty("cookie");
  });
});
