import { DatabaseError } from "pg";

/** Returns whether a write failed on a unique constraint. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof Error && error.cause instanceof DatabaseError && error.cause.code === "23505";
