import { z } from "zod";
import { defineOperation } from "../define-operation";
import { RunPath } from "./run";

/** `url` has a ticket that works once, until `expiresAt`. */
export const PortPreview = z.looseObject({ url: z.url(), expiresAt: z.string() });

/** An extension of the specification. The ports are those of the environment file. */
export const openPortPreview = defineOperation({
  id: "openPortPreview",
  summary: "Open a port of an active run in the browser",
  method: "POST",
  path: "/v1/agents/{id}/runs/{runId}/ports/{port}/preview",
  pathParams: RunPath.extend({ port: z.string().regex(/^[1-9][0-9]{0,4}$/, "must be a port number") }),
  response: PortPreview,
  masked: false,
  sessionOnly: true,
});
