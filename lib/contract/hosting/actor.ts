import { z } from "zod";

/** An actor (hosting specification, section 2 Actor): exactly one member is set. */
export const Actor = z.looseObject({
  user: z
    .looseObject({
      id: z.string(),
      /** Empty when not set. */
      email: z.string(),
      displayName: z.string().optional(),
      handle: z.string().optional(),
      /** Set when an app acted on the user's behalf. */
      performedVia: z
        .looseObject({ app: z.looseObject({ id: z.string(), displayName: z.string().optional() }) })
        .optional(),
    })
    .optional(),
  app: z.looseObject({ id: z.string(), displayName: z.string().optional() }).optional(),
  serviceAccount: z.looseObject({ id: z.string() }).optional(),
});
export type Actor = z.infer<typeof Actor>;
