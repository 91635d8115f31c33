import { z } from "zod";
import { defineOperation } from "../define-operation";

/** Key info (specification, section 2): a service-account key has only the first two fields. */
export const KeyInfo = z.looseObject({
  apiKeyName: z.string(),
  createdAt: z.string(),
  userId: z.number().int().optional(),
  userEmail: z.string().optional(),
  userFirstName: z.string().optional(),
  userLastName: z.string().optional(),
});
export type KeyInfo = z.infer<typeof KeyInfo>;

export const getMe = defineOperation({
  id: "getMe",
  summary: "Get the API key that authenticates the request",
  method: "GET",
  path: "/v1/me",
  response: KeyInfo,
});
