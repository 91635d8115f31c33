import { z } from "zod";

export const ModelParam = z.object({ id: z.string().min(1), value: z.string().min(1) });

export const ModelSelection = z.object({
  id: z.string("is required").min(1, "must not be empty"),
  params: z.array(ModelParam).optional(),
});
export type ModelSelection = z.infer<typeof ModelSelection>;

const Value = z.looseObject({ value: z.string(), displayName: z.string().optional() });

/** An entry of the model catalog (specification, section 2 Model entry). */
export const ModelEntry = z.looseObject({
  id: z.string(),
  displayName: z.string(),
  description: z.string().optional(),
  aliases: z.array(z.string()).optional(),
  /** Slash commands of its agent; an extension of the specification. */
  commands: z.array(z.looseObject({ name: z.string(), description: z.string().optional() })).optional(),
  /**
   * The default of the user or the team, which agents use that are created without a model; an extension of the
   * specification. Not set on the service's own default, the built-in agent.
   */
  isDefault: z.boolean().optional(),
  parameters: z
    .array(z.looseObject({ id: z.string(), displayName: z.string().optional(), values: z.array(Value) }))
    .optional(),
  variants: z
    .array(
      z.looseObject({
        params: z.array(z.looseObject({ id: z.string(), value: z.string() })),
        displayName: z.string(),
        description: z.string().optional(),
        isDefault: z.boolean().optional(),
      }),
    )
    .optional(),
});
export type ModelEntry = z.infer<typeof ModelEntry>;
