import { toPromptImage } from "@/components/images/to-prompt-image";
import type { CreateAgentInput } from "@/lib/contract/agents/create-agent";
import type { McpOAuth } from "@/lib/contract/agents/mcp-server";
import type {
  LaunchFields,
  LaunchMcpServer,
  LaunchRepository,
  SecretName,
} from "@/lib/contract/dashboard/launch-fields";
import { filledRepositories } from "@/lib/model/launch/filled-repositories";

type Body = CreateAgentInput;
type Entry<Name extends keyof Body> = NonNullable<Body[Name]> extends readonly (infer Item)[] ? Item : never;

/** Values that are stored outside the form's fields. */
interface ExternalValues {
  /** The value of a secret by its key: a row's id, or `clientSecretKey`. */
  secretOf: (key: string) => string;
  /** The bytes of an attached image in base64. */
  dataOf: (imageId: string) => string;
  agentId?: string;
}

export const clientSecretKey = (serverId: string) => `${serverId}.clientSecret`;

/** The model parameters that are set, in the order they are sent. */
export function chosenParams(fields: LaunchFields): { id: string; value: string }[] {
  return Object.entries(fields.params)
    .filter(([, value]) => value !== "")
    .map(([id, value]) => ({ id, value }));
}

/** The create request's body. Empty fields are omitted. */
export function toCreateBody(fields: LaunchFields, external: ExternalValues): Body {
  const repositories = filledRepositories(fields);
  const params = chosenParams(fields);
  const name = fields.name.trim();
  const targetName = fields.targetName.trim();
  return {
    ...(external.agentId ? { agentId: external.agentId } : {}),
    prompt: {
      text: fields.prompt,
      ...(fields.images.length > 0
        ? { images: fields.images.map((image) => toPromptImage(image, external.dataOf)) }
        : {}),
    },
    ...(fields.model ? { model: { id: fields.model, ...(params.length > 0 ? { params } : {}) } } : {}),
    ...(name ? { name } : {}),
    ...(fields.target === "default"
      ? {}
      : { env: { type: fields.target, ...(targetName ? { name: targetName } : {}) } }),
    ...(repositories.length > 0
      ? { repos: repositories.map(repoOf), workOnCurrentBranch: fields.workOnCurrentBranch }
      : {}),
    ...(fields.autoCreatePR ? { autoCreatePR: true, skipReviewerRequest: fields.skipReviewerRequest } : {}),
    ...(fields.variables.length > 0 ? { envVars: valuesOf(fields.variables, external) } : {}),
    ...(fields.mcpServers.length > 0 ? { mcpServers: fields.mcpServers.map((each) => serverOf(each, external)) } : {}),
    ...(fields.subagents.length > 0
      ? {
          customSubagents: fields.subagents.map(({ name, description, prompt, model }) => ({
            name: name.trim(),
            description: description.trim(),
            prompt,
            ...(model ? { model } : {}),
          })),
        }
      : {}),
    mode: fields.mode,
  };
}

function repoOf({ url, from, startingRef, prUrl }: LaunchRepository): Entry<"repos"> {
  const reference = startingRef.trim();
  if (from === "pull") return { url, prUrl: prUrl.trim() };
  return { url, ...(reference ? { startingRef: reference } : {}) };
}

function valuesOf(rows: readonly SecretName[], { secretOf }: ExternalValues): Record<string, string> {
  return Object.fromEntries(rows.map(({ id, name }) => [name.trim(), secretOf(id)]));
}

/** The OAuth client of a server. Without a client id, the service registers itself when the user connects the server. */
export function toMcpOAuth({ clientId, scopes }: LaunchMcpServer, secret: string): McpOAuth | undefined {
  if (clientId.trim() === "") return undefined;
  return {
    CLIENT_ID: clientId.trim(),
    ...(secret ? { CLIENT_SECRET: secret } : {}),
    ...(scopes.trim() ? { scopes: words(scopes) } : {}),
  };
}

const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);
const lines = (text: string) => text.split("\n").filter((line) => line !== "");

function serverOf(server: LaunchMcpServer, external: ExternalValues): Entry<"mcpServers"> {
  const { name, type, url, access, headers, command, args, env } = server;
  const named = { name: name.trim(), type };
  if (type === "stdio") {
    return {
      ...named,
      command: command.trim(),
      ...(args ? { args: lines(args) } : {}),
      ...(env.length > 0 ? { env: valuesOf(env, external) } : {}),
    };
  }
  const auth = access === "oauth" ? toMcpOAuth(server, external.secretOf(clientSecretKey(server.id))) : undefined;
  return {
    ...named,
    url: url.trim(),
    ...(access === "headers" && headers.length > 0 ? { headers: valuesOf(headers, external) } : {}),
    ...(auth ? { auth } : {}),
  };
}
