import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { LaunchFields } from "../launch-fields";
import { LaunchTemplate, maxTemplateName } from "./launch-template";

const maxFieldsLength = 200_000;

/** Caps template size; megabyte prompts don't belong in templates. */
const Fields = LaunchFields.refine(
  (fields) => JSON.stringify(fields).length <= maxFieldsLength,
  `must be at most ${maxFieldsLength} characters in total`,
);

export const saveLaunchTemplate = defineOperation({
  id: "saveLaunchTemplate",
  summary: "Save a launch template; replaces your template with the same name",
  method: "POST",
  path: "/dashboard/launch-templates",
  body: z.object({
    name: z
      .string("is required")
      .trim()
      .min(1, "must not be empty")
      .max(maxTemplateName, "must be at most 100 characters"),
    shared: z.boolean(),
    fields: Fields,
  }),
  response: LaunchTemplate,
  success: 201,
});
