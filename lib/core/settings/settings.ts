import { resolve } from "node:path";
import { type AgentSetting, Variables } from "./variables";

/** Thrown at startup with all problems found in the settings, one sentence each. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`invalid settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "SettingsError";
  }
}

/** An S3-compatible bucket and its credentials. */
export interface BucketSettings {
  /** URL of the bucket, without a trailing slash. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
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
  /** Address of the embedded service, if it runs on another machine. */
  serviceAddress: string | undefined;
  /** Reverse proxies whose `X-Forwarded-For` is trusted: addresses and networks. */
  trustedProxies: readonly string[];
  /** Bearer token for metrics, or `undefined` to serve none. */
  metricsToken: string | undefined;
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
  /** Days until data is deleted; 0: never. */
  retentionDays: {
    /** Since the agent's last change. */
    workspaces: number;
    artifacts: number;
    recordings: number;
    audit: number;
  };
  /** Maximum duration of a run; longer runs end as ERROR `time_limit`. */
  runTimeLimitSeconds: number;
  /** How long terminals that an agent left open may continue after its turn; 0 ends them with the turn. */
  backgroundWorkSeconds: number;
  /** Maximum workspace size of a run; larger ones end as ERROR `disk_limit`. */
  workspaceLimitMb: number;
  /** Total size of the stored `install` results; 0 turns storing off. */
  snapshotLimitMb: number;
  /** Maximum concurrent processes and threads of a run; exceeding it ends the run as ERROR `process_limit`. */
  runProcessLimit: number;
  /** Cloud runs that a service executes at once, in total and for one user. Others wait. */
  concurrentRuns: number;
  concurrentRunsPerUser: number;
  /** Maximum total memory of a run's processes; exceeding it ends the run as ERROR `memory_limit`. */
  runMemoryLimitMb: number;
  /** Processors whose time a run's processes can use together, where control groups are delegated; 0: no maximum. */
  runCpuLimit: number;
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
  /** Tokens of GitHub servers by host. Agents work on their repositories and open pull requests there. */
  githubTokens: Readonly<Record<string, string>>;
  /** Servers whose private addresses are accepted, by host, with a file of their certificates or "". */
  privateRemotes: Readonly<Record<string, string>>;
  /** Whether runs are reported as checks on GitHub, where a GitHub App can write them. */
  githubChecks: boolean;
  /** Whether webhooks can be sent to private and loopback addresses. */
  webhookLocalReceivers: boolean;
  /** The mail server of notifications and their sender. */
  smtp: { url: string; from: string } | undefined;
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
  /** Port of the server of port previews; 0: any free one. */
  previewPort: number;
  /** Origin of port previews, whose host name starts with `*`, or `undefined` for subdomains of localhost. */
  previewUrl: string | undefined;
  /** Where artifacts are stored, or `undefined` for the data folder. */
  bucket: BucketSettings | undefined;
  demo: boolean;
  logLevel: string;
}

/** Formats a host for a URL, with brackets around IPv6 addresses. */
export function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** URL of a program on this machine that listens on a host and port. */
export function localUrl(host: string, port: number): string {
  return `http://${urlHost(["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host)}:${port}`;
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
  if (variables.PREVIEW_URL && !variables.PREVIEW_PORT) problems.push("PREVIEW_PORT is required with PREVIEW_URL");
  problems.push(
    ...requireTogether(variables, ["REPOHOST_APP_ID", "REPOHOST_APP_PRIVATE_KEY"]),
    ...requireTogether(variables, ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"]),
    ...requireTogether(variables, ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"]),
    ...requireTogether(variables, ["SMTP_URL", "SMTP_FROM"]),
    ...requireTogether(variables, ["S3_BUCKET_URL", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]),
  );
  for (const host of Object.keys(parsed.data?.GITHUB_TOKENS ?? {})) {
    if (Object.hasOwn(parsed.data?.GIT_REMOTES ?? {}, host))
      problems.push(`set ${host} in GITHUB_TOKENS or GIT_REMOTES, not both`);
  }
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

  const v = parsed.data;
  const servicePublicUrl = v.SERVICE_PUBLIC_URL ?? localUrl(v.HOST, v.SERVICE_PORT);
  return {
    port: v.PORT,
    servicePort: v.SERVICE_PORT,
    sshPort: v.SSH_PORT,
    host: v.HOST,
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    serviceUrl: v.SERVICE_URL,
    serviceAddress: v.SERVICE_ADDRESS,
    trustedProxies: v.TRUSTED_PROXIES,
    metricsToken: v.METRICS_TOKEN,
    agentsApiKey: v.AGENTS_API_KEY,
    poolsApiKey: v.POOLS_API_KEY,
    repohostToken: v.REPOHOST_TOKEN,
    repohostApp:
      v.REPOHOST_APP_ID && v.REPOHOST_APP_PRIVATE_KEY
        ? { id: v.REPOHOST_APP_ID, privateKey: v.REPOHOST_APP_PRIVATE_KEY }
        : undefined,
    serviceName: v.SERVICE_NAME,
    repohostPrefix: v.REPOHOST_PREFIX,
    webUrl: v.WEB_URL ?? localUrl(v.HOST, v.PORT),
    servicePublicUrl,
    gitUrl: v.GIT_URL ?? servicePublicUrl,
    encryptionKey: v.ENCRYPTION_KEY,
    streamRetentionSeconds: v.STREAM_RETENTION_SECONDS,
    agentExpirySeconds: v.AGENT_EXPIRY_SECONDS,
    retentionDays: {
      workspaces: v.WORKSPACE_RETENTION_DAYS,
      artifacts: v.ARTIFACT_RETENTION_DAYS,
      recordings: v.RECORDING_RETENTION_DAYS,
      audit: v.AUDIT_RETENTION_DAYS,
    },
    runTimeLimitSeconds: v.RUN_TIME_LIMIT_SECONDS,
    backgroundWorkSeconds: v.BACKGROUND_WORK_SECONDS,
    workspaceLimitMb: v.WORKSPACE_LIMIT_MB,
    snapshotLimitMb: v.SNAPSHOT_LIMIT_MB,
    runProcessLimit: v.RUN_PROCESS_LIMIT,
    concurrentRuns: v.CONCURRENT_RUNS,
    concurrentRunsPerUser: v.CONCURRENT_RUNS_PER_USER,
    runMemoryLimitMb: v.RUN_MEMORY_LIMIT_MB,
    runCpuLimit: v.RUN_CPU_LIMIT,
    previewPort: v.PREVIEW_PORT,
    previewUrl: v.PREVIEW_URL,
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
    githubTokens: v.GITHUB_TOKENS ?? {},
    privateRemotes: v.PRIVATE_REMOTES ?? {},
    githubChecks: v.GITHUB_CHECKS,
    webhookLocalReceivers: v.WEBHOOK_LOCAL_RECEIVERS,
    smtp: v.SMTP_URL && v.SMTP_FROM ? { url: v.SMTP_URL, from: v.SMTP_FROM } : undefined,
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
    bucket:
      v.S3_BUCKET_URL && v.S3_ACCESS_KEY_ID && v.S3_SECRET_ACCESS_KEY
        ? {
            url: v.S3_BUCKET_URL,
            region: v.S3_REGION,
            accessKeyId: v.S3_ACCESS_KEY_ID,
            secretAccessKey: v.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    demo: v.DEMO,
    logLevel: v.LOG_LEVEL,
  };
}
