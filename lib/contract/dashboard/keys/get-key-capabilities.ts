import { z } from "zod";
import { KeyInfo } from "../../agents/get-me";
import { defineOperation } from "../../define-operation";

/** Capabilities of the dashboard's keys; each enables some screens. */
export const capabilityIds = [
  "agents",
  "models",
  "usage",
  "pools",
  "workers",
  "queue",
  "repositories",
  "acting",
  "grants",
  "apps",
  "hostingAdmin",
] as const;

export const Capability = z.object({
  id: z.enum(capabilityIds),
  /** `denied`: the service denied access. `noKey`: no key is configured. `unknown`: the probe failed. */
  state: z.enum(["works", "denied", "noKey", "unknown"]),
  /** Error message; absent when the capability works. */
  why: z.string().optional(),
  requestId: z.string().optional(),
});
export type Capability = z.infer<typeof Capability>;

const HeldKey = z.object({
  id: z.enum(["user", "serviceAccount"]),
  /** Key info; absent when it couldn't be fetched. */
  info: KeyInfo.optional(),
  why: z.string().optional(),
});

export const getKeyCapabilities = defineOperation({
  id: "getKeyCapabilities",
  summary: "Get the capabilities of the dashboard's API keys, as probed against the service",
  method: "GET",
  path: "/dashboard/key-capabilities",
  response: z.object({
    /** Whether the service is the embedded one, which generated the keys. */
    embedded: z.boolean(),
    keys: z.array(HeldKey),
    capabilities: z.array(Capability),
  }),
});
