import { z } from "zod";
import { LaunchFields } from "./launch-fields";

/** How many templates a person may keep. */
export const maxTemplates = 100;
export const maxTemplateName = 100;

/** A launch form kept under a name, for its owner or for everybody. It holds no secret values. */
export const LaunchTemplate = z.object({
  id: z.string(),
  name: z.string(),
  shared: z.boolean(),
  owner: z.object({ id: z.string(), displayName: z.string() }),
  updatedAt: z.string(),
  fields: LaunchFields,
});
export type LaunchTemplate = z.infer<typeof LaunchTemplate>;
