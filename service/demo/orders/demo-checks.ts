import type { postCheckRun } from "@/lib/contract/hosting/post-check-run";
import type { BodyInputOf } from "@/lib/contract/operation";
import type { DemoChecks } from "./demo-pulls";

type Posted = BodyInputOf<typeof postCheckRun>;
/** A run but for what tells attempts apart. */
type Run = Pick<
  Posted["checkRun"],
  "key" | "name" | "status" | "conclusion" | "startedAt" | "completedAt" | "output" | "isRerequestable" | "annotations"
>;

/** What the demo's app is called. */
export const demoAppName = "Orders CI";
export const suiteKey = "ci";
/** Keys of the checks that merging into a release needs. */
export const requiredRuns = [
  { runKey: "test", name: "Tests" },
  { runKey: "lint", name: "Lint" },
] as const;

const minutes = (from: Date, count: number) => new Date(from.getTime() + count * 60_000).toISOString();

const annotations: Run["annotations"] = [
  {
    annotationLevel: "failure",
    title: "Use `===`",
    message: '`==` compares `order.state` with a conversion. Write `order.state === "open"`.',
    rawDetails: "src/health.js\n  5:41  error  Expected '===' and instead saw '=='  eqeqeq",
    location: { path: "src/health.js", startLine: 5, endLine: 5 },
  },
  {
    annotationLevel: "warning",
    title: "A `var` in a loop",
    message: "It is visible in the **whole** function; use `const`.",
    location: { path: "src/health.js", startLine: 5, endLine: 5 },
  },
  {
    annotationLevel: "notice",
    message: "No semicolon.",
    location: { path: "src/health.js", startLine: 3, endLine: 3 },
  },
];

/** The runs of each kind of report, which began some minutes ago. */
export function demoRuns(kind: DemoChecks, began: Date): Run[] {
  const startedAt = began.toISOString();
  const ended = (count: number) => ({ status: "completed" as const, startedAt, completedAt: minutes(began, count) });
  const test = { key: "test", name: "Tests", isRerequestable: true };
  const lint = { key: "lint", name: "Lint", isRerequestable: true };
  const docs = { key: "docs", name: "Links in documents" };
  const testOutput = { title: "42 tests passed", summary: "All of `node --test`, in 3.1 s.", text: "" };
  if (kind === "pending") {
    return [
      { ...test, status: "in_progress", startedAt },
      { ...lint, status: "queued" },
      { ...docs, ...ended(1), conclusion: "skipped" },
    ];
  }
  const passed = { ...test, ...ended(2), conclusion: "success" as const, output: testOutput };
  if (kind === "passed") {
    return [passed, { ...lint, ...ended(1), conclusion: "success" }, { ...docs, ...ended(1), conclusion: "neutral" }];
  }
  const output = { title: "1 error, 1 warning", summary: "See the annotations, or run `npm run lint`.", text: "" };
  return [passed, { ...lint, ...ended(1), conclusion: "failure", output, annotations }];
}
