"use client";

import { useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { HeadChanges } from "./head-changes";

interface SeenVersion {
  pullId: string;
  version: string;
  sha: string;
}

const seenOf = ({ id, version, head }: PullRequest): SeenVersion => ({
  pullId: id,
  version: version.number,
  sha: head.sha,
});

/** Announces a version pushed while the page was open. Sticks to the bottom, so that the content doesn't shift. */
export function NewVersionBanner({ name, pull }: { name: PullName; pull: PullRequest }) {
  const [seen, setSeen] = useState(() => seenOf(pull));
  const [open, setOpen] = useState(false);
  const isOutdated = seen.pullId === pull.id && seen.version !== pull.version.number;
  return (
    <>
      <div role="status" className="sticky bottom-0 z-10">
        {isOutdated ? (
          <div className="flex flex-wrap items-center gap-2 border-t bg-info-soft px-4 py-2 text-info text-sm">
            <span className="min-w-0 flex-1">
              Version {pull.version.number} was pushed since you opened version {seen.version}.
            </span>
            <Button size="small" onClick={() => setOpen(true)}>
              View changes
            </Button>
            <Button size="small" onClick={() => setSeen(seenOf(pull))}>
              Dismiss
            </Button>
          </div>
        ) : null}
      </div>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Changes from version ${seen.version} to ${pull.version.number}`}
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        {open ? <HeadChanges name={name} from={seen.sha} to={pull.head.sha} /> : null}
      </Dialog>
    </>
  );
}
