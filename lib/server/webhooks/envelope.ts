import { z } from "zod";

/** The fields of every delivery (hosting contract, section 1.5). */
export const Envelope = z.looseObject({
  deliveryId: z.string(),
  appId: z.string(),
  /** Absent on a ping. */
  installationId: z.string().optional(),
  event: z.looseObject({
    id: z.string(),
    type: z.string(),
    eventTime: z.string(),
    payload: z.record(z.string(), z.unknown()),
  }),
});
export type Envelope = z.infer<typeof Envelope>;
