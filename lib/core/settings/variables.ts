import { z } from "zod";

const portNumber = z
  .string()
  .regex(/^[0-9]{1,5}$/, "must be a port number")
  .transform(Number)
  .refine((value) => value <= 65535, "must be at most 65535");

const port = (fallback: number) => portNumber.default(fallback);

const count = (fallback: number, min: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min, `must be at least ${min}`)
    .default(fallback);

const flag = (fallback: boolean) =>
  z
    .enum(["0", "1"], "must be 0 or 1")
    .transform((value) => value === "1")
    .default(fallback);

const origin = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .refine(
    (value) => URL.canParse(value) && new URL(value).pathname === "/" && !/[?#]/.test(value),
    "must be an origin, without a path",
  )
  .transform((value) => new URL(value).origin);

const baseUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .transform((value) => value.replace(/\/+$/, ""));

const key = z.string().min(16, "must be at least 16 characters");

const command = z.union([
  z
    .string()
    .min(1)
    .transform((text) => text.split(/\s+/)),
  z.array(z.string()).min(1),
]);

const text = z.string().min(1);

/** A configured agent. Its parameters are session options of the Agent Client Protocol. */
const AgentSetting = z.strictObject({
  command,
  displayName: text.optional(),
  description: text.optional(),
  aliases: z.array(text).optional(),
  /** Destinations allowed regardless of a run's egress policy, such as the model endpoint. */
  hosts: z.array(text).optional(),
  parameters: z
    .array(
      z.strictObject({
        id: text,
        displayName: text.optional(),
        values: z
          .array(
            z.union([
              text.transform((value) => ({ value })),
              z.strictObject({ value: text, displayName: text.optional() }),
            ]),
          )
          .min(1),
      }),
    )
    .optional(),
});
export type AgentSetting = z.output<typeof AgentSetting>;

const agents = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: 'must be JSON such as {"my-agent":["my-agent","acp"]}' });
      return z.NEVER;
    }
  })
  .pipe(
    z.record(
      z.string().regex(/^[a-z0-9][a-z0-9._-]*$/, "agent ids must be lowercase letters, digits, dots and dashes"),
      z.union([command.transform((each): AgentSetting => ({ command: each })), AgentSetting]),
    ),
  )
  .superRefine((agents, context) => {
    const taken = new Set(["script", "script-agent"]);
    for (const name of Object.entries(agents).flatMap(([id, { aliases = [] }]) => [id, ...aliases])) {
      if (taken.has(name))
        context.addIssue({ code: "custom", message: `uses the name "${name}", which is already taken` });
      taken.add(name);
    }
  });

const secret = z.string().min(1);

/** Domains separated by commas or spaces. `*` matches any text. */
const egressDomains = z
  .string()
  .default("")
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine(
    (names) => names.every((name) => /^[a-z0-9*.-]+$/.test(name)),
    "must be domains such as example.com or *.example.com, separated by commas",
  );

const domains = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine(
    (names) => names.every((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)),
    "must be domains such as example.com, separated by commas",
  );

/** `user:password` by host and optional port. Empty if no credential is needed. */
const gitRemotes = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: 'must be JSON such as {"git.example.com":"user:password"}' });
      return z.NEVER;
    }
  })
  .pipe(
    z.record(
      z.string().regex(/^[a-z0-9.-]+(:[0-9]{1,5})?$/, "hosts must be lowercase names with an optional port"),
      z
        .string()
        .regex(/^([^:\n]+:[^\n]+)?$/, "credentials must have the form user:password or be empty")
        .transform((text) => {
          const colon = text.indexOf(":");
          return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
        }),
    ),
  );

/** The environment variables of both programs, with their formats and defaults. */
export const Variables = z.object({
  PORT: port(3000),
  SERVICE_PORT: port(4100),
  SSH_PORT: portNumber.optional(),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" }).optional(),
  SERVICE_URL: baseUrl.optional(),
  AGENTS_API_KEY: key.optional(),
  POOLS_API_KEY: key.optional(),
  REPOHOST_TOKEN: key.optional(),
  REPOHOST_APP_ID: z.string().min(1).optional(),
  REPOHOST_APP_PRIVATE_KEY: z.string().min(1).optional(),
  SERVICE_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9]{0,19}$/, "must be 1 to 20 lowercase letters and digits")
    .default("svc"),
  REPOHOST_PREFIX: z
    .string()
    .regex(/^(\/[A-Za-z0-9._-]+)+$/, "must be a path such as /v1/repohost")
    .default("/v1/repohost"),
  WEB_URL: origin.optional(),
  SERVICE_PUBLIC_URL: origin.optional(),
  GIT_URL: baseUrl.optional(),
  ENCRYPTION_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "must be 64 hexadecimal characters")
    .optional(),
  STREAM_RETENTION_SECONDS: count(86_400, 1),
  AGENT_EXPIRY_SECONDS: count(0, 0),
  RUN_TIME_LIMIT_SECONDS: count(14_400, 1),
  WORKSPACE_LIMIT_MB: count(20_480, 1),
  SNAPSHOT_LIMIT_MB: count(10_240, 0),
  RUN_PROCESS_LIMIT: count(1_000, 1),
  REPOSITORY_LIMIT_MB: count(10_240, 1),
  FILE_LIMIT_MB: count(100, 1),
  GIT_TIME_LIMIT_SECONDS: count(3_600, 1),
  RATE_LIMIT_PER_MINUTE: count(6_000, 1),
  RUNS_PER_MINUTE: count(300, 1),
  FAILED_AUTHENTICATIONS_PER_MINUTE: count(120, 1),
  REPOHOST_POINTS_PER_MINUTE: count(600, 1),
  GIT_REQUESTS_PER_MINUTE: count(600, 1),
  SANDBOX: z.enum(["auto", "bubblewrap", "none"]).default("auto"),
  EGRESS_ALLOWLIST: egressDomains,
  EGRESS_BLOCKLIST: egressDomains,
  RUN_MEMORY_LIMIT_MB: count(8_192, 64),
  AGENTS: agents.optional(),
  GIT_REMOTES: gitRemotes.optional(),
  WEBHOOK_LOCAL_RECEIVERS: flag(false),
  ALLOW_UNISOLATED: flag(false),
  CONTAINER_ENGINE: command.optional(),
  IMAGE_LIMIT_MB: count(20_480, 1),
  DEMO: flag(true),
  OIDC_ISSUER: baseUrl.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: secret.optional(),
  OIDC_NAME: z.string().min(1).max(60).default("single sign-on"),
  OIDC_TRUST_EMAIL: flag(false),
  GITHUB_CLIENT_ID: z.string().min(1).optional(),
  GITHUB_CLIENT_SECRET: secret.optional(),
  GITHUB_URL: origin.default("https://github.com"),
  SIGN_IN_DOMAINS: domains.default([]),
  SIGN_IN_ROLE: z.enum(["viewer", "operator", "admin"], "must be viewer, operator or admin").default("viewer"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});
