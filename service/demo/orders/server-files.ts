export const server = `import { createServer } from "node:http";
import { UnknownProduct } from "./catalogue.js";
import { RefusedCode } from "./discounts.js";
import { RefusedStep, stepNames, UnknownOrder } from "./orders.js";
import { UnknownCountry } from "./tax.js";

const largestBody = 64 * 1024;

async function readJson(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > largestBody) throw new RangeError("the request is too large");
  }
  return JSON.parse(text);
}

function statusOf(error) {
  if (error instanceof UnknownOrder) return 404;
  if (error instanceof RefusedStep) return 409;
  const refusals = [UnknownProduct, UnknownCountry, RefusedCode, RangeError];
  return refusals.some((kind) => error instanceof kind) ? 422 : 500;
}

/** Finds what a request asks for: a function that answers [status, body]. */
function route(method, path, { catalogue, orders }) {
  const [collection, id, step, ...more] = path.split("/").slice(1);
  if (more.length > 0) return undefined;
  const asked = [method, collection, id && "{id}", step].filter(Boolean).join(" ");
  switch (asked) {
    case "GET products":
      return async () => [200, catalogue.list()];
    case "POST quotes":
      return async (request) => [200, orders.quote(await readJson(request))];
    case "POST orders":
      return async (request) => [201, await orders.place(await readJson(request))];
    case "GET orders {id}":
      return async () => [200, await orders.get(id)];
    default:
      if (asked !== "POST orders {id} " + step || !stepNames.includes(step)) return undefined;
      return async () => [200, await orders[step](id)];
  }
}

/** The HTTP interface; see docs/api.md. */
export function createApp(parts) {
  return createServer(async (request, response) => {
    const answer = (status, body) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body) + "\\n");
    };
    const { pathname } = new URL("http://orders" + request.url);
    const handle = route(request.method, pathname, parts);
    if (!handle) return answer(404, { error: "there is nothing here" });
    try {
      answer(...(await handle(request)));
    } catch (error) {
      const status = statusOf(error);
      if (status === 500) console.error(error);
      answer(status, { error: status === 500 ? "something went wrong" : error.message });
    }
  });
}
`;

export const main = `import { fileURLToPath } from "node:url";
import { readCatalogue } from "./catalogue.js";
import { createOrders } from "./orders.js";
import { createApp } from "./server.js";
import { createFileStore } from "./store.js";

const root = (path) => fileURLToPath(new URL("../" + path, import.meta.url));

const catalogue = await readCatalogue(root("catalogue.json"));
const store = createFileStore(process.env.ORDERS_FILE ?? root("data/orders.json"));
const app = createApp({ catalogue, orders: createOrders({ store, catalogue }) });

const port = Number(process.env.PORT ?? 8080);
app.listen(port, "127.0.0.1", () => console.log("orders are taken at http://127.0.0.1:" + port));
`;

export const serverTest = `import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createCatalogue } from "../src/catalogue.js";
import { createOrders } from "../src/orders.js";
import { createApp } from "../src/server.js";
import { createFileStore } from "../src/store.js";

let folder;
let app;
let origin;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "orders-"));
  const catalogue = createCatalogue([
    { sku: "mug", name: "Mug", price: 1000, taxClass: "standard" },
    { sku: "beans", name: "Coffee beans", price: 1500, taxClass: "reduced" },
  ]);
  const store = createFileStore(join(folder, "orders.json"));
  app = createApp({ catalogue, orders: createOrders({ store, catalogue }) }).listen(0, "127.0.0.1");
  await once(app, "listening");
  origin = "http://127.0.0.1:" + app.address().port;
});

after(async () => {
  app.closeAllConnections();
  app.close();
  await rm(folder, { recursive: true });
});

async function call(method, path, body) {
  const sent = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(origin + path, { method, body: sent });
  return { status: response.status, body: await response.json() };
}

const cart = { country: "DE", lines: [{ sku: "mug", quantity: 1 }] };

test("lists the catalogue", async () => {
  const { status, body } = await call("GET", "/products");
  assert.equal(status, 200);
  assert.equal(body[0].sku, "mug");
});

test("quotes a price without storing anything", async () => {
  const { status, body } = await call("POST", "/quotes", cart);
  assert.equal(status, 200);
  assert.equal(body.total, 1190);
});

test("takes an order from placing to shipping", async () => {
  const placed = await call("POST", "/orders", cart);
  assert.equal(placed.status, 201);
  const at = "/orders/" + placed.body.id;
  assert.equal((await call("POST", at + "/ship")).status, 409);
  assert.equal((await call("POST", at + "/pay")).status, 200);
  assert.equal((await call("POST", at + "/ship")).status, 200);
  assert.equal((await call("GET", at)).body.status, "shipped");
});

test("says what is wrong with a cart", async () => {
  const lines = [{ sku: "cup", quantity: 1 }];
  assert.deepEqual(await call("POST", "/quotes", { country: "DE", lines }), {
    status: 422,
    body: { error: "there is no product cup" },
  });
});

test("does not know other paths", async () => {
  for (const path of ["/", "//", "/orders/o1/eat", "/orders/none", "/a/b/c/d"]) {
    assert.equal((await call("GET", path)).status, 404);
  }
});
`;

