import { z } from "zod";
import { parseNetwork } from "../http/network";
import { githubTokens, gitRemotes, privateRemotes } from "./remote-servers";

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
  .transform((value) => value.replace(/(?<!\/)\/+$/, ""));

const key = z.string().min(16, "must be at least 16 characters");

const command = z.union([
  z
    .string()
    .min(1)
    .transform((text) => text.split(/\s+/)),
  z.array(z.string()).min(1),
]);

/** Options of podman that connect to an engine elsewhere. */
const remoteEngine = /^(?:--(?:remote|url|connection|host|context)(?:=|$)|-[rcH])/;

/** A program that pulls and builds itself: an engine behind a socket would do so outside the run's egress proxy. */
const containerEngine = command.superRefine(([program = "", ...args], context) => {
  const isDocker = /(?:^|\/)docker(?:\.exe)?$/.test(program);
  if (!isDocker && !args.some((each) => remoteEngine.test(each))) return;
  const what = isDocker ? "can't be docker" : "can't be a remote engine";
  const message = `${what}: it would pull and build outside the network policy of runs. Install podman and set CONTAINER_ENGINE=podman`;
  context.addIssue({ code: "custom", message });
});

const imagesOnly =
  "container engines only provide images, whose processes run in bubblewrap. Set SANDBOX=bubblewrap, and for images CONTAINER_ENGINE=podman";
/** Why `SANDBOX` can't have a value that sounds like a sandbox, and the fix. */
const otherSandboxes: ReadonlyMap<string, string> = new Map([
  ["seatbelt", "can't be seatbelt: Slipway has no sandbox for macOS. Run it on Linux, or in a Linux virtual machine"],
  ...["container", "docker", "podman"].map((name): [string, string] => [name, `can't be ${name}: ${imagesOnly}`]),
]);

const text = z.string().min(1);

/** A configured agent. Its parameters are session options of the Agent Client Protocol; variants are presets of them. */
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
  variants: z
    .array(
      z.strictObject({
        params: z.array(z.strictObject({ id: text, value: text })).default([]),
        displayName: text,
        description: text.optional(),
        isDefault: z.boolean().optional(),
      }),
    )
    .min(1)
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
    for (const [id, { parameters = [], variants = [] }] of Object.entries(agents)) {
      const unknown = variants
        .flatMap(({ params }) => params)
        .find(
          (param) =>
            !parameters.find((each) => each.id === param.id)?.values.some((each) => each.value === param.value),
        );
      if (unknown)
        context.addIssue({
          code: "custom",
          message: `has a variant of "${id}" with ${unknown.id}=${unknown.value}, which isn't in its parameters`,
        });
    }
    const taken = new Set(["script", "script-agent"]);
    for (const name of Object.entries(agents).flatMap(([id, { aliases = [] }]) => [id, ...aliases])) {
      if (taken.has(name))
        context.addIssue({ code: "custom", message: `uses the name "${name}", which is already taken` });
      taken.add(name);
    }
  });

const secret = z.string().min(1);

/** Addresses and networks in CIDR notation, separated by commas or spaces. */
const networks = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (entries) => entries.every((entry) => parseNetwork(entry) !== undefined),
    "must be addresses or networks such as 10.0.0.0/8, separated by commas",
  );

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

/** The environment variables of both programs, with their formats and defaults. */
export const Variables = z.object({
  PORT: port(3000),
  SERVICE_PORT: port(4100),
  SSH_PORT: portNumber.optional(),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" }).optional(),
  SERVICE_URL: baseUrl.optional(),
  SERVICE_ADDRESS: origin.optional(),
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
  TRUSTED_PROXIES: networks,
  METRICS_TOKEN: key.optional(),
  WEB_URL: origin.optional(),
  SERVICE_PUBLIC_URL: origin.optional(),
  GIT_URL: baseUrl.optional(),
  ENCRYPTION_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "must be 64 hexadecimal characters")
    .optional(),
  STREAM_RETENTION_SECONDS: count(86_400, 1),
  AGENT_EXPIRY_SECONDS: count(0, 0),
  WORKSPACE_RETENTION_DAYS: count(0, 0),
  ARTIFACT_RETENTION_DAYS: count(0, 0),
  RECORDING_RETENTION_DAYS: count(0, 0),
  AUDIT_RETENTION_DAYS: count(0, 0),
  RUN_TIME_LIMIT_SECONDS: count(14_400, 1),
  BACKGROUND_WORK_SECONDS: count(600, 0),
  WORKSPACE_LIMIT_MB: count(20_480, 1),
  SNAPSHOT_LIMIT_MB: count(10_240, 0),
  RUN_PROCESS_LIMIT: count(4_096, 1),
  CONCURRENT_RUNS: count(32, 1),
  CONCURRENT_RUNS_PER_USER: count(16, 1),
  REPOSITORY_LIMIT_MB: count(10_240, 1),
  FILE_LIMIT_MB: count(100, 1),
  GIT_TIME_LIMIT_SECONDS: count(3_600, 1),
  RATE_LIMIT_PER_MINUTE: count(6_000, 1),
  RUNS_PER_MINUTE: count(300, 1),
  FAILED_AUTHENTICATIONS_PER_MINUTE: count(120, 1),
  REPOHOST_POINTS_PER_MINUTE: count(600, 1),
  GIT_REQUESTS_PER_MINUTE: count(600, 1),
  SANDBOX: z
    .enum(["auto", "bubblewrap", "none"], {
      error: ({ input }) => otherSandboxes.get(String(input)) ?? "must be auto, bubblewrap or none",
    })
    .default("auto"),
  EGRESS_ALLOWLIST: egressDomains,
  EGRESS_BLOCKLIST: egressDomains,
  RUN_MEMORY_LIMIT_MB: count(8_192, 64),
  RUN_CPU_LIMIT: z
    .string()
    .regex(/^[0-9]{1,4}(\.[0-9]{1,2})?$/, "must be a number of processors, such as 2 or 0.5")
    .transform(Number)
    .default(0),
  AGENTS: agents.optional(),
  GIT_REMOTES: gitRemotes.optional(),
  GITHUB_TOKENS: githubTokens.optional(),
  PRIVATE_REMOTES: privateRemotes.optional(),
  GITHUB_CHECKS: flag(true),
  WEBHOOK_LOCAL_RECEIVERS: flag(false),
  ALLOW_UNISOLATED: flag(false),
  PREVIEW_PORT: port(0),
  PREVIEW_URL: z
    .string()
    .regex(
      /^https?:\/\/\*\.[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?$/,
      "must be an origin such as https://*.preview.example.com",
    )
    .optional(),
  CONTAINER_ENGINE: containerEngine.optional(),
  IMAGE_LIMIT_MB: count(20_480, 1),
  S3_BUCKET_URL: baseUrl.optional(),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: secret.optional(),
  S3_SECRET_ACCESS_KEY: secret.optional(),
  DEMO: flag(true),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be a URL such as smtp://user:password@mail.example.com:587" })
    .optional(),
  SMTP_FROM: z
    .string()
    .regex(/^[^\r\n]{3,200}$/, "must be a sender such as Slipway <slipway@example.com>")
    .optional(),
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
