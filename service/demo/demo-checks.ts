import { z } from "zod";
import { CheckRunAnnotationInput, checkConclusions } from "@/lib/contract/hosting/check";
import type { postCheckRun } from "@/lib/contract/hosting/checks/post-check-run";
import type { BodyInputOf } from "@/lib/contract/operation";
import { readFixture } from "./fixture";

const Run = z.strictObject({
  key: z.string(),
  name: z.string(),
  isRerequestable: z.boolean().optional(),
  status: z.enum(["queued", "in_progress", "completed"]),
  conclusion: z.enum(checkConclusions).optional(),
  /** How long a completed run took. */
  minutes: z.number().optional(),
  output: z.strictObject({ title: z.string(), summary: z.string() }).optional(),
  annotations: z.array(CheckRunAnnotationInput).optional(),
});

const DemoChecks = z.strictObject({
  app: z.strictObject({ displayName: z.string(), description: z.string() }),
  suite: z.strictObject({ key: z.string(), name: z.string() }),
  ruleset: z.strictObject({
    name: z.string(),
    description: z.string(),
    includedRefNames: z.array(z.string()),
    requiredApprovals: z.number(),
    requiredChecks: z.array(z.strictObject({ runKey: z.string(), name: z.string() })),
  }),
  reports: z.record(z.string(), z.array(Run)),
});

type CheckRunPost = BodyInputOf<typeof postCheckRun>["checkRun"];

/** Reads the demo's CI app, the ruleset that requires its checks, and the check runs it reports. */
export const readDemoChecks = () => readFixture("checks.json", DemoChecks);

/** Builds the request body for a check run of a commit whose checks started at `start`. */
export function checkRunPost(
  { minutes = 0, ...run }: z.infer<typeof Run>,
  { headSha, start }: { headSha: string; start: Date },
): CheckRunPost {
  const startedAt = start.toISOString();
  const completedAt = new Date(start.getTime() + minutes * 60_000).toISOString();
  return {
    ...run,
    ...(run.status === "queued" ? {} : { startedAt }),
    ...(run.status === "completed" ? { completedAt } : {}),
    externalId: `${run.key}-${headSha}`,
    externalUpdatedAt: run.status === "completed" ? completedAt : startedAt,
  };
}
