import { z } from "zod";
import { liveStates } from "@/lib/model/live/protocol";

/** An event of a subject, as the live channel sends it. Only who holds the connection reads it, so that pages come without schemas. */
export const FrameMessage = z.object({
  subject: z.string(),
  id: z.string().optional(),
  event: z.string(),
  data: z.unknown().optional(),
});

export const StateMessage = z.object({
  subject: z.string(),
  state: z.enum(liveStates),
  message: z.string().optional(),
});
