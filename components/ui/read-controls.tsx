"use client";

import { CheckCheck } from "lucide-react";
import { Button } from "./button";
import { Segmented } from "./segmented";

/** Which items of a list are shown. */
export type ShownItems = "unread" | "all";

const options: readonly { value: ShownItems; label: string }[] = [
  { value: "unread", label: "Unread" },
  { value: "all", label: "All" },
];

interface ReadControlsProps {
  shown: ShownItems;
  onShow: (shown: ShownItems) => void;
  hasUnread: boolean;
  onMarkAll: () => void;
}

/** The controls of a list of items that can be read and unread. */
export function ReadControls({ shown, onShow, hasUnread, onMarkAll }: ReadControlsProps) {
  return (
    <>
      <Segmented label="Show" value={shown} options={options} onChange={onShow} />
      <Button size="small" variant="ghost" disabled={!hasUnread} onClick={onMarkAll}>
        <CheckCheck aria-hidden />
        Mark all as read
      </Button>
    </>
  );
}
