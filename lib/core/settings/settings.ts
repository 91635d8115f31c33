import { resolve } from "node:path";
import { type AgentSetting, Variables } from "./variables";

/** Thrown at startup with all problems found in the settings, one sentence each. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`invalid settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "SettingsError";
  }
}

export interface Settings {
  port: number;
  servicePort: number;
  /** Port for git over SSH, or `undefined` to disable it. */
  sshPort: number | undefined;
  host: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** URL of a remote service, or `undefined` for the embedded one. */
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
  /** Agents idle for longer are archived. 0 disables archiving. */
  agentExpirySeconds: number;
  /** Maximum duration of a run; longer runs end as ERROR `time_limit`. */
  runTimeLimitSeconds: number;
  /** Maximum workspace size of a run; larger ones end as ERROR `disk_limit`. */
  workspaceLimitMb: number;
  /** Total size of the stored `install` results; 0 turns storing off. */
  snapshotLimitMb: number;
  /** Maximum concurrent processes of a run; exceeding it ends the run as ERROR `process_limit`. */
  runProcessLimit: number;
  /** Maximum total memory of a run's processes; exceeding it ends the run as ERROR `memory_limit`. */
  runMemoryLimitMb: number;
  /** Maximum repository size; pushes that would exceed it are rejected. */
  repositoryLimitMb: number;
  /** Maximum file size in a push or an API commit. */
  fileLimitMb: number;
  /** Clones, fetches and pushes that take longer are ended. */
  gitTimeLimitSeconds: number;
  rateLimitPerMinute: number;
  /** New agents and follow-ups per user or service account. */
  runsPerMinute: number;
  /** Requests with invalid credentials, per network address. */
  failedAuthenticationsPerMinute: number;
  /** Hosting API points per user or service account. */
  repohostPointsPerMinute: number;
  /** Git requests per principal. */
  gitRequestsPerMinute: number;
  /** Configured agents by id. */
  agents: Readonly<Record<string, AgentSetting>>;
  /** Other git servers agents can use over https, by host, with their credentials. */
  gitRemotes: Readonly<Record<string, { username: string; password: string } | undefined>>;
  /** Whether webhooks can be sent to private and loopback addresses. */
  webhookLocalReceivers: boolean;
  /** Podman and its global arguments, which pulls and builds images; without it, environments have none. */
  containerEngine: readonly string[] | undefined;
  /** Size of all unpacked images together. */
  imageLimitMb: number;
  /** How runs are sandboxed. `auto` selects the strongest available sandbox. */
  sandbox: "auto" | "bubblewrap" | "none";
  /** Domains for all runs: allowed ones, which environment files inherit, and blocked ones. */
  egress: { inherited: readonly string[]; blocked: readonly string[] };
  allowUnisolated: boolean;
  /** An OpenID Connect provider for sign-in. `trustEmail`: its email addresses count as verified. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string; trustEmail: boolean } | undefined;
  github: { url: string; clientId: string; clientSecret: string } | undefined;
  /** Who can sign in through identity providers without an invitation, and with which role. */
  admission: { domains: readonly string[]; role: "viewer" | "operator" | "admin" };
  demo: boolean;
  logLevel: string;
}

/** Formats a host for a URL, with brackets around IPv6 addresses. */
export function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function requireTogether(variables: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  const missing = names.filter((name) => variables[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return [];
  return [
    `${missing.join(" and ")} must be set with ${names.filter((name) => variables[name] !== undefined).join(" and ")}`,
  ];
}

/**
 * Reads the settings from environment variables. Empty variables count as unset. Throws {@link SettingsError} with all
 * problems.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const variables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Variables.safeParse(variables);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  if (variables.SERVICE_URL && !variables.AGENTS_API_KEY) problems.push("AGENTS_API_KEY is required with SERVICE_URL");
  if (variables.REPOHOST_TOKEN && variables.REPOHOST_APP_ID)
    problems.push("set REPOHOST_TOKEN or REPOHOST_APP_ID, not both");
  problems.push(
    ...requireTogether(variables, ["REPOHOST_APP_ID", "REPOHOST_APP_PRIVATE_KEY"]),
    ...requireTogether(variables, ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"]),
    ...requireTogether(variables, ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"]),
  );
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

  const v = parsed.data;
  const host = urlHost(["0.0.0.0", "::"].includes(v.HOST) ? "127.0.0.1" : v.HOST);
  const servicePublicUrl = v.SERVICE_PUBLIC_URL ?? `http://${host}:${v.SERVICE_PORT}`;
  return {
    port: v.PORT,
    servicePort: v.SERVICE_PORT,
    sshPort: v.SSH_PORT,
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
    agentExpirySeconds: v.AGENT_EXPIRY_SECONDS,
    runTimeLimitSeconds: v.RUN_TIME_LIMIT_SECONDS,
    workspaceLimitMb: v.WORKSPACE_LIMIT_MB,
    snapshotLimitMb: v.SNAPSHOT_LIMIT_MB,
    runProcessLimit: v.RUN_PROCESS_LIMIT,
    runMemoryLimitMb: v.RUN_MEMORY_LIMIT_MB,
    repositoryLimitMb: v.REPOSITORY_LIMIT_MB,
    fileLimitMb: v.FILE_LIMIT_MB,
    gitTimeLimitSeconds: v.GIT_TIME_LIMIT_SECONDS,
    rateLimitPerMinute: v.RATE_LIMIT_PER_MINUTE,
    runsPerMinute: v.RUNS_PER_MINUTE,
    failedAuthenticationsPerMinute: v.FAILED_AUTHENTICATIONS_PER_MINUTE,
    repohostPointsPerMinute: v.REPOHOST_POINTS_PER_MINUTE,
    gitRequestsPerMinute: v.GIT_REQUESTS_PER_MINUTE,
    agents: v.AGENTS ?? {},
    gitRemotes: v.GIT_REMOTES ?? {},
    webhookLocalReceivers: v.WEBHOOK_LOCAL_RECEIVERS,
    sandbox: v.SANDBOX,
    egress: { inherited: v.EGRESS_ALLOWLIST, blocked: v.EGRESS_BLOCKLIST },
    allowUnisolated: v.ALLOW_UNISOLATED,
    containerEngine: v.CONTAINER_ENGINE,
    imageLimitMb: v.IMAGE_LIMIT_MB,
    oidc:
      v.OIDC_ISSUER && v.OIDC_CLIENT_ID && v.OIDC_CLIENT_SECRET
        ? {
            issuer: v.OIDC_ISSUER,
            clientId: v.OIDC_CLIENT_ID,
            clientSecret: v.OIDC_CLIENT_SECRET,
            name: v.OIDC_NAME,
            trustEmail: v.OIDC_TRUST_EMAIL,
          }
        : undefined,
    github:
      v.GITHUB_CLIENT_ID && v.GITHUB_CLIENT_SECRET
        ? { url: v.GITHUB_URL, clientId: v.GITHUB_CLIENT_ID, clientSecret: v.GITHUB_CLIENT_SECRET }
        : undefined,
    admission: { domains: v.SIGN_IN_DOMAINS, role: v.SIGN_IN_ROLE },
    demo: v.DEMO,
    logLevel: v.LOG_LEVEL,
  };
}
