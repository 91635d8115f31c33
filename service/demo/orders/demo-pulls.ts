import type { createPullRequestReview } from "@/lib/contract/hosting/create-pull-request-review";
import type { BodyInputOf } from "@/lib/contract/operation";

/** Who acts in the demo: the first user of the service, and a colleague who exists for the demo alone. */
export type DemoActor = "owner" | "colleague";

export interface DemoReply {
  by: DemoActor;
  body: string;
  /** The comment it answers, by its text; absent: general discussion. */
  to?: string;
}

/** What the demo's app reports of a head: everything passed, something failed with annotations, or is still under way. */
export type DemoChecks = "passed" | "failed" | "pending";

/** One pull request of the demo and what became of it, in the order it happened. */
export interface DemoPull {
  head: string;
  base: string;
  title: string;
  body: string;
  by: DemoActor;
  draft?: boolean;
  /** Head of the pull request below it in its stack. */
  parent?: string;
  asks?: DemoActor;
  checks?: DemoChecks;
  review?: { by: DemoActor } & BodyInputOf<typeof createPullRequestReview>;
  replies?: readonly DemoReply[];
  /** Comments whose threads are resolved, by their text. */
  resolved?: readonly string[];
  end?: "merged" | "closed";
}

const whereFrom = "Where do these steps come from? Please link what was agreed, or say it here.";
const largestFirst = "This only works while `steps` stays sorted. A test for that, or sort it here?";
const twenty = `The table on the price list starts at 10 pieces, so this reads well.

\`\`\`suggestion
  assert.equal(bulkDiscount(9000, 9), 0);
  assert.equal(bulkDiscount(0, 50), 0);
\`\`\``;

/** In every state a reviewer meets. The last one has nothing to follow it: it marks that all are there. */
export const demoPulls: readonly DemoPull[] = [
  {
    head: "backport/shutdown",
    base: "release/1.0",
    title: "Answer requests under way before stopping (1.0)",
    body: "The same change as on `main`, for those who stay on 1.0.",
    by: "colleague",
    review: { by: "owner", verdict: "approve", body: "Same as on main." },
    end: "merged",
  },
  {
    head: "release/1.0-notes",
    base: "release/1.0",
    title: "Notes for 1.0.2",
    body: "Approved, and every check that the ruleset of releases wants has passed.",
    by: "colleague",
    checks: "passed",
    review: { by: "owner", verdict: "approve", body: "Reads well." },
  },
  {
    head: "release/1.0-health",
    base: "release/1.0",
    title: "Answer whether the service is well (1.0)",
    body: "Approved, but a check that the ruleset of releases wants has failed: its annotations say where.",
    by: "colleague",
    checks: "failed",
    review: { by: "owner", verdict: "approve", body: "Fine once it is green." },
  },
  {
    head: "release/1.0-upgrade",
    base: "release/1.0",
    title: "Say how to upgrade from 0.9",
    body: "Approved; its checks are under way.",
    by: "colleague",
    checks: "pending",
    review: { by: "owner", verdict: "approve", body: "" },
  },
  {
    head: "release/1.0-support",
    base: "release/1.0",
    title: "Say how long 1.0 is supported",
    body: "Nobody has reviewed it, and nothing has reported the checks that the ruleset of releases wants.",
    by: "owner",
    asks: "colleague",
  },
  {
    head: "spike/sqlite",
    base: "main",
    title: "Keep orders in SQLite",
    body: "Notes first, code later.",
    by: "colleague",
    replies: [{ by: "owner", body: "Not before `node:sqlite` is stable. Closing; the notes stay on the branch." }],
    end: "closed",
  },
  {
    head: "docs/changelog-unreleased",
    base: "main",
    title: "Collect unreleased changes in the changelog",
    body: "Begun at 1.0.0, so it conflicts with the notes of 1.1.0: merge `main` into it and keep both.",
    by: "colleague",
  },
  {
    head: "feature/refunds",
    base: "main",
    title: "Refund orders in part",
    body: "- [x] the rule\n- [ ] `POST /orders/{id}/refunds`\n- [ ] docs",
    by: "owner",
    draft: true,
  },
  {
    head: "currency/1-rates",
    base: "main",
    title: "Currencies 1/3: exchange rates",
    body: "First of three. Rates change with a release; nothing is fetched.",
    by: "colleague",
    asks: "owner",
    checks: "pending",
  },
  {
    head: "currency/2-quotes",
    base: "currency/1-rates",
    parent: "currency/1-rates",
    title: "Currencies 2/3: show prices in the customer's currency",
    body: "Orders stay in euro; this is for reading alone.",
    by: "colleague",
  },
  {
    head: "currency/3-docs",
    base: "currency/2-quotes",
    parent: "currency/2-quotes",
    title: "Currencies 3/3: describe them",
    body: "",
    by: "colleague",
  },
  {
    head: "feature/bulk-discounts",
    base: "main",
    title: "Lower the price of many pieces of one product",
    body: "5 % from 10 pieces, 10 % from 20, 15 % from 50.\n\nIt comes before a code, which counts on what is left.",
    by: "owner",
    checks: "failed",
    review: {
      by: "colleague",
      verdict: "request_changes",
      body: "Good shape. One thing must be safer before this goes in.",
      comments: [
        { body: whereFrom, inline: { path: "src/bulk-discounts.js", side: "right", startLine: 4, endLine: 8 } },
        { body: largestFirst, inline: { path: "src/bulk-discounts.js", side: "right", startLine: 12 } },
        { body: twenty, inline: { path: "test/bulk-discounts.test.js", side: "right", startLine: 6 } },
        {
          body: "Does the order of the three rules matter to customers? Then say why.",
          file: { path: "docs/pricing.md" },
        },
      ],
    },
    replies: [
      { by: "owner", body: "From the price list of this spring; it is in the description now.", to: whereFrom },
    ],
    resolved: [whereFrom],
  },
  {
    head: "fix/rounding",
    base: "main",
    title: "Round a discount once and split it over the lines",
    body: "Three lines of 1.05 got 0.33 off with WELCOME10, one line of 3.15 got 0.32.\n\nThe first commit shows it, the second fixes it.",
    by: "owner",
    checks: "passed",
    review: { by: "colleague", verdict: "approve", body: "Read both commits; the remainders add up. 👍" },
  },
  {
    head: "test/recorded-orders",
    base: "main",
    title: "Record 3,000 orders for tests of load",
    body: "One file an order: 3,000 files are added, nothing else changes.",
    by: "colleague",
  },
];
