import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Commit } from "@/lib/contract/hosting/commit";

/** One commit in a list: message, author, date and SHA. */
export function CommitItem({ sha, commit }: Pick<Commit, "sha" | "commit">) {
  const [subject = "", ...rest] = commit.message.split("\n");
  const more = rest.join("\n").trim();
  return (
    <li className="flex items-start gap-3 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{subject}</p>
        {more ? <p className="whitespace-pre-wrap break-words text-muted-foreground text-xs">{more}</p> : null}
        <p className="text-muted-foreground text-xs">
          {commit.author.name} · <RelativeTime iso={commit.author.date} />
        </p>
      </div>
      <code className="font-mono text-xs" title={sha}>
        {sha.slice(0, 8)}
      </code>
      <CopyButton text={sha} what="commit SHA" />
    </li>
  );
}
