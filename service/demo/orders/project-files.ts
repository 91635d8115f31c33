/** The demo's files about the project itself, as they are first committed. */

export const packageJson = `{
  "name": "orders",
  "version": "0.1.0",
  "description": "A small order service: catalogue, cart, prices and orders over HTTP.",
  "private": true,
  "type": "module",
  "engines": { "node": ">=20" },
  "scripts": {
    "start": "node src/main.js",
    "test": "node --test"
  }
}
`;

export const gitignore = `node_modules/
data/
*.log
`;

export const readme = `# orders

A small order service on plain Node.js, without dependencies.

    npm start     # http://127.0.0.1:8080, orders are kept in data/orders.json
    npm test

## Layout

| folder | holds |
|---|---|
| \`src/\` | one module a subject; only \`server.js\` and \`store.js\` touch the outside world |
| \`test/\` | one test file a module |
| [\`docs/\`](docs/pricing.md) | what the modules can't say themselves |

Amounts are whole cents everywhere. Only \`money.js\` turns them into text.
`;

export const codeowners = `# The last matching line wins.
*                 @ada
/src/pricing.js   @chloe
/src/tax.js       @chloe
/src/discounts.js @chloe
/src/server.js    @ben
/docs/            @ben
`;

export const changelog = `# Changelog

## 1.0.0

- Catalogue, cart, prices with tax and discount codes
- Orders with payment, shipping and cancellation, kept in a JSON file
- HTTP interface
`;

export const apiDocument = `# HTTP interface

Requests and answers are JSON. Refusals are \`{ "error": "<sentence>" }\`.

| method and path | does | answers |
|---|---|---|
| \`GET /products\` | lists the catalogue | 200, products |
| \`POST /quotes\` | prices a cart, stores nothing | 200, the price |
| \`POST /orders\` | places an order | 201, the order |
| \`GET /orders/{id}\` | reads an order | 200 or 404 |
| \`POST /orders/{id}/pay\` | marks it paid | 200 or 409 |
| \`POST /orders/{id}/ship\` | marks it shipped | 200 or 409 |
| \`POST /orders/{id}/cancel\` | cancels it | 200 or 409 |

A cart is sent as

    { "country": "DE", "lines": [{ "sku": "mug-blue", "quantity": 2 }] }
`;

export const pricingDocument = `# How a cart is priced

1. Each line costs unit price x quantity.
2. A discount code lowers every line by its share, rounded to whole cents line by line.
3. Tax of the customer's country is added to what is left of each line.

| code | effect |
|---|---|
| WELCOME10 | 10 % off |
| FRIENDS20 | 20 % off from 50.00 |

An unknown code, or one whose condition is not met, refuses the quote: a silent zero would look like a bug.
`;
