export const money = `/** Amounts are whole cents; text is made at the very edge. */
export function assertCents(amount) {
  if (!Number.isSafeInteger(amount)) throw new TypeError("an amount must be whole cents, got " + amount);
  return amount;
}

/** 123456 -> "1234.56" */
export function formatCents(amount) {
  assertCents(amount);
  const sign = amount < 0 ? "-" : "";
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return sign + digits.slice(0, -2) + "." + digits.slice(-2);
}

/** A share of an amount in hundredths of a percent (1900 is 19 %), rounded half up. */
export function share(amount, basisPoints) {
  return Math.round((assertCents(amount) * basisPoints) / 10_000);
}
`;

export const moneyTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCents, share } from "../src/money.js";

test("formats whole cents", () => {
  assert.equal(formatCents(0), "0.00");
  assert.equal(formatCents(5), "0.05");
  assert.equal(formatCents(123456), "1234.56");
  assert.equal(formatCents(-250), "-2.50");
});

test("refuses fractions of a cent", () => {
  assert.throws(() => formatCents(0.5), TypeError);
});

test("takes a share, rounded half up", () => {
  assert.equal(share(1000, 1900), 190);
  assert.equal(share(105, 1000), 11);
  assert.equal(share(104, 1000), 10);
});
`;

export const products = `[
  { "sku": "mug-blue", "name": "Mug, blue", "price": 1250, "taxClass": "standard" },
  { "sku": "mug-white", "name": "Mug, white", "price": 1150, "taxClass": "standard" },
  { "sku": "beans-500", "name": "Coffee beans, 500 g", "price": 1490, "taxClass": "reduced" },
  { "sku": "filter-100", "name": "Paper filters, 100 pieces", "price": 395, "taxClass": "standard" },
  { "sku": "sticker", "name": "Sticker", "price": 105, "taxClass": "standard" },
  { "sku": "book-brewing", "name": "The Brewing Book", "price": 2900, "taxClass": "reduced" }
]
`;

export const catalogue = `import { readFile } from "node:fs/promises";
import { assertCents } from "./money.js";

export class UnknownProduct extends Error {
  constructor(sku) {
    super("there is no product " + sku);
    this.name = "UnknownProduct";
    this.sku = sku;
  }
}

/** An unchanging set of products, found by stock keeping unit. */
export function createCatalogue(products) {
  const bySku = new Map();
  for (const product of products) {
    assertCents(product.price);
    if (bySku.has(product.sku)) throw new Error("the catalogue holds " + product.sku + " twice");
    bySku.set(product.sku, Object.freeze({ ...product }));
  }
  return {
    list: () => [...bySku.values()],
    get(sku) {
      const product = bySku.get(sku);
      if (!product) throw new UnknownProduct(sku);
      return product;
    },
  };
}

export async function readCatalogue(file) {
  return createCatalogue(JSON.parse(await readFile(file, "utf8")));
}
`;

export const catalogueTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalogue, readCatalogue, UnknownProduct } from "../src/catalogue.js";

const mug = { sku: "mug", name: "Mug", price: 1000, taxClass: "standard" };

test("finds products", () => {
  assert.equal(createCatalogue([mug]).get("mug").name, "Mug");
  assert.throws(() => createCatalogue([mug]).get("cup"), UnknownProduct);
});

test("refuses a product that is listed twice", () => {
  assert.throws(() => createCatalogue([mug, mug]), /mug twice/);
});

test("reads the catalogue that is shipped", async () => {
  const catalogue = await readCatalogue(new URL("../catalogue.json", import.meta.url));
  assert.equal(catalogue.get("mug-blue").price, 1250);
});
`;

export const cart = `const mostOfOneProduct = 99;

/** A cart is a value: every change answers a new one. Lines keep the order in which products were first added. */
export const emptyCart = Object.freeze({ lines: Object.freeze([]) });

export function add(cart, sku, quantity = 1) {
  const held = cart.lines.find((line) => line.sku === sku)?.quantity ?? 0;
  return setQuantity(cart, sku, held + quantity);
}

/** Sets how many of a product the cart holds; zero takes it out. */
export function setQuantity(cart, sku, quantity) {
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > mostOfOneProduct) {
    throw new RangeError("the quantity of " + sku + " must be 0 to " + mostOfOneProduct);
  }
  const others = cart.lines.filter((line) => line.sku !== sku);
  if (quantity === 0) return { lines: others };
  if (others.length === cart.lines.length) return { lines: [...cart.lines, { sku, quantity }] };
  return { lines: cart.lines.map((line) => (line.sku === sku ? { sku, quantity } : line)) };
}

/** Reads lines from outside; a product that is named twice is counted together. */
export function cartFrom(lines) {
  if (!Array.isArray(lines) || lines.length === 0) throw new RangeError("a cart needs at least one line");
  return lines.reduce((cart, line) => add(cart, String(line?.sku), line?.quantity), emptyCart);
}
`;

export const cartTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { add, cartFrom, emptyCart, setQuantity } from "../src/cart.js";

test("counts a product once, in the order of adding", () => {
  const cart = add(add(add(emptyCart, "mug"), "beans"), "mug", 2);
  assert.deepEqual(cart.lines, [
    { sku: "mug", quantity: 3 },
    { sku: "beans", quantity: 1 },
  ]);
});

test("never changes a cart in place", () => {
  const before = add(emptyCart, "mug");
  setQuantity(before, "mug", 0);
  assert.deepEqual(before.lines, [{ sku: "mug", quantity: 1 }]);
});

test("takes a product out at zero", () => {
  assert.deepEqual(setQuantity(add(emptyCart, "mug"), "mug", 0).lines, []);
});

test("refuses senseless quantities", () => {
  for (const quantity of [-1, 1.5, 100, "2"]) {
    assert.throws(() => setQuantity(emptyCart, "mug", quantity), RangeError);
  }
});

test("reads a cart from outside", () => {
  assert.deepEqual(cartFrom([{ sku: "mug", quantity: 1 }, { sku: "mug", quantity: 1 }]).lines, [
    { sku: "mug", quantity: 2 },
  ]);
  assert.throws(() => cartFrom([]), RangeError);
});
`;
