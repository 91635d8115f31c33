import { DatabaseError } from "pg";

export const uniqueViolation = "23505";

/** Returns whether a write failed on a unique constraint. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof Error && error.cause instanceof DatabaseError && error.cause.code === uniqueViolation;
