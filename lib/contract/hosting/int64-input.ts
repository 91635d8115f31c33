import { z } from "zod";

const message = "must be a whole number, as a JSON number or in a string";

/** A non-negative 64-bit number in a request: a number or, as responses have it, a decimal string. Returns the string. */
export const int64Input = z
  .union([z.int(message).min(0, message), z.string().regex(/^[0-9]{1,19}$/, message)], message)
  .transform(String);
