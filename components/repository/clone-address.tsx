import { CopyButton } from "@/components/ui/copy-button";

/** The clone URL exactly as the service returned it, without parsing it. */
export function CloneAddress({ cloneUrl }: { cloneUrl: string }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1">
      <code className="truncate font-mono">{cloneUrl}</code>
      <CopyButton text={cloneUrl} what="clone URL" />
    </span>
  );
}
