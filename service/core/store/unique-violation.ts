import { DatabaseError } from "pg";

/** True when a row was refused because another one holds its unique key. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof Error && error.cause instanceof DatabaseError && error.cause.code === "23505";
