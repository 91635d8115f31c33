/** On the branch fix/rounding: first the test that fails, then what makes it pass. */
export const roundingTest = [
  [
    `  assert.deepEqual([price.subtotal, price.discount, price.tax, price.total], [1000, 100, 171, 1071]);
});
`,
    `  assert.deepEqual([price.subtotal, price.discount, price.tax, price.total], [1000, 100, 171, 1071]);
});

test("gives the same discount however the cart is split into lines", () => {
  const split = createCatalogue(["a", "b", "c"].map((sku) => ({ sku, name: sku, price: 105, taxClass: "standard" })));
  const cart = cartFrom(["a", "b", "c"].map((sku) => ({ sku, quantity: 1 })));
  const price = priceCart(cart, { catalogue: split, country: "DE", code: "WELCOME10" });
  // 10 % of 3.15 is 0.32, not three times 0.11.
  assert.equal(price.discount, 32);
  assert.deepEqual(
    price.lines.map((line) => line.discount),
    [11, 11, 10],
  );
});
`,
  ],
] as const;

export const moneyWithSplit = [
  [
    `  return Math.round((assertCents(amount) * basisPoints) / 10_000);
}
`,
    `  return Math.round((assertCents(amount) * basisPoints) / 10_000);
}

/** Splits an amount in the ratio of the weights so that the parts add up to it: the largest remainders get the rest. */
export function split(amount, weights) {
  const whole = weights.reduce((total, weight) => total + weight, 0);
  if (whole === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (assertCents(amount) * weight) / whole);
  const parts = exact.map(Math.floor);
  const rest = amount - parts.reduce((total, part) => total + part, 0);
  exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
    .slice(0, rest)
    .forEach(({ index }) => {
      parts[index] += 1;
    });
  return parts;
}
`,
  ],
] as const;

export const pricingWithSplit = [
  [`import { share } from "./money.js";`, `import { share, split } from "./money.js";`],
  [
    `  const basisPoints = discountOf(code, subtotal);
  const lines = products.map(({ sku, name, quantity, price, taxClass }) => {
    const amount = price * quantity;
    const discount = share(amount, basisPoints);
`,
    `  const discount = share(subtotal, discountOf(code, subtotal));
  const discounts = split(
    discount,
    products.map(({ price, quantity }) => price * quantity),
  );
  const lines = products.map(({ sku, name, quantity, price, taxClass }, index) => {
    const amount = price * quantity;
    const discount = discounts[index];
`,
  ],
  [
    `  const discount = sum(lines, "discount");
`,
    "",
  ],
] as const;

export const pricingDocumentWithSplit = [
  [
    "2. A discount code lowers every line by its share, rounded to whole cents line by line.",
    "2. A discount code lowers the subtotal; the discount is rounded once and split over the lines in proportion.",
  ],
] as const;

/** On the branch feature/bulk-discounts. */
export const bulkDiscounts = `import { share } from "./money.js";

/** Largest first: from this many pieces of one product on, so many basis points off that line. */
const steps = [
  { from: 50, basisPoints: 1500 },
  { from: 20, basisPoints: 1000 },
  { from: 10, basisPoints: 500 },
];

/** What buying many of one product takes off its line. */
export function bulkDiscount(amount, quantity) {
  const step = steps.find(({ from }) => quantity >= from);
  return step ? share(amount, step.basisPoints) : 0;
}
`;

export const bulkDiscountsTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { bulkDiscount } from "../src/bulk-discounts.js";

test("takes nothing off few pieces", () => {
  assert.equal(bulkDiscount(9000, 9), 0);
});

test("takes more off more pieces", () => {
  assert.equal(bulkDiscount(10_000, 10), 500);
  assert.equal(bulkDiscount(20_000, 20), 2000);
  assert.equal(bulkDiscount(50_000, 50), 7500);
});
`;

export const pricingWithBulk = [
  [
    `import { discountOf } from "./discounts.js";`,
    `import { bulkDiscount } from "./bulk-discounts.js";\nimport { discountOf } from "./discounts.js";`,
  ],
  [
    `    const discount = share(amount, basisPoints);`,
    `    const bulk = bulkDiscount(amount, quantity);
    // A code counts on what the bulk discount leaves, so that both together never exceed the line.
    const discount = bulk + share(amount - bulk, basisPoints);`,
  ],
] as const;

export const pricingTestWithBulk = [
  [
    `test("takes a discount off before tax", () => {`,
    `test("takes a bulk discount off before a code", () => {
  const price = priceCart(cartFrom([{ sku: "mug", quantity: 10 }]), { catalogue, country: "DE", code: "WELCOME10" });
  assert.equal(price.discount, 500 + 950);
});

test("takes a discount off before tax", () => {`,
  ],
] as const;

export const pricingDocumentWithBulk = [
  [
    `2. A discount code`,
    `2. Many pieces of one product lower its line: 5 % from 10, 10 % from 20, 15 % from 50.
3. A discount code`,
  ],
  [`3. Tax of the customer's country`, `4. Tax of the customer's country`],
] as const;
