import { z } from "zod";

/** One thing to do, as agents report it. */
export const TodoEntry = z.looseObject({ content: z.string(), status: z.string().catch("pending") });
export type TodoEntry = z.infer<typeof TodoEntry>;

const statuses: Record<string, string> = {
  in_progress: "inProgress",
  completed: "completed",
  cancelled: "cancelled",
};

/** A list of things to do in the stream's terms. */
export function shownTodos(entries: readonly TodoEntry[]): { content: string; status: string }[] {
  return entries.map(({ content, status }) => ({ content, status: statuses[status] ?? "pending" }));
}
