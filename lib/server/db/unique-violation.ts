import pg from "pg";

/** Whether a statement failed because another row has the same unique values. */
export function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === "23505";
}
