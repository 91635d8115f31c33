import { z } from "zod";

/** The state of an agent program. `installing` and `testing` are in progress. */
export const agentProgramStatuses = ["installing", "testing", "ready", "needs_key", "needs_login", "failed"] as const;

const Choice = z.looseObject({ id: z.string(), name: z.string(), description: z.string().optional() });

/** What a program offered when it was tested. */
export const AgentProgramOffer = z.looseObject({
  /** Version the program reports. */
  version: z.string().optional(),
  models: z.array(Choice),
  /** Settings of its sessions other than mode and model, such as the effort. */
  options: z.array(Choice.extend({ values: z.array(Choice) })),
  planMode: z.boolean(),
  images: z.boolean(),
  /** Follow-ups continue its session. */
  continues: z.boolean(),
});
export type AgentProgramOffer = z.output<typeof AgentProgramOffer>;

/** An agent program that users can launch as a model. Its variables are write-only. */
export const AgentProgram = z.looseObject({
  /** Id of the model it runs. Its models are `<name>/<model>`. */
  name: z.string(),
  displayName: z.string(),
  /** Null for a custom program. */
  preset: z.string().nullable(),
  /** Installed version of the preset's package. */
  version: z.string().nullable(),
  /** Command of a custom program. */
  command: z.array(z.string()).nullable(),
  /** Names of its stored variables. */
  variables: z.array(z.string()),
  /** Variables its key can be set in; one of them is enough. */
  keys: z.array(z.string()),
  enabled: z.boolean(),
  /** One of its models, or null for the program's own default. */
  defaultModel: z.string().nullable(),
  /** Emails of the users who can launch it, or null for everyone. */
  users: z.array(z.string()).nullable(),
  status: z.enum(agentProgramStatuses),
  /** What is in progress or went wrong, and the next step. Empty when ready. */
  detail: z.string(),
  checkedAt: z.string().nullable(),
  offer: AgentProgramOffer.nullable(),
  /** `AGENTS` has an agent of the same name, which is used instead. */
  overridden: z.boolean(),
});
export type AgentProgram = z.output<typeof AgentProgram>;

export const agentProgramName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, "must be 1 to 64 lowercase letters, digits, dots, dashes or underscores");

const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "must be letters, digits and underscores");
const value = z
  .string()
  .min(1, "must not be empty")
  .max(16_384)
  .refine((text) => !text.includes("\0"), "must not contain NUL");

export const agentProgramSettings = {
  enabled: z.boolean(),
  defaultModel: z.string().min(1, "must not be empty").max(200).nullable(),
  users: z.array(z.string().min(1).max(320)).max(1000).nullable(),
};

/** Variables to store; null removes one. Others are kept. */
export const VariableChanges = z.record(variableName, value.nullable());
export const Variables = z.record(variableName, value);

export const AgentProgramPath = z.object({ name: z.string() });
