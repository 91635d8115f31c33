"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";

export interface SignInLink {
  email: string;
  url: string;
}

/** Shows a sign-in link, which can't be shown again. */
export function LinkDialog({ link, onClose }: { link: SignInLink | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={link !== undefined}
      onOpenChange={(open) => open || onClose()}
      title="Sign-in link"
      description={`Send this link only to ${link?.email ?? ""}. It works once, expires after 15 minutes, and won't be shown again.`}
    >
      <div className="flex items-start gap-2 rounded-md border bg-muted/50 p-2">
        <code className="min-w-0 flex-1 break-all font-mono text-xs">{link?.url}</code>
        <CopyButton text={link?.url ?? ""} what="sign-in link" />
      </div>
    </Dialog>
  );
}
