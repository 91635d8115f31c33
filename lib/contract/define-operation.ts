import { z } from "zod";
import { familyOf } from "./family";
import type { CredentialKind, Family, Operation, Role } from "./operation";

const noPath = z.object({});
const noQuery = z.looseObject({});

type OperationDefinition<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = Pick<
  Operation,
  "id" | "summary" | "method" | "path"
> &
  Partial<
    Pick<
      Operation,
      | "alternates"
      | "family"
      | "bodyBytes"
      | "credentials"
      | "success"
      | "otherSuccess"
      | "stream"
      | "events"
      | "raw"
      | "numberHeaders"
      | "scopes"
      | "ambient"
      | "points"
      | "conflicts"
      | "preview"
      | "actsAs"
      | "role"
      | "audited"
      | "masked"
      | "startsRun"
      | "sessionOnly"
    >
  > & { mediaType?: string; pathParams?: P; query?: Q; body?: B; response: R };

/** Bodies of text fields. Operations whose schemas accept files, images or many long texts set their own limit. */
const defaultBodyBytes = 1024 * 1024;

/** Default credentials of each family. */
const familyCredentials: Readonly<Record<Family, readonly CredentialKind[]>> = {
  agents: ["user", "serviceAccount", "subToken"],
  pools: ["serviceAccount"],
  repohost: ["user", "serviceAccount", "installation", "installationUser"],
  admin: ["admin"],
  dashboard: [],
};

/** Writes of the hosting API cost 5 points. */
const pointsOf = (family: Family, reads: boolean) => (family === "repohost" && !reads ? 5 : 1);

function defaultRole(family: Family, reads: boolean): Role {
  if (family === "admin") return "admin";
  return reads ? "viewer" : "operator";
}

/** The credential that the dashboard sends. */
function actsAsOf(family: Family, credentials: readonly CredentialKind[]): Operation["actsAs"] {
  if (family === "pools") return "serviceAccountKey";
  return credentials.includes("installationUser") || credentials.includes("subToken") ? "user" : "userKey";
}

/**
 * Completes a contract entry with defaults: no path parameters and no query; the family of its path; the family's credentials; the acting
 * user's token wherever it is accepted; the points of its family; `viewer` for reads; `operator` and auditing for everything else; `admin`
 * for the admin API. Responses of the agent API are masked unless an entry says otherwise, because they are tokens or signed links.
 */
export function defineOperation<
  R extends z.ZodType,
  P extends z.ZodType = typeof noPath,
  Q extends z.ZodType = typeof noQuery,
  B extends z.ZodType = z.ZodType,
>(definition: OperationDefinition<P, Q, B, R>): Operation<P, Q, B, R>;
export function defineOperation(
  definition: OperationDefinition<z.ZodType, z.ZodType, z.ZodType, z.ZodType>,
): Operation {
  const reads = definition.method === "GET";
  const family = definition.family ?? familyOf(definition.path);
  const credentials = definition.credentials ?? familyCredentials[family];
  return {
    family,
    pathParams: noPath,
    query: noQuery,
    alternates: [],
    bodyBytes: defaultBodyBytes,
    credentials,
    success: 200,
    otherSuccess: [],
    stream: false,
    events: undefined,
    raw: undefined,
    numberHeaders: undefined,
    scopes: [],
    ambient: false,
    points: pointsOf(family, reads),
    conflicts: false,
    preview: false,
    actsAs: actsAsOf(family, credentials),
    role: defaultRole(family, reads),
    audited: !reads,
    masked: family === "agents",
    startsRun: false,
    sessionOnly: false,
    ...definition,
    body: definition.body,
    mediaType: definition.mediaType,
  };
}
