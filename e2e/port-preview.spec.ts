import { expect, signIn, test } from "./testing/app";
import { createGate } from "./testing/gate";
import { createTestRepository } from "./testing/test-repository";

const server = `const { createServer } = require("node:http");
const { createHash } = require("node:crypto");
const page = (cookie) => \`<!doctype html><title>Shop</title><h1>Shop</h1><p id="cookie">\${cookie ?? "no cookies"}</p><p id="socket"></p>
<script>const socket = new WebSocket(location.origin.replace("http", "ws"));
socket.onopen = () => { document.getElementById("socket").textContent = "connected"; };</script>\`;
const app = createServer((request, response) => response.setHeader("content-type", "text/html").end(page(request.headers.cookie)));
app.on("upgrade", (request, socket) => {
  const accept = createHash("sha1").update(request.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest("base64");
  socket.write("HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: " + accept + "\\r\\n\\r\\n");
});
app.listen(3000, "127.0.0.1");
`;

test("a port of a run opens on a separate origin, with its own cookies and WebSockets", { tag: "@long" }, async ({
  page,
  app,
}) => {
  const environment = {
    terminals: [{ name: "shop", command: "node server.js" }],
    ports: [{ port: 3000, name: "shop" }],
  };
  const files = { "server.js": server, ".svc/environment.json": JSON.stringify(environment) };
  const repository = await createTestRepository(app, "port-preview", files);
  const gate = createGate(app);
  const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
  const text = `\`\`\`sh\nwhile ${gate.closed}; do sleep 0.2; done\n\`\`\``;
  const body = JSON.stringify({ prompt: { text }, repos: [{ url: `${app.serviceUrl}/demo/port-preview` }] });
  const created = await fetch(`${app.serviceUrl}/v1/agents`, { method: "POST", headers, body });
  expect(created.status).toBe(201);
  const { agent } = await created.json();

  await signIn(page, app);
  await page.goto(`${app.webUrl}/agents/${agent.id}`);
  const button = page.getByRole("button", { name: "Open shop (port 3000)" });
  await expect(button).toBeVisible();
  const opening = page.context().waitForEvent("page");
  await button.click();
  const preview = await opening;
  await expect(preview.getByRole("heading", { name: "Shop" })).toBeVisible();
  await expect(preview.locator("#cookie")).toHaveText("no cookies");
  await expect(preview.locator("#socket")).toHaveText("connected");
  const address = new URL(preview.url());
  expect(address.hostname).toMatch(/^[0-9a-f]{32}\.localhost$/);
  expect(address.pathname + address.search).toBe("/");
  expect(await preview.evaluate(() => window.opener)).toBeNull();

  const anonymous = await (await page.context().browser())?.newContext();
  const response = await anonymous?.request.get(address.href.replace(address.hostname, "127.0.0.1"), {
    headers: { host: address.host },
  });
  expect(response?.status()).toBe(401);
  await anonymous?.close();
  await gate.open();
  await expect(button).toBeHidden();
  await repository.remove();
});
