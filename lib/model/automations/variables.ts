import type { AutomationTrigger } from "@/lib/contract/dashboard/automations/automation";

/** A variable of a template. `text` has untrusted content; `plain` is short and has no line breaks or markup. */
export interface Variable {
  name: string;
  kind: "plain" | "text";
  /** Shown in the preview and the list of variables. */
  sample: string;
}

/** A prefix below which every path into the payload is a variable. */
const bodyPath = "event.body.";
const maxPath = 200;
const pathPart = /^[A-Za-z0-9_$-]+$/;

const time: Variable[] = [
  { name: "event.time", kind: "plain", sample: "2026-01-31T09:00:00.000Z" },
  { name: "event.date", kind: "plain", sample: "2026-01-31" },
];

const webhook: Variable[] = [
  ...time,
  { name: "event.body", kind: "text", sample: '{"action":"opened"}' },
  { name: "event.issue.title", kind: "text", sample: "Total is wrong for refunds" },
  { name: "event.issue.body", kind: "text", sample: "Steps to reproduce…" },
  { name: "event.issue.number", kind: "text", sample: "42" },
  { name: "event.issue.url", kind: "text", sample: "https://issues.example.com/42" },
  { name: "event.issue.author", kind: "text", sample: "ada" },
];

const pull: Variable[] = [
  ...time,
  { name: "event.repository", kind: "plain", sample: "acme/orders" },
  { name: "event.pull.number", kind: "plain", sample: "17" },
  { name: "event.pull.url", kind: "plain", sample: "https://git.example.com/acme/orders/pull/17" },
  { name: "event.pull.title", kind: "text", sample: "Round totals per line" },
  { name: "event.pull.body", kind: "text", sample: "Fixes the totals of refunds." },
  { name: "event.pull.author", kind: "text", sample: "Ada" },
  { name: "event.pull.head", kind: "text", sample: "fix/totals" },
  { name: "event.pull.base", kind: "text", sample: "main" },
];

/** The variables of a trigger. */
export function variablesOf(trigger: Pick<AutomationTrigger, "kind"> & { event?: string | undefined }): Variable[] {
  if (trigger.kind === "schedule") return time;
  if (trigger.kind === "webhook") return webhook;
  switch (trigger.event) {
    case "check.failed":
      return [
        ...pull,
        { name: "event.check.name", kind: "text", sample: "test" },
        { name: "event.check.sha", kind: "plain", sample: "5881965113bc0a51b2dd5b0b6a3a3f5b2ad3c6c1" },
        { name: "event.check.summary", kind: "text", sample: "2 of 120 tests failed" },
      ];
    case "label.added":
      return [...pull, { name: "event.label", kind: "text", sample: "needs tests" }];
    default:
      return pull;
  }
}

/** The path of a variable into a webhook's payload. */
export function payloadPath(name: string): string[] | undefined {
  if (!name.startsWith(bodyPath) || name.length > maxPath) return undefined;
  const parts = name.slice(bodyPath.length).split(".");
  return parts.every((part) => pathPart.test(part)) ? parts : undefined;
}

/** The value at a path; own properties only. */
export function valueAt(payload: unknown, path: readonly string[]): unknown {
  let value = payload;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

/** The variable with a name. */
export function findVariable(
  trigger: Pick<AutomationTrigger, "kind"> & { event?: string | undefined },
  name: string,
): Variable | undefined {
  const known = variablesOf(trigger).find((variable) => variable.name === name);
  if (known) return known;
  if (trigger.kind !== "webhook" || !payloadPath(name)) return undefined;
  return { name, kind: "text", sample: `(${name.slice(bodyPath.length)} of the payload)` };
}
