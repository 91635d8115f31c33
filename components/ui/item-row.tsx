import { Check, Undo2 } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";
import { RelativeTime } from "./relative-time";

export interface ItemRowProps {
  /** `updatedAt`: ISO 8601. */
  item: { key: string; updatedAt: string };
  unread: boolean;
  onMark: (read: boolean) => void;
  /** Without a query. */
  path: string;
  /** When its page is opened. */
  onOpen?: (() => void) | undefined;
  title: string;
  status: ReactNode;
  detail: string;
  /** Links and buttons. */
  action?: ReactNode;
  /** What an agent asks, below the row. */
  request?: ReactNode;
}

/** An item that can be read and unread. One line on wide screens. On phones, the status has its own line, and so have actions. */
export function ItemRow(props: ItemRowProps) {
  const { item, unread, onMark, path, onOpen, title, status, detail, action, request } = props;
  const hasActions = action !== undefined;
  return (
    <li data-row={item.key} className="relative px-3 py-2 hover:bg-muted/60">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 lg:flex">
        <span
          aria-hidden
          className={classNames("size-1.5 shrink-0 rounded-full", unread ? "bg-primary" : "bg-transparent")}
        />
        <Link
          href={{ pathname: path }}
          prefetch={false}
          onClick={onOpen}
          className={classNames(
            "min-w-0 text-sm after:absolute after:inset-0 max-sm:col-span-2 lg:min-w-24",
            unread ? "font-medium" : "text-muted-foreground",
          )}
        >
          <span className="relative block truncate">
            <bdi>{title}</bdi>
            {unread ? <span className="sr-only"> (unread)</span> : null}
          </span>
        </Link>
        <span
          className={classNames(
            "col-start-2 row-start-2 flex min-w-0 items-center gap-2 text-muted-foreground text-xs lg:min-w-fit lg:flex-1",
            hasActions ? "max-sm:col-span-2" : "",
          )}
        >
          {status}
          <span className={classNames("flex min-w-0 items-center gap-2 lg:ml-auto", hasActions ? "max-sm:hidden" : "")}>
            {detail ? (
              <span className="min-w-0 truncate lg:max-w-48" title={detail}>
                {detail}
              </span>
            ) : null}
            <RelativeTime iso={item.updatedAt} bare className="shrink-0 whitespace-nowrap lg:w-12 lg:text-right" />
          </span>
        </span>
        <span
          className={classNames(
            "col-start-3 flex items-center justify-end gap-1 sm:row-span-2 sm:row-start-1",
            hasActions
              ? "max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-3 max-sm:justify-start lg:min-w-40"
              : "max-sm:row-start-2",
          )}
        >
          <span data-action className="relative z-10 flex flex-wrap items-center gap-1 empty:hidden">
            {action}
          </span>
          <Button
            size="smallIcon"
            variant="ghost"
            className="relative z-10"
            aria-label={`${unread ? "Mark as read" : "Mark as unread"}: ${title}`}
            title={`${unread ? "Mark as read" : "Mark as unread"} (e)`}
            onClick={() => onMark(unread)}
          >
            {unread ? <Check aria-hidden /> : <Undo2 aria-hidden />}
          </Button>
        </span>
      </div>
      {request ? <div className="relative z-10 mt-1 ml-4.5 w-fit max-w-full">{request}</div> : null}
    </li>
  );
}
