const skus = ["mug-blue", "mug-white", "beans-500", "filter-100", "sticker", "book-brewing"];
const countries = ["AT", "DE", "FR", "NL"];
const count = 3_000;

function order(index: number): string {
  const lines = skus
    .slice(0, 1 + (index % 3))
    .map((_, line) => ({ sku: skus[(index + line) % skus.length], quantity: 1 + ((index + line) % 4) }));
  return `${JSON.stringify({ country: countries[index % countries.length], lines }, null, 2)}\n`;
}

/** File contents by path for the demo's large pull request, generated because there are 3,000 of them. */
export const recordedOrders: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: count }, (_, index) => [
    `test/recorded/${String(index + 1).padStart(4, "0")}.json`,
    order(index),
  ]),
);
