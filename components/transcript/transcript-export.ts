import { download } from "@/components/ui/download";
import { toast } from "@/components/ui/toast";
import type { Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { counted } from "@/lib/model/plural";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { runMarkdown } from "@/lib/model/transcript/markdown-export";
import { collectEvents } from "./collect-events";

interface TranscriptExport {
  agentId: string;
  /** Name of the agent. */
  name: string;
  /** Oldest first. */
  runs: readonly Run[];
  transcripts: Transcripts;
  /** Number of earlier runs that aren't loaded. */
  earlier: number;
}

/** A file name that every file system accepts. */
function fileName(text: string, extension: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 60);
  return `${slug || "agent"}.${extension}`;
}

function toMarkdown({ name, runs, transcripts, earlier }: TranscriptExport): string {
  const parts = runs.flatMap(({ id }, index) => {
    const transcript = transcripts.get(id);
    return transcript ? [runMarkdown(`Run ${earlier + 1 + index}`, transcript)] : [];
  });
  const missing = earlier > 0 ? `_${counted(earlier, "earlier run")} not included._\n\n` : "";
  return `# ${name}\n\n${missing}${parts.join("\n\n")}\n`;
}

export async function copyMarkdown(source: TranscriptExport): Promise<void> {
  await navigator.clipboard.writeText(toMarkdown(source)).then(
    () => toast.success("Transcript copied as Markdown."),
    () => toast.error("Couldn't copy. The browser blocked clipboard access."),
  );
}

export function downloadMarkdown(source: TranscriptExport): void {
  download(fileName(source.name, "md"), "text/markdown", toMarkdown(source));
}

export async function downloadEvents({ agentId, name, runs }: TranscriptExport): Promise<void> {
  toast.info("Loading events…");
  const lines: string[] = [];
  for (const { id } of runs) {
    for (const frame of await collectEvents(agentId, id)) {
      lines.push(JSON.stringify({ runId: id, id: frame.id, event: frame.event, data: frame.data }));
    }
  }
  download(fileName(name, "jsonl"), "application/x-ndjson", `${lines.join("\n")}\n`);
  if (runs.some(({ status }) => !isTerminal(status)))
    toast.info("A run is still active. The file contains its events so far.");
}
