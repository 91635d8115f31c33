import { resolve } from "node:path";
import { z } from "zod";

/** Every problem found in the settings, one sentence each, thrown before anything starts. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`wrong settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "SettingsError";
  }
}

const port = (fallback: number) =>
  z
    .string()
    .regex(/^[0-9]{1,5}$/, "must be a port number")
    .transform(Number)
    .refine((value) => value <= 65535, "must be at most 65535")
    .default(fallback);

const count = (fallback: number, least: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= least, `must be at least ${least}`)
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
      z.string().regex(/^[a-z0-9][a-z0-9._-]*$/, "agent ids are lower-case letters, digits, dots and dashes"),
      z.union([
        z
          .string()
          .min(1)
          .transform((text) => text.split(/\s+/)),
        z.array(z.string()).min(1),
      ]),
    ),
  );

const Variables = z.object({
  PORT: port(3000),
  SERVICE_PORT: port(4100),
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
    .regex(/^[a-z][a-z0-9]{0,19}$/, "must be 1 to 20 lower-case letters and digits")
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
  RATE_LIMIT_PER_MINUTE: count(6_000, 1),
  AGENTS: agents.optional(),
  ALLOW_UNISOLATED: flag(false),
  DEMO: flag(true),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

export interface Settings {
  port: number;
  servicePort: number;
  host: string;
  /** Absolute path of the folder that holds all data. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Address of a remote service; `undefined` when the embedded one is used. */
  serviceUrl: string | undefined;
  agentsApiKey: string | undefined;
  poolsApiKey: string | undefined;
  repohostToken: string | undefined;
  repohostApp: { id: string; privateKey: string } | undefined;
  serviceName: string;
  repohostPrefix: string;
  webUrl: string;
  servicePublicUrl: string;
  gitUrl: string;
  encryptionKey: string | undefined;
  streamRetentionSeconds: number;
  rateLimitPerMinute: number;
  /** Configured agents: id to command and arguments. */
  agents: Readonly<Record<string, readonly string[]>>;
  allowUnisolated: boolean;
  demo: boolean;
  logLevel: string;
}

/** A host as it stands in a URL: IPv6 addresses in brackets. */
export function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * Reads the settings from environment variables; empty variables count as absent.
 * Throws {@link SettingsError} with everything that is wrong.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Variables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  if (given.SERVICE_URL && !given.AGENTS_API_KEY) problems.push("AGENTS_API_KEY is needed with SERVICE_URL");
  if (Boolean(given.REPOHOST_APP_ID) !== Boolean(given.REPOHOST_APP_PRIVATE_KEY)) {
    problems.push("REPOHOST_APP_ID and REPOHOST_APP_PRIVATE_KEY go together");
  }
  if (given.REPOHOST_TOKEN && given.REPOHOST_APP_ID) problems.push("give REPOHOST_TOKEN or REPOHOST_APP_ID, not both");
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

  const v = parsed.data;
  const host = urlHost(["0.0.0.0", "::"].includes(v.HOST) ? "127.0.0.1" : v.HOST);
  const servicePublicUrl = v.SERVICE_PUBLIC_URL ?? `http://${host}:${v.SERVICE_PORT}`;
  return {
    port: v.PORT,
    servicePort: v.SERVICE_PORT,
    host: v.HOST,
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    serviceUrl: v.SERVICE_URL,
    agentsApiKey: v.AGENTS_API_KEY,
    poolsApiKey: v.POOLS_API_KEY,
    repohostToken: v.REPOHOST_TOKEN,
    repohostApp:
      v.REPOHOST_APP_ID && v.REPOHOST_APP_PRIVATE_KEY
        ? { id: v.REPOHOST_APP_ID, privateKey: v.REPOHOST_APP_PRIVATE_KEY }
        : undefined,
    serviceName: v.SERVICE_NAME,
    repohostPrefix: v.REPOHOST_PREFIX,
    webUrl: v.WEB_URL ?? `http://${host}:${v.PORT}`,
    servicePublicUrl,
    gitUrl: v.GIT_URL ?? servicePublicUrl,
    encryptionKey: v.ENCRYPTION_KEY,
    streamRetentionSeconds: v.STREAM_RETENTION_SECONDS,
    rateLimitPerMinute: v.RATE_LIMIT_PER_MINUTE,
    agents: v.AGENTS ?? {},
    allowUnisolated: v.ALLOW_UNISOLATED,
    demo: v.DEMO,
    logLevel: v.LOG_LEVEL,
  };
}
