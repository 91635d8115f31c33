import type { z } from "zod";
import type { Family, Method, Role } from "@/lib/contract/operation";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  /** The value is the rest of the path and can contain unescaped slashes. */
  "x-slipway-rest"?: true;
}

export interface Reference {
  $ref: string;
}

/** The hosting API's names for credential kinds. */
export type TokenType = "app" | "installation" | "user";

/** Whom a description is for: callers of the service, or scripts that call the dashboard with an API token. */
export type Audience = "service" | "dashboard";

/** Media type to schema; every body's schema is a component. */
export type Content = Readonly<Record<string, { schema: Reference }>>;

export interface DescribedResponse {
  description: string;
  headers?: Readonly<Record<string, Reference | { description: string; schema: JsonSchema }>>;
  content?: Content;
}

export interface DescribedOperation {
  operationId: string;
  summary: string;
  tags: readonly Family[];
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Readonly<Record<string, DescribedResponse | Reference>>;
  "x-repohost-scopes"?: { scopes: readonly string[]; tokenTypes: readonly TokenType[]; ambient?: true };
  /** The name includes the service's. */
  [visibility: `x-${string}-visibility`]: "PREVIEW";
  "x-slipway-credentials"?: readonly string[];
  /** The least role of the dashboard's user. */
  "x-slipway-role"?: Role;
  "x-slipway-scopes"?: readonly string[];
  "x-slipway-points"?: number;
  /** Payloads of a stream's events, by event name. */
  "x-slipway-events"?: Readonly<Record<string, Reference>>;
  /** Largest request body in bytes. */
  "x-slipway-body-bytes"?: number;
}

export type Verb = Lowercase<Method>;
export type PathItem = Partial<Record<Verb, DescribedOperation>>;

export interface Description {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: Family; description: string }[];
  paths: Readonly<Record<string, PathItem>>;
  components: {
    schemas: Readonly<Record<string, JsonSchema>>;
    responses: Readonly<Record<string, DescribedResponse>>;
    headers: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
    securitySchemes: Readonly<Record<string, { type: "http"; scheme: string; description: string }>>;
  };
}

/** The description of the hosting API alone. */
export interface HostingDescription extends Omit<Description, "openapi"> {
  openapi: "3.2.0";
  security: readonly Readonly<Record<string, readonly string[]>>[];
}
