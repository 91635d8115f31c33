import { CopyButton } from "./copy-button";

/** A command with a copy button. */
export function Command({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex items-start gap-2 rounded-md border bg-card p-2">
      <code className="min-w-0 flex-1 font-mono text-xs leading-5 [overflow-wrap:anywhere]">{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