/** Before this, broken JSON was answered with 500. */
export const serverWithMalformedJson = [
  [
    `  return JSON.parse(text);
}`,
    `  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedRequest();
  }
}`,
  ],
  [
    `async function readJson(request) {`,
    `class MalformedRequest extends Error {
  constructor() {
    super("the request is not JSON");
    this.name = "MalformedRequest";
  }
}

async function readJson(request) {`,
  ],
  [
    `  if (error instanceof UnknownOrder)`,
    `  if (error instanceof MalformedRequest) return 400;\n  if (error instanceof UnknownOrder)`,
  ],
] as const;

export const serverTestWithMalformedJson = [
  [
    `test("does not know other paths", async () => {`,
    `test("refuses what is not JSON", async () => {
  assert.deepEqual(await call("POST", "/orders", "{"), { status: 400, body: { error: "the request is not JSON" } });
});

test("does not know other paths", async () => {`,
  ],
] as const;

export const catalogueWithSearch = [
  [
    `    list: () => [...bySku.values()],
`,
    `    list: () => [...bySku.values()],
    /** Products whose name holds every word of the text, in any order and case. */
    search(text) {
      const words = text.toLowerCase().split(/\\s+/).filter(Boolean);
      return [...bySku.values()].filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
    },
`,
  ],
] as const;

export const catalogueTestWithSearch = [
  [
    `test("refuses a product that is listed twice", () => {`,
    `test("searches by the words of a name", () => {
  const catalogue = createCatalogue([mug, { ...mug, sku: "blue", name: "Large blue mug" }]);
  const found = (text) => catalogue.search(text).map((product) => product.sku);
  assert.deepEqual(found("mug"), ["mug", "blue"]);
  assert.deepEqual(found("MUG  blue"), ["blue"]);
  assert.deepEqual(found("cup"), []);
});

test("refuses a product that is listed twice", () => {`,
  ],
] as const;

export const serverWithSearch = [
  [
    `function route(method, path, { catalogue, orders }) {`,
    `function route(method, { pathname, searchParams }, { catalogue, orders }) {`,
  ],
  [`path.split("/").slice(1)`, `pathname.split("/").slice(1)`],
  [`[200, catalogue.list()]`, `[200, catalogue.search(searchParams.get("q") ?? "")]`],
  [
    `    const { pathname } = new URL("http://orders" + request.url);
    const handle = route(request.method, pathname, parts);`,
    `    const handle = route(request.method, new URL("http://orders" + request.url), parts);`,
  ],
] as const;

export const serverTestWithSearch = [
  [
    `  assert.equal(body[0].sku, "mug");
`,
    `  assert.equal(body[0].sku, "mug");
  const found = await call("GET", "/products?q=coffee");
  assert.deepEqual(
    found.body.map((product) => product.sku),
    ["beans"],
  );
`,
  ],
] as const;

export const apiDocumentWithSearch = [
  [
    `| lists the catalogue | 200, products |
`,
    `| lists the catalogue | 200, products |
| \`GET /products?q=blue+mug\` | lists the products whose name holds every word | 200, products |
`,
  ],
] as const;

export const mainWithShutdown = [
  [
    `orders are taken at http://127.0.0.1:" + port));
`,
    `orders are taken at http://127.0.0.1:" + port));

// Requests under way are answered; connections that only wait are closed.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    app.close();
    app.closeIdleConnections();
  });
}
`,
  ],
] as const;
