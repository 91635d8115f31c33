import { expect } from "vitest";

/** Matches the hosting API's response to an invalid field. */
export const fieldError = (field: string, message?: RegExp) => ({
  status: 400,
  body: {
    code: 3,
    ...(message ? { message: expect.stringMatching(message) } : {}),
    details: [{ fieldViolations: [{ field }] }, {}],
  },
});
