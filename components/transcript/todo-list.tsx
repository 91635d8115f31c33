import { Circle, CircleCheck, CircleDot, CircleSlash, type LucideIcon } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { Todo } from "@/lib/model/transcript/tool-view";

const statusMarks: Readonly<Record<string, { icon: LucideIcon; label: string; className: string }>> = {
  pending: { icon: Circle, label: "To do", className: "text-muted-foreground" },
  inProgress: { icon: CircleDot, label: "In progress", className: "text-info" },
  completed: { icon: CircleCheck, label: "Done", className: "text-success" },
  cancelled: { icon: CircleSlash, label: "Canceled", className: "text-muted-foreground" },
};

/** The agent's to-do list with the status of each item. */
export function TodoList({ todos }: { todos: readonly Todo[] }) {
  if (todos.length === 0) return null;
  return (
    <ul className="space-y-1">
      {todos.map(({ content, status }, index) => {
        const mark = statusMarks[status] ?? { icon: Circle, label: status, className: "text-muted-foreground" };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are never reordered
          <li key={index} className="flex gap-2">
            <mark.icon aria-hidden className={classNames("mt-0.5 size-3.5 shrink-0", mark.className)} />
            <span className={classNames("min-w-0 break-words", status === "cancelled" && "line-through")}>
              <span className="sr-only">{mark.label}: </span>
              {content}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
