import { z } from "zod";

const Appended = z.object({
  type: z.literal("user-message-appended"),
  userMessage: z.object({ text: z.string() }),
});

/** The prompt, when an event of a run's stream tells it. */
export function promptOfEvent(event: string | undefined, data: string): string | undefined {
  if (event !== "interaction_update") return undefined;
  try {
    return Appended.safeParse(JSON.parse(data)).data?.userMessage.text;
  } catch {
    return undefined;
  }
}
