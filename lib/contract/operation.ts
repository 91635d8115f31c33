import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Which specification an operation belongs to. It fixes the shape of its errors. `dashboard`: none, the dashboard answers
 * it from its own tables, in the shape of the agent API.
 */
export type Family = "agents" | "pools" | "repohost" | "admin" | "dashboard";

/** What a caller of the service may present. `user` and `serviceAccount` are API keys. */
export type CredentialKind =
  | "user"
  | "serviceAccount"
  | "subToken"
  | "session"
  | "app"
  | "installation"
  | "installationUser"
  | "admin";

/** Roles of people signed in to the dashboard, weakest first. */
export const roles = ["viewer", "operator", "admin"] as const;
export type Role = (typeof roles)[number];

/** True when `held` is at least as strong as `needed`. */
export function roleAllows(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed);
}

export interface Operation<
  Path extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  id: string;
  summary: string;
  method: Method;
  /** Path pattern; see `path.ts` for its grammar. */
  path: string;
  /** Second URL shapes of the same operation. */
  alternates: readonly string[];
  pathParams: Path;
  query: Query;
  /** `undefined` when the operation takes no body; a body sent all the same is ignored. */
  body: Body | undefined;
  /** Largest request body in bytes, as JSON text. */
  bodyBytes: number;
  response: Response;
  success: number;
  /** Statuses it may also succeed with. */
  otherSuccess: readonly number[];
  /** Media type of the success response where that is not JSON or a stream of events. */
  mediaType: string | undefined;
  /** True when the success response is a Server-Sent Events stream. */
  stream: boolean;
  family: Family;
  /** Credential kinds the service accepts. */
  credentials: readonly CredentialKind[];
  scopes: readonly string[];
  /** The scopes come with the credential instead of a grant. */
  ambient: boolean;
  /** Points of the per-minute budget (hosting API). */
  points: number;
  /** May answer 409 (hosting API). */
  conflicts: boolean;
  /** Shape and behaviour may still change. */
  preview: boolean;
  /** Whose credential the dashboard sends: a key of its own, or a token of the person who acts. */
  actsAs: "userKey" | "serviceAccountKey" | "person";
  /** Role a person needs in the dashboard. */
  role: Role;
  audited: boolean;
}

type Given<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = Pick<
  Operation,
  "id" | "summary" | "method" | "path" | "family"
> &
  Partial<
    Pick<
      Operation,
      | "alternates"
      | "bodyBytes"
      | "credentials"
      | "success"
      | "otherSuccess"
      | "stream"
      | "scopes"
      | "ambient"
      | "points"
      | "conflicts"
      | "preview"
      | "actsAs"
      | "role"
      | "audited"
    >
  > & { mediaType?: string; pathParams: P; query: Q; body?: B; response: R };

/** Bodies of text fields. Operations whose schemas accept files, images or many long texts set their own limit. */
const defaultBodyBytes = 1024 * 1024;

/** What an operation of a family accepts unless its entry says otherwise. */
const familyCredentials: Readonly<Record<Family, readonly CredentialKind[]>> = {
  agents: ["user", "serviceAccount", "subToken"],
  pools: ["serviceAccount"],
  repohost: ["user", "serviceAccount", "installation", "installationUser"],
  admin: ["admin"],
  dashboard: [],
};

/**
 * Completes a contract entry: it accepts its family's credentials, reads need `viewer`, everything else needs `operator`
 * and is audited.
 */
export function defineOperation<
  P extends z.ZodType,
  Q extends z.ZodType,
  R extends z.ZodType,
  B extends z.ZodType = z.ZodType,
>(given: Given<P, Q, B, R>): Operation<P, Q, B, R> {
  const reads = given.method === "GET";
  return {
    alternates: [],
    bodyBytes: defaultBodyBytes,
    credentials: familyCredentials[given.family],
    success: 200,
    otherSuccess: [],
    stream: false,
    scopes: [],
    ambient: false,
    points: 1,
    conflicts: false,
    preview: false,
    actsAs: "userKey",
    role: reads ? "viewer" : "operator",
    audited: !reads,
    ...given,
    body: given.body,
    mediaType: given.mediaType,
  };
}

export type PathInputOf<O> = O extends Operation<infer P, infer _Q, infer _B, infer _R> ? z.input<P> : never;
export type PathOf<O> = O extends Operation<infer P, infer _Q, infer _B, infer _R> ? z.output<P> : never;
export type QueryOf<O> = O extends Operation<infer _P, infer Q, infer _B, infer _R> ? z.output<Q> : never;
export type QueryInputOf<O> = O extends Operation<infer _P, infer Q, infer _B, infer _R> ? z.input<Q> : never;
export type BodyOf<O> = O extends Operation<infer _P, infer _Q, infer B, infer _R> ? z.output<B> : never;
export type BodyInputOf<O> = O extends Operation<infer _P, infer _Q, infer B, infer _R> ? z.input<B> : never;
export type ResponseOf<O> = O extends Operation<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;
