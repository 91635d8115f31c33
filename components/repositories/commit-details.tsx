import Link from "next/link";
import { CopyButton } from "@/components/ui/copy-button";
import { LineCounts } from "@/components/ui/line-counts";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Commit } from "@/lib/contract/hosting/commit";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { plural } from "@/lib/model/plural";

interface CommitDetailsProps {
  name: RepositoryName;
  commit: Commit;
}

/** The rest of a commit's message, who wrote it and when, its parents, and the size of its changes. */
export function CommitDetails({ name, commit: { sha, commit, parents, stats } }: CommitDetailsProps) {
  const { author, committer, message } = commit;
  const more = message.split("\n").slice(1).join("\n").trim();
  const isCommittedByOther = author.email !== committer.email || author.name !== committer.name;
  return (
    <div className="space-y-2 text-sm">
      {more ? (
        <p className="max-w-3xl whitespace-pre-wrap break-words font-mono text-muted-foreground text-xs">{more}</p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        <span title={author.email}>
          <span className="font-medium text-foreground">{author.name}</span> authored <RelativeTime iso={author.date} />
        </span>
        {isCommittedByOther ? (
          <span title={committer.email}>
            <span className="font-medium text-foreground">{committer.name}</span> committed{" "}
            <RelativeTime iso={committer.date} />
          </span>
        ) : null}
        {parents.length > 0 ? (
          <span>
            {plural(parents.length, "Parent", "Parents")}{" "}
            {parents.map((parent) => (
              <Link
                key={parent.sha}
                href={paths.commit(name, parent.sha)}
                prefetch={false}
                className="mr-1 font-mono underline"
              >
                {parent.sha.slice(0, 8)}
              </Link>
            ))}
          </span>
        ) : (
          <span>No parent</span>
        )}
        <span className="inline-flex items-center gap-1">
          Commit <code className="break-all font-mono">{sha.slice(0, 8)}</code>
          <CopyButton text={sha} what="commit SHA" />
        </span>
        {stats ? <LineCounts additions={stats.additions} deletions={stats.deletions} /> : null}
      </p>
    </div>
  );
}
