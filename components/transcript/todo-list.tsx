import { Circle, CircleCheck, CircleDot, CircleSlash, type LucideIcon } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { Todo } from "@/lib/model/transcript/tool-view";

const marks: Readonly<Record<string, { icon: LucideIcon; word: string; className: string }>> = {
  pending: { icon: Circle, word: "To do", className: "text-muted-foreground" },
  inProgress: { icon: CircleDot, word: "Under way", className: "text-info" },
  completed: { icon: CircleCheck, word: "Done", className: "text-success" },
  cancelled: { icon: CircleSlash, word: "Cancelled", className: "text-muted-foreground" },
};

/** What an agent has set out to do, each with how far it is. */
export function TodoList({ todos }: { todos: readonly Todo[] }) {
  if (todos.length === 0) return null;
  return (
    <ul className="space-y-1">
      {todos.map(({ content, status }, index) => {
        const mark = marks[status] ?? { icon: Circle, word: status, className: "text-muted-foreground" };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list as it came, which does not change
          <li key={index} className="flex gap-2">
            <mark.icon aria-hidden className={classNames("mt-0.5 size-3.5 shrink-0", mark.className)} />
            <span className={classNames("min-w-0 break-words", status === "cancelled" && "line-through")}>
              <span className="sr-only">{mark.word}: </span>
              {content}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
