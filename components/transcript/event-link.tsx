"use client";

import { Link2 } from "lucide-react";
import { toast } from "@/components/ui/toast";
import { eventHash } from "@/lib/model/transcript/event-hash";
import type { Row } from "@/lib/model/transcript/state";

/** A link to the first event of a row, shown on hover and focus. */
export function EventLink({ run, row }: { run: string; row: Row }) {
  if (row.eventId === undefined) return null;
  const hash = eventHash(run, row.eventId);
  const copy = () => {
    const copied = navigator.clipboard?.writeText(new URL(hash, window.location.href).href);
    copied?.then(
      () => toast.success("Link copied."),
      () => toast.info("Copy the link from the address bar."),
    );
  };
  return (
    <a
      href={hash}
      aria-label="Link to this event"
      onClick={copy}
      className="absolute top-1 -left-5 hidden text-muted-foreground opacity-0 focus-visible:opacity-100 group-hover/row:opacity-100 hover:text-foreground sm:block"
    >
      <Link2 aria-hidden className="size-3.5" />
    </a>
  );
}
