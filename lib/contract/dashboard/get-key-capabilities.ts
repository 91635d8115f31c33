import { z } from "zod";
import { KeyInfo } from "../agents/get-me";
import { defineOperation } from "../operation";

/** What the dashboard needs its keys for; each lights some of its screens. */
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
  /** `refused`: the service said no. `noKey`: there is none for this. `unknown`: it could not be found out. */
  state: z.enum(["works", "refused", "noKey", "unknown"]),
  /** Why it does not, in the words of whoever said so. */
  why: z.string().optional(),
  requestId: z.string().optional(),
});
export type Capability = z.infer<typeof Capability>;

const HeldKey = z.object({
  id: z.enum(["user", "serviceAccount"]),
  /** What the key says of itself; left out when it could not be asked. */
  info: KeyInfo.optional(),
  why: z.string().optional(),
});

export const getKeyCapabilities = defineOperation({
  id: "getKeyCapabilities",
  summary: "Get the capabilities of the dashboard's API keys, as probed against the service",
  method: "GET",
  path: "/dashboard/key-capabilities",
  pathParams: z.object({}),
  query: z.object({}),
  response: z.object({
    /** Whether the service is the embedded one, whose keys were made with it. */
    embedded: z.boolean(),
    keys: z.array(HeldKey),
    capabilities: z.array(Capability),
  }),
  family: "dashboard",
});
