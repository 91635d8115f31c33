import type { DemoCommit } from "../history";
import * as branches from "./branch-files";
import * as catalogue from "./catalogue-files";
import * as orders from "./order-files";
import { ada, ben, chloe } from "./people";
import * as pricing from "./pricing-files";
import * as project from "./project-files";
import { pullBranches } from "./pull-branches";
import * as server from "./server-files";

const releaseNotes = (version: string, notes: readonly string[]) =>
  [["# Changelog\n", `# Changelog\n\n## ${version}\n\n${notes.map((note) => `- ${note}\n`).join("")}`]] as const;

const version = (before: string, after: string) => [[`"version": "${before}"`, `"version": "${after}"`]] as const;

const malformedJson = {
  author: ben,
  message: `Answer malformed JSON with 400

It was answered with 500 and a stack trace in the log, which woke people up.`,
  edit: {
    "src/server.js": server.serverWithMalformedJson,
    "test/server.test.js": server.serverTestWithMalformedJson,
  },
};

const main: readonly DemoCommit[] = [
  {
    branch: "main",
    author: ada,
    daysAgo: 43,
    time: "08:12",
    message: `Start the order service

Amounts are whole cents from the first line on; floating point money has
bitten all of us before.`,
    write: {
      "README.md": project.readme,
      "package.json": project.packageJson,
      ".gitignore": project.gitignore,
      "src/money.js": catalogue.money,
      "test/money.test.js": catalogue.moneyTest,
    },
  },
  {
    branch: "main",
    author: ada,
    daysAgo: 41,
    time: "13:40",
    message: "Read the catalogue from a file",
    write: {
      "catalogue.json": catalogue.products,
      "src/catalogue.js": catalogue.catalogue,
      "test/catalogue.test.js": catalogue.catalogueTest,
    },
  },
  {
    branch: "main",
    author: ben,
    daysAgo: 40,
    time: "09:05",
    message: `Add the cart

A cart is a value: changing one answers a new one, so a quote can never
change under the customer's eyes.`,
    write: { "src/cart.js": catalogue.cart, "test/cart.test.js": catalogue.cartTest },
  },
  {
    branch: "main",
    author: ben,
    daysAgo: 39,
    time: "15:22",
    message: "Price a cart",
    write: { "src/pricing.js": pricing.firstPricing, "test/pricing.test.js": pricing.firstPricingTest },
  },
  {
    branch: "main",
    author: chloe,
    daysAgo: 36,
    time: "10:31",
    message: `Add value added tax

Each line is taxed at the rate of its own class and rounded by itself, as
it stands on the invoice.`,
    write: { "src/tax.js": pricing.tax, "test/tax.test.js": pricing.taxTest },
    edit: { "src/pricing.js": pricing.pricingWithTax, "test/pricing.test.js": pricing.pricingTestWithTax },
  },
  {
    branch: "main",
    author: ada,
    daysAgo: 33,
    time: "14:08",
    message: `Keep orders in a JSON file

Enough for one shop. Writes wait for each other and replace the file as a
whole.`,
    write: { "src/store.js": orders.store, "test/store.test.js": orders.storeTest },
  },
  {
    branch: "main",
    author: ada,
    daysAgo: 32,
    time: "12:47",
    message: "Place, pay, ship and cancel orders",
    write: { "src/orders.js": orders.orders, "test/orders.test.js": orders.ordersTest },
  },
  {
    branch: "main",
    author: chloe,
    daysAgo: 27,
    time: "09:56",
    message: `Add discount codes

A code that does not apply refuses the quote instead of doing nothing.`,
    write: {
      "src/discounts.js": pricing.discounts,
      "test/discounts.test.js": pricing.discountsTest,
      "docs/pricing.md": project.pricingDocument,
    },
    edit: { "src/pricing.js": pricing.pricingWithDiscounts, "test/pricing.test.js": pricing.pricingTestWithDiscounts },
  },
  {
    branch: "main",
    author: ben,
    daysAgo: 24,
    time: "16:03",
    message: "Serve orders over HTTP",
    write: {
      "src/server.js": server.server,
      "src/main.js": server.main,
      "test/server.test.js": server.serverTest,
      "docs/api.md": project.apiDocument,
    },
  },
  {
    branch: "main",
    author: ada,
    daysAgo: 21,
    time: "11:15",
    message: "Release 1.0.0",
    write: { "CHANGELOG.md": project.changelog, CODEOWNERS: project.codeowners },
    edit: { "package.json": version("0.1.0", "1.0.0") },
    tag: { name: "v1.0.0", message: "orders 1.0.0, the first release" },
  },
  { branch: "main", daysAgo: 16, time: "09:34", ...malformedJson },
  {
    branch: "main",
    author: chloe,
    daysAgo: 12,
    time: "13:21",
    message: "Search the catalogue by the words of a name",
    edit: {
      "src/catalogue.js": server.catalogueWithSearch,
      "test/catalogue.test.js": server.catalogueTestWithSearch,
      "src/server.js": server.serverWithSearch,
      "test/server.test.js": server.serverTestWithSearch,
      "docs/api.md": server.apiDocumentWithSearch,
    },
  },
  {
    branch: "main",
    author: ben,
    daysAgo: 9,
    time: "15:48",
    message: "Answer requests under way before stopping",
    edit: { "src/main.js": server.mainWithShutdown },
  },
  {
    branch: "main",
    author: ada,
    daysAgo: 8,
    time: "10:02",
    message: "Release 1.1.0",
    edit: {
      "CHANGELOG.md": releaseNotes("1.1.0", [
        "Search the catalogue: `GET /products?q=…`",
        "Malformed JSON is answered with 400",
        "The server answers requests under way before it stops",
      ]),
      "package.json": version("1.0.0", "1.1.0"),
    },
    tag: { name: "v1.1.0", message: "orders 1.1.0: search" },
  },
];

