"use client";

import { useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { WhatChanged } from "./what-changed";

interface Seen {
  pullId: string;
  version: string;
  sha: string;
}

const seenOf = ({ id, version, head }: PullRequest): Seen => ({ pullId: id, version: version.number, sha: head.sha });

/** Says that the branch moved while the page was open. It overlays the end of the page, so that nothing shifts. */
export function HeadMoved({ name, pull }: { name: PullName; pull: PullRequest }) {
  const [seen, setSeen] = useState(() => seenOf(pull));
  const [open, setOpen] = useState(false);
  const moved = seen.pullId === pull.id && seen.version !== pull.version.number;
  return (
    <>
      <div role="status" className="sticky bottom-0 z-10">
        {moved ? (
          <div className="flex flex-wrap items-center gap-2 border-t bg-info-soft px-4 py-2 text-info text-sm">
            <span className="min-w-0 flex-1">
              Version {pull.version.number} came while you were looking at version {seen.version}.
            </span>
            <Button size="small" onClick={() => setOpen(true)}>
              Show what changed
            </Button>
            <Button size="small" onClick={() => setSeen(seenOf(pull))}>
              Got it
            </Button>
          </div>
        ) : null}
      </div>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`From version ${seen.version} to ${pull.version.number}`}
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        {open ? <WhatChanged name={name} from={seen.sha} to={pull.head.sha} /> : null}
      </Dialog>
    </>
  );
}
