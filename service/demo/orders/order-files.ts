export const store = `import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Orders in one JSON file. Writes go through a second file and wait for each other, so a crash never tears it. */
export function createFileStore(file) {
  let queue = Promise.resolve();

  async function read() {
    try {
      return JSON.parse(await readFile(file, "utf8"));
    } catch (error) {
      if (error.code === "ENOENT") return {};
      throw error;
    }
  }

  return {
    async get(id) {
      await queue;
      const orders = await read();
      return Object.hasOwn(orders, id) ? orders[id] : undefined;
    },
    /** Replaces an order by what \`change\` answers for it; what it throws leaves everything as it was. */
    update(id, change) {
      const run = queue.then(async () => {
        const orders = await read();
        const changed = change(Object.hasOwn(orders, id) ? orders[id] : undefined);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file + ".new", JSON.stringify({ ...orders, [id]: changed }, null, 2) + "\\n");
        await rename(file + ".new", file);
        return changed;
      });
      queue = run.catch(() => {});
      return run;
    },
  };
}
`;

export const storeTest = `import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { createFileStore } from "../src/store.js";

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orders-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("keeps orders between starts", async () => {
  const file = join(folder, "data", "orders.json");
  await createFileStore(file).update("o1", () => ({ id: "o1" }));
  assert.deepEqual(await createFileStore(file).get("o1"), { id: "o1" });
});

test("answers undefined for what is not there", async () => {
  assert.equal(await createFileStore(join(folder, "orders.json")).get("toString"), undefined);
});

test("loses no change when many come at once", async () => {
  const store = createFileStore(join(folder, "orders.json"));
  const count = (order) => ({ count: (order?.count ?? 0) + 1 });
  await Promise.all(Array.from({ length: 20 }, () => store.update("o1", count)));
  assert.deepEqual(await store.get("o1"), { count: 20 });
  assert.deepEqual(await readdir(folder), ["orders.json"]);
});

test("changes nothing when the change is refused", async () => {
  const store = createFileStore(join(folder, "orders.json"));
  const refused = store.update("o1", () => {
    throw new Error("no");
  });
  await assert.rejects(refused, /no/);
  assert.equal(await store.get("o1"), undefined);
});
`;

export const orders = `import { randomUUID } from "node:crypto";
import { cartFrom } from "./cart.js";
import { priceCart } from "./pricing.js";

export class UnknownOrder extends Error {
  constructor(id) {
    super("there is no order " + id);
    this.name = "UnknownOrder";
  }
}

export class RefusedStep extends Error {
  constructor(step, status) {
    super("cannot " + step + " an order that is " + status);
    this.name = "RefusedStep";
  }
}

/** Which states a step may start from, and where it leads. */
const steps = {
  pay: { from: ["placed"], to: "paid" },
  ship: { from: ["paid"], to: "shipped" },
  cancel: { from: ["placed", "paid"], to: "cancelled" },
};

export const stepNames = Object.keys(steps);

/** Places orders and moves them on. The price of an order is fixed when it is placed. */
export function createOrders({ store, catalogue, now = () => new Date(), newId = randomUUID }) {
  async function move(id, step) {
    return store.update(id, (order) => {
      if (!order) throw new UnknownOrder(id);
      const { from, to } = steps[step];
      if (!from.includes(order.status)) throw new RefusedStep(step, order.status);
      return { ...order, status: to, history: [...order.history, { status: to, at: now().toISOString() }] };
    });
  }

  return {
    quote: (request) => priceCart(cartFrom(request.lines), { ...request, catalogue }),
    async place(request) {
      const price = priceCart(cartFrom(request.lines), { ...request, catalogue });
      const id = newId();
      const at = now().toISOString();
      return store.update(id, () => ({
        id,
        country: request.country,
        status: "placed",
        price,
        history: [{ status: "placed", at }],
      }));
    },
    async get(id) {
      const order = await store.get(id);
      if (!order) throw new UnknownOrder(id);
      return order;
    },
    pay: (id) => move(id, "pay"),
    ship: (id) => move(id, "ship"),
    cancel: (id) => move(id, "cancel"),
  };
}
`;

export const ordersTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalogue } from "../src/catalogue.js";
import { createOrders, RefusedStep, UnknownOrder } from "../src/orders.js";

function memoryStore() {
  const orders = new Map();
  return {
    get: async (id) => orders.get(id),
    async update(id, change) {
      orders.set(id, change(orders.get(id)));
      return orders.get(id);
    },
  };
}

function setUp() {
  const catalogue = createCatalogue([{ sku: "mug", name: "Mug", price: 1000, taxClass: "standard" }]);
  let count = 0;
  return createOrders({ store: memoryStore(), catalogue, newId: () => "o" + ++count });
}

const request = { country: "DE", lines: [{ sku: "mug", quantity: 2 }] };

test("places an order at today's price", async () => {
  const order = await setUp().place(request);
  assert.equal(order.status, "placed");
  assert.equal(order.price.total, 2380);
});

test("pays, then ships", async () => {
  const orders = setUp();
  const { id } = await orders.place(request);
  await orders.pay(id);
  const order = await orders.ship(id);
  assert.deepEqual(
    order.history.map((entry) => entry.status),
    ["placed", "paid", "shipped"],
  );
});

test("never ships what is not paid, nor cancels what is shipped", async () => {
  const orders = setUp();
  const { id } = await orders.place(request);
  await assert.rejects(orders.ship(id), RefusedStep);
  await orders.pay(id);
  await orders.ship(id);
  await assert.rejects(orders.cancel(id), /shipped/);
});

test("does not know orders that were never placed", async () => {
  await assert.rejects(setUp().get("o9"), UnknownOrder);
  await assert.rejects(setUp().pay("o9"), UnknownOrder);
});
`;
