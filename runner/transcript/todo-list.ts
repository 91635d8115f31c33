import { z } from "zod";

/** A to-do item as agents report it. */
export const TodoEntry = z.looseObject({ content: z.string(), status: z.string().catch("pending") });
export type TodoEntry = z.infer<typeof TodoEntry>;

const statuses: Record<string, string> = {
  in_progress: "inProgress",
  completed: "completed",
  cancelled: "cancelled",
};

/** Converts to-do items for the run stream. */
export function shownTodos(entries: readonly TodoEntry[]): { content: string; status: string }[] {
  return entries.map(({ content, status }) => ({ content, status: statuses[status] ?? "pending" }));
}
