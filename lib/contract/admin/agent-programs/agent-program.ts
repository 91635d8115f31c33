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
  /** Slash commands. */
  commands: z.array(z.looseObject({ name: z.string(), description: z.string().optional() })).optional(),
  planMode: z.boolean(),
  images: z.boolean(),
  /** Follow-ups continue its session. */
  continues: z.boolean(),
});
export type AgentProgramOffer = z.output<typeof AgentProgramOffer>;

/** A login of the program, by its protocol. */
export const LoginMethod = z.looseObject({ id: z.string(), name: z.string(), description: z.string().optional() });
export type LoginMethod = z.output<typeof LoginMethod>;

/** A login in progress, or one that failed. */
export const LoginProgress = z.looseObject({
  methodId: z.string(),
  status: z.enum(["in_progress", "failed"]),
  /** Why it failed, and the next step. */
  detail: z.string(),
  /** Pages to open. */
  links: z.array(z.looseObject({ url: z.string(), message: z.string() })),
  /** The end of the program's output. */
  output: z.string(),
  /** The program reads lines of text, such as a code. */
  acceptsInput: z.boolean(),
});
export type LoginProgress = z.output<typeof LoginProgress>;

/** An update in progress, or one that failed. Until it succeeds, runs use the version before. */
export const AgentUpdate = z.looseObject({
  version: z.string(),
  status: z.enum(["installing", "testing", "failed"]),
  /** What is in progress or went wrong, and the next step. */
  detail: z.string(),
});
export type AgentUpdate = z.output<typeof AgentUpdate>;

/** An agent program that users can launch as a model. Its variables are write-only. */
export const AgentProgram = z.looseObject({
  /** Id of the model it runs. Its models are `<name>/<model>`. */
  name: z.string(),
  displayName: z.string(),
  /** Null for a custom program. */
  preset: z.string().nullable(),
  /** Version of the preset's package that runs use. */
  version: z.string().nullable(),
  /** Version to update to, or null if there is no other. */
  availableVersion: z.string().nullable().default(null),
  update: AgentUpdate.nullable().default(null),
  /** Command of a custom program. */
  command: z.array(z.string()).nullable(),
  /** Names of its stored variables. */
  variables: z.array(z.string()),
  /** Variables its key can be set in; one of them is enough. */
  keys: z.array(z.string()),
  enabled: z.boolean(),
  /** One of its models, or null for the program's own default. */
  defaultModel: z.string().nullable(),
  /** Values of its options for runs that don't set them, such as the effort. */
  defaultOptions: z.record(z.string(), z.string()).default({}),
  /** Emails of the users who can launch it, or null for everyone. */
  users: z.array(z.string()).nullable(),
  status: z.enum(agentProgramStatuses),
  /** What is in progress or went wrong, and the next step. Empty when ready. */
  detail: z.string(),
  checkedAt: z.string().nullable(),
  offer: AgentProgramOffer.nullable(),
  /** Logins it offered when it was tested, in addition to keys. */
  loginMethods: z.array(LoginMethod).default([]),
  /** When its stored login was stored. Runs use it if there is no key. */
  loggedInAt: z.string().nullable().default(null),
  loginProgress: LoginProgress.nullable().default(null),
  /** `AGENTS` has an agent with the same name, which is used instead. */
  overridden: z.boolean(),
});
export type AgentProgram = z.output<typeof AgentProgram>;

export const agentProgramName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, "must be 1 to 64 lowercase letters, digits, dots, dashes or underscores");

const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "must contain only letters, digits and underscores");
const value = z
  .string()
  .min(1, "must not be empty")
  .max(16_384)
  .refine((text) => !text.includes("\0"), "must not contain NUL");

export const agentProgramSettings = {
  enabled: z.boolean(),
  defaultModel: z.string().min(1, "must not be empty").max(200).nullable(),
  defaultOptions: z.record(z.string().min(1).max(200), z.string().max(200)),
  users: z.array(z.string().min(1).max(320)).max(1000).nullable(),
};

/** Variables to store; null removes one. Others are kept. */
export const VariableChanges = z.record(variableName, value.nullable());
export const Variables = z.record(variableName, value);

export const AgentProgramPath = z.object({ name: z.string() });
