import { deflateSync } from "node:zlib";
import { expect } from "@playwright/test";
import type { App } from "./app";

const orders = "/v1/repohost/repos/demo/orders";

async function send<Body>(app: App, method: string, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(`${app.serviceUrl}${orders}${path}`, {
    method,
    headers: { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return response.json();
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

/** A square gray PNG with the given side length in pixels. */
function png(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.writeUInt8(8, 8);
  const rows = Buffer.alloc(side * (side + 1), 0x60).fill(0, 0, 1);
  for (let row = 0; row < side; row += 1) rows[row * (side + 1)] = 0;
  const data = deflateSync(rows);
  const mark = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([mark, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

/** Opens a pull request that changes an image and returns the URL of its files tab. */
export async function createImagePullRequest(app: App): Promise<string> {
  const found = await send<{ object: { sha: string } }>(app, "GET", "/git/ref/heads/main");
  const branch = (ref: string, sha: string) => send(app, "POST", "/git/refs", { ref: `refs/heads/${ref}`, sha });
  const commit = (targetBranch: string, expectedHeadSha: string, files: object[]) =>
    send<{ sha: string }>(app, "POST", "/git/commits:createFromFiles", {
      targetBranch,
      expectedHeadSha,
      files,
      message: "Change images",
      author: { name: "Another Author", email: "else@example.com" },
    });
  const base64 = (path: string, bytes: Buffer) => ({ path, content: bytes.toString("base64"), encoding: "base64" });
  await branch("art/before", found.object.sha);
  const { sha } = await commit("art/before", found.object.sha, [base64("art/logo.png", png(2))]);
  await branch("art/after", sha);
  await commit("art/after", sha, [
    base64("art/logo.png", png(3)),
    base64("art/no-picture.png", Buffer.from("\0<!doctype html><script>alert(1)</script>")),
    { path: "art/.gitattributes", content: "schema.txt linguist-generated\n" },
    { path: "art/schema.txt", content: "orders\n" },
    { path: "art/drawing.svg", content: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>\n' },
  ]);
  const pull = { title: "Redraw the logo", head: "art/after", base: "art/before" };
  const { number } = await send<{ number: string }>(app, "POST", "/pulls", pull);
  return `${app.webUrl}/pulls/demo/orders/${number}?tab=files`;
}
