/** What the branches of the demo's pull requests add and change. */

export const sqliteDocument = `# Orders in SQLite

The JSON file is rewritten as a whole for each change. From some ten thousand orders on that is felt.

- \`node:sqlite\` is still experimental; a package would be our first dependency.
- One table \`orders (id, status, placed_at, body)\` is enough.
- The store keeps its interface, so only \`store.js\` changes.
`;

/** From 1.0.0, at the place where 1.1.0 was added on main. */
export const changelogWithUnreleased = [
  ["# Changelog\n", "# Changelog\n\n## Unreleased\n\n- Nothing yet: add a line with each change\n"],
] as const;

export const refunds = `import { assertCents } from "./money.js";

/** What may still be given back of an order. */
export function refundable(order) {
  const given = (order.refunds ?? []).reduce((total, refund) => total + refund.amount, 0);
  return order.price.total - given;
}

/** Gives back a part of an order's total; answers the changed order. */
export function refund(order, amount, reason) {
  if (assertCents(amount) <= 0) throw new RangeError("a refund must be positive");
  if (amount > refundable(order)) throw new RangeError("a refund can't exceed what was paid");
  return { ...order, refunds: [...(order.refunds ?? []), { amount, reason }] };
}
`;

export const refundsTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { refund, refundable } from "../src/refunds.js";

const order = { id: "o1", price: { total: 1190 } };

test("gives back in parts, never more than was paid", () => {
  const once = refund(order, 1000, "broken mug");
  assert.equal(refundable(once), 190);
  assert.throws(() => refund(once, 191, "again"), RangeError);
  assert.equal(refundable(refund(once, 190, "the rest")), 0);
});

test("refuses nothing and less", () => {
  assert.throws(() => refund(order, 0, "none"), RangeError);
});
`;

export const currency = `/** Units of a currency for one euro, times 10 000. */
const rates = { CHF: 9400, EUR: 10_000, GBP: 8600, SEK: 113_500 };

export class UnknownCurrency extends Error {
  constructor(currency) {
    super("we do not know the currency " + currency);
    this.name = "UnknownCurrency";
  }
}

/** Turns euro cents into cents of a currency, rounded half up. */
export function convert(cents, currency) {
  if (!Object.hasOwn(rates, currency)) throw new UnknownCurrency(currency);
  return Math.round((cents * rates[currency]) / 10_000);
}
`;

export const currencyTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { convert, UnknownCurrency } from "../src/currency.js";

test("converts cents", () => {
  assert.equal(convert(1000, "EUR"), 1000);
  assert.equal(convert(1000, "SEK"), 11_350);
});

test("refuses what it does not know", () => {
  assert.throws(() => convert(1, "toString"), UnknownCurrency);
});
`;

export const shownPrice = `import { convert } from "./currency.js";
import { formatCents } from "./money.js";

/** A price as the customer reads it. The order itself stays in euro. */
export function shownPrice(cents, currency = "EUR") {
  return formatCents(convert(cents, currency)) + " " + currency;
}
`;

export const shownPriceTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { shownPrice } from "../src/shown-price.js";

test("shows a price in a currency", () => {
  assert.equal(shownPrice(1250), "12.50 EUR");
  assert.equal(shownPrice(1250, "CHF"), "11.75 CHF");
});
`;

export const currenciesDocument = `# Currencies

Orders are kept and taxed in euro. A customer may read prices in another currency:

| currency | for one euro |
|---|---|
| CHF | 0.94 |
| GBP | 0.86 |
| SEK | 11.35 |

Rates stand in \`src/currency.js\` and change with a release.
`;

export const releaseNotes = `# 1.0.2

- Requests under way are answered before the service stops.
- No changes of the HTTP interface; upgrade in place.
`;

export const health = `// Answers whether the service can take orders.
export function health(store) {
  const started = Date.now()
  let open = 0;
  for (var order of store.all()) if (order.state == "open") open++;
  return { ok: true, open, took: Date.now() - started };
}
`;

export const upgradeDocument = `# From 0.9 to 1.0

1. Stop 0.9 and copy its data folder.
2. Start 1.0 on the copy; it rewrites the orders once.
3. Point your clients at it. Paths are those of 0.9.
`;

export const supportDocument = `# Support

1.0 gets corrections until six months after 1.1, and corrections of security for a year.
`;
