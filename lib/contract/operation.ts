import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * The specification an operation belongs to, which determines the shape of its errors. `dashboard`: none; the dashboard
 * serves it from its own tables, with the error shape of the agent API.
 */
export type Family = "agents" | "pools" | "repohost" | "admin" | "dashboard";

/** Credentials a caller can present to the service. `user` and `serviceAccount` are API keys. */
export type CredentialKind =
  | "user"
  | "serviceAccount"
  | "subToken"
  | "session"
  | "app"
  | "installation"
  | "installationUser"
  | "admin";

/** Roles of dashboard users, weakest first. */
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
  /** Alternate paths of the same operation. */
  alternates: readonly string[];
  pathParams: Path;
  query: Query;
  /** `undefined` when the operation has no request body; a body sent anyway is ignored. */
  body: Body | undefined;
  /** Largest request body in bytes, as JSON text. */
  bodyBytes: number;
  response: Response;
  success: number;
  /** Other success statuses. */
  otherSuccess: readonly number[];
  /** Media type of the success response when it is neither JSON nor an event stream. */
  mediaType: string | undefined;
  /** True when the success response is a Server-Sent Events stream. */
  stream: boolean;
  /** Payloads of the stream's events, by event name. */
  events: Readonly<Record<string, z.ZodType>> | undefined;
  /** A request that accepts the media type `accept` gets bytes of the media type `type`. */
  raw: { accept: string; type: string } | undefined;
  /** Numbers in headers of the success response, by header name, with their meaning. A name can depend on the service's. */
  numberHeaders: ((serviceName: string) => Readonly<Record<string, string>>) | undefined;
  family: Family;
  /** Credential kinds the service accepts. */
  credentials: readonly CredentialKind[];
  scopes: readonly string[];
  /** The credential itself carries the scopes; no grant is needed. */
  ambient: boolean;
  /** Rate limit points this call costs (hosting API). */
  points: number;
  /** Can respond with 409 (hosting API). */
  conflicts: boolean;
  /** Preview: the shape and behavior can still change. */
  preview: boolean;
  /** The credential the dashboard sends: one of its keys, or a token of the acting user if there is one. */
  actsAs: "userKey" | "serviceAccountKey" | "user";
  /** Required dashboard role. */
  role: Role;
  audited: boolean;
  /** Secrets are removed from its responses: texts of users and agents can contain them. */
  masked: boolean;
  /** Starts a run, whose number per caller is limited separately. */
  startsRun: boolean;
  /** Requires a signed-in browser: API tokens of the dashboard aren't accepted. Set for operations that return credentials. */
  sessionOnly: boolean;
}

export type PathInputOf<O> = O extends Operation<infer P, infer _Q, infer _B, infer _R> ? z.input<P> : never;
export type PathOf<O> = O extends Operation<infer P, infer _Q, infer _B, infer _R> ? z.output<P> : never;
export type QueryOf<O> = O extends Operation<infer _P, infer Q, infer _B, infer _R> ? z.output<Q> : never;
export type QueryInputOf<O> = O extends Operation<infer _P, infer Q, infer _B, infer _R> ? z.input<Q> : never;
export type BodyOf<O> = O extends Operation<infer _P, infer _Q, infer B, infer _R> ? z.output<B> : never;
export type BodyInputOf<O> = O extends Operation<infer _P, infer _Q, infer B, infer _R> ? z.input<B> : never;
export type ResponseOf<O> = O extends Operation<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;
