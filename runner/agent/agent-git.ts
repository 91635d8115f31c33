import type { Clock } from "@/lib/core/clock";
import type { AgentGit } from "../run/run-spec";
import { insideCommand } from "../sandbox/inside-command";
import type { RunGateway } from "../sandbox/run-gateway";
import type { RunSandbox } from "../sandbox/run-sandbox";
import type { FrameMasker } from "../transcript/frame-masker";

type Credential = Awaited<ReturnType<AgentGit["credential"]>>;

/** How long a credential is reused, so that an agent can't request new ones endlessly. They are valid for twice as long. */
const reuseMs = 5 * 60_000;

/** What appears in a transcript if a program prints the credential, without the parts that all credentials have in common. */
function secretsOf({ username, password }: Credential): string[] {
  const secret = password.slice(password.indexOf("_") + 1);
  const common = username.length + 1 + password.length - secret.length;
  const basic = Buffer.from(`${username}:${password}`).toString("base64");
  return [secret, basic.slice(Math.ceil(common / 3) * 4)];
}

/** Reuses a credential for a while. */
function reuse(create: AgentGit["credential"], clock: Clock): AgentGit["credential"] {
  let current: { credential: Promise<Credential>; until: number } | undefined;
  return () => {
    if (!current || current.until <= clock.now()) {
      const credential = create();
      current = { credential, until: clock.now() + reuseMs };
      credential.catch(() => {
        current = undefined;
      });
    }
    return current.credential;
  };
}

const quoted = (argument: string) => `'${argument.replaceAll("'", "'\\''")}'`;

/** The addresses of the service that agents may use in a URL, with either scheme. */
function otherAddresses({ origin, addresses }: AgentGit): string[] {
  const hosts = [origin, ...addresses].map((each) => new URL(each).host);
  return [...new Set(hosts.flatMap((host) => [`https://${host}`, `http://${host}`]))].filter((each) => each !== origin);
}

/** Adds settings to those in git's `GIT_CONFIG_*` variables. */
export function withGitSettings(
  environment: Readonly<Record<string, string>>,
  settings: readonly (readonly [string, string])[],
): Record<string, string> {
  if (settings.length === 0) return { ...environment };
  const count = /^\d{1,3}$/.test(environment.GIT_CONFIG_COUNT ?? "") ? Number(environment.GIT_CONFIG_COUNT) : 0;
  const added = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${count + index}`, key],
    [`GIT_CONFIG_VALUE_${count + index}`, value],
  ]);
  return { ...environment, ...Object.fromEntries(added), GIT_CONFIG_COUNT: String(count + settings.length) };
}

/**
 * Lets the agent's own git read what the run can read. Returns the git settings for its processes: a helper that requests a
 * short-lived credential whenever git needs one, for the service only.
 */
export async function serveAgentGit(
  agentGit: AgentGit,
  { sandbox, gateway, masker, clock }: { sandbox: RunSandbox; gateway: RunGateway; masker: FrameMasker; clock: Clock },
): Promise<[string, string][]> {
  const credential = reuse(async () => {
    const created = await agentGit.credential();
    for (const secret of secretsOf(created)) masker.addTemporary(secret);
    return created;
  }, clock);
  const url = await gateway.add((_request, response) => {
    credential().then(
      ({ username, password }) => response.end(`username=${username}\npassword=${password}\n`),
      () => response.writeHead(503).end(),
    );
  });
  const { origin } = agentGit;
  const helper = sandbox.agentCommand(insideCommand("git-credential", url)).map(quoted).join(" ");
  return [
    [`credential.${origin}.helper`, `!${helper}`],
    ...otherAddresses(agentGit).map((each): [string, string] => [`url.${origin}/.insteadOf`, `${each}/`]),
  ];
}
