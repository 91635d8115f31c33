import { z } from "zod";
import { LaunchFields } from "../launch-fields";

/** Maximum templates per user. */
export const maxTemplates = 100;
export const maxTemplateName = 100;

/** A named launch form, private or shared. It contains no secret values. */
export const LaunchTemplate = z.object({
  id: z.string(),
  name: z.string(),
  shared: z.boolean(),
  owner: z.object({ id: z.string(), displayName: z.string() }),
  updatedAt: z.string(),
  fields: LaunchFields,
});
export type LaunchTemplate = z.infer<typeof LaunchTemplate>;
