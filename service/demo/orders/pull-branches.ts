import type { DemoCommit } from "../history";
import { ada, chloe } from "./people";
import * as files from "./pull-files";
import { recordedOrders } from "./recorded-orders";
import { mainWithShutdown } from "./server-files";

/** The branches of the demo's pull requests that do not stand in the history of the project itself. */
export const pullBranches: readonly DemoCommit[] = [
  {
    branch: "backport/shutdown",
    from: "release/1.0",
    author: ada,
    daysAgo: 7,
    time: "09:20",
    message: "Answer requests under way before stopping",
    edit: { "src/main.js": mainWithShutdown },
  },
  {
    branch: "release/1.0-notes",
    from: "release/1.0",
    author: ada,
    daysAgo: 6,
    time: "09:05",
    message: "Write the notes of 1.0.2",
    write: { "docs/notes-1.0.2.md": files.releaseNotes },
  },
  {
    branch: "release/1.0-health",
    from: "release/1.0",
    author: ada,
    daysAgo: 6,
    time: "10:40",
    message: "Answer whether the service is well",
    write: { "src/health.js": files.health },
  },
  {
    branch: "release/1.0-upgrade",
    from: "release/1.0",
    author: ada,
    daysAgo: 5,
    time: "13:20",
    message: "Say how to upgrade from 0.9",
    write: { "docs/upgrade.md": files.upgradeDocument },
  },
  {
    branch: "release/1.0-support",
    from: "release/1.0",
    author: chloe,
    daysAgo: 5,
    time: "16:02",
    message: "Say how long 1.0 is supported",
    write: { "docs/support.md": files.supportDocument },
  },
  {
    branch: "spike/sqlite",
    from: "main",
    author: ada,
    daysAgo: 7,
    time: "15:02",
    message: "Write down what a SQLite store would take",
    write: { "docs/sqlite.md": files.sqliteDocument },
  },
  {
    branch: "docs/changelog-unreleased",
    from: "v1.0.0",
    author: ada,
    daysAgo: 6,
    time: "11:41",
    message: "Collect unreleased changes in the changelog",
    edit: { "CHANGELOG.md": files.changelogWithUnreleased },
  },
  {
    branch: "feature/refunds",
    from: "main",
    author: chloe,
    daysAgo: 4,
    time: "10:26",
    message: `Begin with refunds

The HTTP interface does not know them yet.`,
    write: { "src/refunds.js": files.refunds, "test/refunds.test.js": files.refundsTest },
  },
  {
    branch: "currency/1-rates",
    from: "main",
    author: ada,
    daysAgo: 3,
    time: "09:11",
    message: "Add exchange rates",
    write: { "src/currency.js": files.currency, "test/currency.test.js": files.currencyTest },
  },
  {
    branch: "currency/2-quotes",
    from: "currency/1-rates",
    author: ada,
    daysAgo: 3,
    time: "14:37",
    message: "Show a price in the customer's currency",
    write: { "src/shown-price.js": files.shownPrice, "test/shown-price.test.js": files.shownPriceTest },
  },
  {
    branch: "currency/3-docs",
    from: "currency/2-quotes",
    author: ada,
    daysAgo: 2,
    time: "08:58",
    message: "Describe currencies",
    write: { "docs/currencies.md": files.currenciesDocument },
  },
  {
    branch: "test/recorded-orders",
    from: "main",
    author: ada,
    daysAgo: 1,
    time: "16:44",
    message: `Record ${recordedOrders.length} orders for tests of load

One file an order, so that a test can take as many as it needs.`,
    write: Object.fromEntries(recordedOrders),
  },
];
