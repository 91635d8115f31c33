/** Before tax and discounts. */
export const firstPricing = `/** What each line of a cart costs, and all of them together. */
export function priceCart(cart, { catalogue }) {
  const lines = cart.lines.map(({ sku, quantity }) => {
    const { name, price } = catalogue.get(sku);
    return { sku, name, quantity, unitPrice: price, amount: price * quantity };
  });
  return { lines, subtotal: sum(lines, "amount"), total: sum(lines, "amount") };
}

const sum = (lines, field) => lines.reduce((total, line) => total + line[field], 0);
`;

export const firstPricingTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { cartFrom } from "../src/cart.js";
import { createCatalogue } from "../src/catalogue.js";
import { priceCart } from "../src/pricing.js";

const catalogue = createCatalogue([
  { sku: "mug", name: "Mug", price: 1000, taxClass: "standard" },
  { sku: "beans", name: "Beans", price: 1500, taxClass: "reduced" },
  { sku: "sticker", name: "Sticker", price: 105, taxClass: "standard" },
]);

test("adds up the lines", () => {
  const price = priceCart(cartFrom([{ sku: "mug", quantity: 2 }, { sku: "beans", quantity: 1 }]), { catalogue });
  assert.equal(price.subtotal, 3500);
  assert.deepEqual(
    price.lines.map((line) => line.amount),
    [2000, 1500],
  );
});
`;

export const tax = `/** Basis points by country and tax class. */
const rates = {
  AT: { standard: 2000, reduced: 1000 },
  DE: { standard: 1900, reduced: 700 },
  FR: { standard: 2000, reduced: 550 },
  NL: { standard: 2100, reduced: 900 },
};

export class UnknownCountry extends Error {
  constructor(country) {
    super("we do not sell to " + country);
    this.name = "UnknownCountry";
  }
}

export function taxRate(country, taxClass) {
  if (!Object.hasOwn(rates, country)) throw new UnknownCountry(country);
  return rates[country][taxClass] ?? rates[country].standard;
}
`;

export const taxTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { taxRate, UnknownCountry } from "../src/tax.js";

test("knows the rate of a tax class in a country", () => {
  assert.equal(taxRate("DE", "standard"), 1900);
  assert.equal(taxRate("DE", "reduced"), 700);
});

test("taxes an unknown class at the standard rate", () => {
  assert.equal(taxRate("NL", "luxury"), 2100);
});

test("refuses countries we do not sell to", () => {
  assert.throws(() => taxRate("XX", "standard"), UnknownCountry);
  assert.throws(() => taxRate("constructor", "standard"), UnknownCountry);
});
`;

export const pricingWithTax = [
  [
    `/** What each line of a cart costs, and all of them together. */
export function priceCart(cart, { catalogue }) {`,
    `import { share } from "./money.js";
import { taxRate } from "./tax.js";

/** What each line of a cart costs with tax, and all of them together. */
export function priceCart(cart, { catalogue, country }) {`,
  ],
  [
    `    const { name, price } = catalogue.get(sku);
    return { sku, name, quantity, unitPrice: price, amount: price * quantity };`,
    `    const { name, price, taxClass } = catalogue.get(sku);
    const amount = price * quantity;
    return { sku, name, quantity, unitPrice: price, amount, tax: share(amount, taxRate(country, taxClass)) };`,
  ],
  [
    `  return { lines, subtotal: sum(lines, "amount"), total: sum(lines, "amount") };`,
    `  const subtotal = sum(lines, "amount");
  const tax = sum(lines, "tax");
  return { lines, subtotal, tax, total: subtotal + tax };`,
  ],
] as const;