const release: readonly DemoCommit[] = [
  { branch: "release/1.0", from: "v1.0.0", daysAgo: 15, time: "10:10", ...malformedJson },
  {
    branch: "release/1.0",
    author: ada,
    daysAgo: 15,
    time: "14:29",
    message: "Prepare 1.0.1",
    edit: {
      "CHANGELOG.md": releaseNotes("1.0.1", ["Malformed JSON is answered with 400"]),
      "package.json": version("1.0.0", "1.0.1"),
    },
  },
];

const bulkDiscounts: readonly DemoCommit[] = [
  {
    branch: "feature/bulk-discounts",
    from: "main",
    author: chloe,
    daysAgo: 5,
    time: "09:43",
    message: "Add the steps of the bulk discount",
    write: {
      "src/bulk-discounts.js": branches.bulkDiscounts,
      "test/bulk-discounts.test.js": branches.bulkDiscountsTest,
    },
  },
  {
    branch: "feature/bulk-discounts",
    author: chloe,
    daysAgo: 4,
    time: "16:17",
    message: `Take the bulk discount off when pricing

It comes before a code, which counts on what is left.`,
    edit: {
      "src/pricing.js": branches.pricingWithBulk,
      "test/pricing.test.js": branches.pricingTestWithBulk,
      "docs/pricing.md": branches.pricingDocumentWithBulk,
    },
  },
];

const rounding: readonly DemoCommit[] = [
  {
    branch: "fix/rounding",
    from: "main",
    author: ben,
    daysAgo: 3,
    time: "08:51",
    message: `Show that a discount depends on how a cart is split

Three lines of 1.05 get 0.33 off with WELCOME10, one line of 3.15 gets
0.32. This test fails until the rounding is fixed.`,
    edit: { "test/pricing.test.js": branches.roundingTest },
  },
  {
    branch: "fix/rounding",
    author: ben,
    daysAgo: 2,
    time: "13:36",
    message: `Round a discount once and split it over the lines

The largest remainders get the cents that are left, so the lines always
add up to the discount.`,
    edit: {
      "src/money.js": branches.moneyWithSplit,
      "src/pricing.js": branches.pricingWithSplit,
      "docs/pricing.md": branches.pricingDocumentWithSplit,
    },
  },
];

/** The demo repository: an order service, as three people wrote it over six weeks, with the branches they work on. */
export const ordersHistory: readonly DemoCommit[] = [
  ...main,
  ...release,
  ...bulkDiscounts,
  ...rounding,
  ...pullBranches,
];
