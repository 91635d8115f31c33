import { z } from "zod";
import { CreateAgentBody } from "../../agents/create-agent";
import {
  automationEvents,
  firingKinds,
  firingStates,
  missedRules,
  overflowRules,
  pauseReasons,
  webhookAuthentications,
} from "./automation-values";

export const maxAutomationName = 80;
const maxTemplate = 50_000;
export const maxConcurrency = 20;

const text = (max: number) =>
  z
    .string("is required")
    .trim()
    .min(1, "must not be empty")
    .max(max, `must be at most ${max.toLocaleString("en")} characters`)
    .refine((value) => !value.includes("\0"), "must not contain NUL characters");

const RepositoryName = text(300)
  .regex(/^[^\s/]+\/[^\s/]+$/, "must be a repository such as acme/orders")
  .transform((name) => name.toLowerCase());

export const AutomationTrigger = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("schedule"),
    /** Five fields: minute, hour, day of month, month, day of week. */
    cron: text(100),
    /** An IANA time zone. */
    timeZone: text(64),
    missed: z.enum(missedRules),
  }),
  z.strictObject({
    kind: z.literal("webhook"),
    authentication: z.enum(webhookAuthentications),
    /** Only payloads with this value at this path, such as `action` and `opened`. */
    filter: z.strictObject({ path: text(200), equals: text(200) }).optional(),
  }),
  z.strictObject({
    kind: z.literal("event"),
    event: z.enum(automationEvents),
    repository: RepositoryName,
    /** Only failures of the check with this name. */
    check: text(200).optional(),
    /** Only this label; case doesn't matter. */
    label: text(200).optional(),
  }),
]);
export type AutomationTrigger = z.output<typeof AutomationTrigger>;

const { model, env, repos, workOnCurrentBranch, autoCreatePR, skipReviewerRequest, mode } = CreateAgentBody.shape;

/** What is launched, as in Create Agent. */
export const AutomationLaunch = z.strictObject({
  model,
  env,
  repos,
  workOnCurrentBranch,
  autoCreatePR,
  skipReviewerRequest,
  mode,
  /** Works on the event's pull request instead of `repos`. */
  onEventPull: z.boolean().default(false),
  /** Ids of chosen saved variables. Automatic ones are always added. */
  savedVariables: z.array(z.uuid("must be a variable id")).max(50, "must contain at most 50 variables").default([]),
});
export type AutomationLaunch = z.output<typeof AutomationLaunch>;

export const AutomationBody = z
  .strictObject({
    name: text(maxAutomationName),
    /** The prompt, with variables such as `{{event.pull.title}}`. */
    prompt: text(maxTemplate),
    trigger: AutomationTrigger,
    launch: AutomationLaunch,
    concurrency: z.strictObject({
      /** Agents of this automation that can run at the same time. */
      limit: z
        .number("must be a whole number")
        .int("must be a whole number")
        .min(1, `must be 1 to ${maxConcurrency}`)
        .max(maxConcurrency, `must be 1 to ${maxConcurrency}`),
      overflow: z.enum(overflowRules),
    }),
  })
  .superRefine(({ trigger, launch, prompt }, context) => {
    const issue = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (launch.onEventPull && trigger.kind !== "event")
      issue(["launch", "onEventPull"], "requires an event of a pull request");
    if (launch.onEventPull && launch.repos !== undefined)
      issue(["launch", "repos"], "can't be combined with the event's pull request");
    const { onEventPull: _, savedVariables: __, ...body } = launch;
    for (const { path, message } of CreateAgentBody.safeParse({ ...body, prompt: { text: prompt } }).error?.issues ??
      []) {
      issue(path[0] === "prompt" ? ["prompt"] : ["launch", ...path.map(String)], message);
    }
  });
export type AutomationBody = z.output<typeof AutomationBody>;
export type AutomationInput = z.input<typeof AutomationBody>;

export const AutomationFiring = z.object({
  id: z.string(),
  number: z.number(),
  kind: z.enum(firingKinds),
  state: z.enum(firingStates),
  /** When it was due or triggered. */
  dueAt: z.string(),
  /** Due times that were missed before it. */
  missed: z.number(),
  /** `owner/name/number` of the pull request that triggered it. */
  pull: z.string().optional(),
  /** The user who started it. */
  startedBy: z.string().optional(),
  /** Why it was skipped, failed, or is tried again. */
  problem: z.string().optional(),
  retryAt: z.string().optional(),
  agent: z
    .object({ id: z.string(), name: z.string(), runStatus: z.string().optional(), deleted: z.boolean() })
    .optional(),
  finishedAt: z.string().optional(),
});
export type AutomationFiring = z.infer<typeof AutomationFiring>;

export const Automation = z.object({
  id: z.string(),
  name: z.string(),
  prompt: z.string(),
  trigger: AutomationTrigger,
  launch: AutomationLaunch,
  concurrency: z.object({ limit: z.number(), overflow: z.enum(overflowRules) }),
  /** Absent if the owner was deleted. */
  owner: z.object({ id: z.string(), name: z.string() }).optional(),
  paused: z.object({ reason: z.enum(pauseReasons), at: z.string().optional() }).optional(),
  /** When a schedule runs next. */
  nextAt: z.string().optional(),
  last: AutomationFiring.optional(),
  /** Agents running now, and triggers waiting. */
  active: z.number(),
  waiting: z.number(),
  /** Triggers over the hourly limit since it was added. */
  dropped: z.object({ count: z.number(), at: z.string() }).optional(),
  /** The user can change it. */
  canEdit: z.boolean(),
  /** It has an event to run with. */
  canRun: z.boolean(),
  updatedAt: z.string(),
});
export type Automation = z.infer<typeof Automation>;

export const AutomationPath = z.object({ id: z.uuid("must be an automation id") });
export const SavedAutomation = z.object({
  id: z.string(),
  /** Of a new webhook; not shown again, and not to API tokens. Replace it in a session to get one. */
  secret: z.string().optional(),
});
export type SavedAutomation = z.infer<typeof SavedAutomation>;