export const pricingTestWithTax = [
  [`quantity: 1 }]), { catalogue });`, `quantity: 1 }]), { catalogue, country: "DE" });`],
  [
    `    [2000, 1500],
  );
});
`,
    `    [2000, 1500],
  );
});

test("taxes each line at its own rate", () => {
  const price = priceCart(cartFrom([{ sku: "mug", quantity: 1 }, { sku: "beans", quantity: 1 }]), {
    catalogue,
    country: "DE",
  });
  assert.deepEqual(
    price.lines.map((line) => line.tax),
    [190, 105],
  );
  assert.equal(price.total, 2795);
});
`,
  ],
] as const;

export const discounts = `/** Discount codes: basis points off, from a smallest subtotal on. */
const codes = new Map([
  ["WELCOME10", { basisPoints: 1000, from: 0 }],
  ["FRIENDS20", { basisPoints: 2000, from: 5000 }],
]);

export class RefusedCode extends Error {
  constructor(code, reason) {
    super("the code " + code + " " + reason);
    this.name = "RefusedCode";
  }
}

/** Basis points a code takes off; no code takes off nothing. Codes are read without regard to case. */
export function discountOf(code, subtotal) {
  if (code === undefined) return 0;
  const rule = codes.get(String(code).trim().toUpperCase());
  if (!rule) throw new RefusedCode(code, "is unknown");
  if (subtotal < rule.from) throw new RefusedCode(code, "needs a larger order");
  return rule.basisPoints;
}
`;

export const discountsTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { discountOf, RefusedCode } from "../src/discounts.js";

test("reads codes without regard to case", () => {
  assert.equal(discountOf("welcome10 ", 100), 1000);
});

test("takes off nothing without a code", () => {
  assert.equal(discountOf(undefined, 100), 0);
});

test("refuses an unknown code and one whose condition is not met", () => {
  assert.throws(() => discountOf("FREE", 100), RefusedCode);
  assert.throws(() => discountOf("FRIENDS20", 4999), /larger order/);
  assert.equal(discountOf("FRIENDS20", 5000), 2000);
});
`;

export const pricingWithDiscounts = [
  [
    `import { share } from "./money.js";`,
    `import { discountOf } from "./discounts.js";\nimport { share } from "./money.js";`,
  ],
  [
    `/** What each line of a cart costs with tax, and all of them together. */
export function priceCart(cart, { catalogue, country }) {
  const lines = cart.lines.map(({ sku, quantity }) => {
    const { name, price, taxClass } = catalogue.get(sku);
    const amount = price * quantity;
    return { sku, name, quantity, unitPrice: price, amount, tax: share(amount, taxRate(country, taxClass)) };
  });
  const subtotal = sum(lines, "amount");
  const tax = sum(lines, "tax");
  return { lines, subtotal, tax, total: subtotal + tax };`,
    `/** What each line of a cart costs with discount and tax, and all of them together. See docs/pricing.md. */
export function priceCart(cart, { catalogue, country, code }) {
  const products = cart.lines.map(({ sku, quantity }) => ({ ...catalogue.get(sku), quantity }));
  const subtotal = products.reduce((total, { price, quantity }) => total + price * quantity, 0);
  const basisPoints = discountOf(code, subtotal);
  const lines = products.map(({ sku, name, quantity, price, taxClass }) => {
    const amount = price * quantity;
    const discount = share(amount, basisPoints);
    const tax = share(amount - discount, taxRate(country, taxClass));
    return { sku, name, quantity, unitPrice: price, amount, discount, tax };
  });
  const discount = sum(lines, "discount");
  const tax = sum(lines, "tax");
  return { lines, subtotal, discount, tax, total: subtotal - discount + tax };`,
  ],
] as const;

export const pricingTestWithDiscounts = [
  [
    `  assert.equal(price.total, 2795);
});
`,
    `  assert.equal(price.total, 2795);
});

test("takes a discount off before tax", () => {
  const price = priceCart(cartFrom([{ sku: "mug", quantity: 1 }]), { catalogue, country: "DE", code: "WELCOME10" });
  assert.deepEqual([price.subtotal, price.discount, price.tax, price.total], [1000, 100, 171, 1071]);
});
`,
  ],
] as const;
