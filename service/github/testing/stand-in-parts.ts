import { z } from "zod";

/** Whose credential a request has. */
export type StandInPrincipal =
  | { kind: "token" }
  | { kind: "app" }
  | { kind: "installation"; permissions: Readonly<Record<string, string>>; repositories: readonly string[] | undefined }
  | { kind: "user"; login: string };

export const Manifest = z.strictObject({
  name: z.string().min(1).max(34),
  url: z.url(),
  redirect_url: z.url(),
  callback_urls: z.array(z.url()).max(10),
  public: z.boolean(),
  default_permissions: z.record(z.string(), z.enum(["read", "write", "admin"])),
  default_events: z.array(z.string()).optional(),
  hook_attributes: z.strictObject({ url: z.url({ protocol: /^https$/ }), active: z.boolean() }).optional(),
});

/** A GitHub App that was created from a manifest. */
export interface StandInApp {
  id: number;
  slug: string;
  name: string;
  clientId: string;
  clientSecret: string;
  webhookSecret: string | null;
  privateKey: string;
  publicKey: string;
  manifest: z.infer<typeof Manifest>;
  /** Not installed until it is set. */
  installation?: { permissions: Record<string, string>; suspended: boolean };
}

export interface StandInPull {
  number: number;
  title: string;
  body: string;
  head: string;
  base: string;
  draft: boolean;
  state: "open" | "closed";
  merged: boolean;
  mergeable: boolean | null;
  /** Why it can't be merged. */
  blocked?: string;
  /** Accounts whose review was requested through the API. */
  reviewers?: string[];
  /** Full name of the fork its head branch is in. */
  fork?: string;
}

/** A check run that was created through the API. `conclusion` is null while it is in progress. */
export interface StandInReport {
  id: number;
  sha: string;
  externalId: string;
  status: string;
  conclusion: string | null;
  detailsUrl: string;
}

export interface StandInState {
  /** The bare git repository. */
  dir: string;
  url: string;
  api: string;
  repository: { name: string; archived: boolean; push: boolean };
  pulls: StandInPull[];
  /** Opens the next pull request, and answers with an error. */
  loseNextResponse?: boolean;
  checkRuns: { name: string; status: string; conclusion: string | null; title: string; summary: string }[];
  statuses: { context: string; state: string; description: string }[];
  reviews: { user: string; state: string; submittedAt: string }[];
  /** Comments on lines. `line`: null if it has changed since. */
  reviewComments: { id: number; replyTo?: number; user: string; path: string; line: number | null; body: string }[];
  comments: { pull: number; body: string; by: StandInPrincipal }[];
  /** Check runs that were created through the API. */
  reported: StandInReport[];
  merges: { pull: number; method: string; by: StandInPrincipal }[];
  /** Created from a manifest. */
  app?: StandInApp;
  /** Who each token is. */
  principals: Map<string, StandInPrincipal>;
  /** Codes of redirects that weren't exchanged, by what they are for. */
  codes: Map<string, string>;
}

export interface StandInCall {
  state: StandInState;
  /** Whose credential the request has. */
  principal: StandInPrincipal;
  now: number;
  parameters: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  /** An example of the response with a status, from the API description. */
  example(status: number): unknown;
}

export interface StandInResponse {
  status: number;
  body: unknown;
}

export type Handler = (call: StandInCall) => Promise<StandInResponse | undefined>;

const Members = z.record(z.string(), z.unknown());
const List = z.array(Members);
export const members = (value: unknown) => Members.parse(value);
export const firstOf = (value: unknown) => List.parse(value)[0] ?? {};
export function repositoryFacts({ repository: { name, archived, push } }: StandInState) {
  const permissions = { admin: false, maintain: false, push, triage: push, pull: true };
  return { name, full_name: `acme/${name}`, default_branch: "main", archived, permissions, language: null };
}

/** An example of a repository, without those it was created from. */
export function plainRepository(example: unknown): Record<string, unknown> {
  const { source: _source, parent: _parent, template_repository: _template, ...plain } = members(example);
  return plain;
}
