import { CopyButton } from "@/components/ui/copy-button";

/** Where a repository is cloned from, as the service gives it: nothing is read out of it. */
export function CloneAddress({ cloneUrl }: { cloneUrl: string }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1">
      <code className="truncate font-mono">{cloneUrl}</code>
      <CopyButton text={cloneUrl} what="clone URL" />
    </span>
  );
}
