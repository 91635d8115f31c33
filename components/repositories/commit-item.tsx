import Link from "next/link";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Commit } from "@/lib/contract/hosting/commit";
import type { paths } from "@/lib/model/paths";

interface CommitItemProps extends Pick<Commit, "sha" | "commit"> {
  href: ReturnType<typeof paths.commit | typeof paths.pullCommit>;
  /** Below the author. */
  children?: ReactNode;
}

/** One commit in a list: message, author, date and SHA. The subject links to its changes. */
export function CommitItem({ sha, commit, href, children }: CommitItemProps) {
  const [subject = "", ...rest] = commit.message.split("\n");
  const more = rest.join("\n").trim();
  return (
    <li data-row className="flex items-start gap-3 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <Link href={href} prefetch={false} className="break-words font-medium hover:underline">
          {subject || "(no message)"}
        </Link>
        {more ? <p className="whitespace-pre-wrap break-words text-muted-foreground text-xs">{more}</p> : null}
        <p className="text-muted-foreground text-xs">
          {commit.author.name} · <RelativeTime iso={commit.author.date} />
        </p>
        {children}
      </div>
      <code className="font-mono text-xs" title={sha}>
        {sha.slice(0, 8)}
      </code>
      <CopyButton text={sha} what="commit SHA" />
    </li>
  );
}
