import { counted } from "@/lib/model/plural";
import { unshownResult } from "./conversation-items";
import { durationLabel } from "./duration";
import type { Row, ToolRow, Transcript } from "./state";
import { plainText } from "./terminal-text";
import { toolFailed, toolFailure, toolView } from "./tool-view";

/** A fence that the content can't close. */
function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}

const inline = (text: string) => `\`${text.split("\n")[0]?.replaceAll("`", "\u02cb") ?? ""}\``;
const quoted = (text: string) =>
  text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");

function toolBody(row: ToolRow): string[] {
  const view = toolView(row);
  switch (view.kind) {
    case "shell": {
      const output = [view.stdout, view.stderr].map(plainText).filter(Boolean).join("\n");
      return [fenced(view.title, "sh"), ...(output ? [fenced(output)] : [])];
    }
    case "file":
      return view.content === undefined ? [] : [fenced(view.content)];
    case "edit":
      return view.diff ? [fenced(view.diff, "diff")] : [];
    case "files":
      return view.files?.length ? [fenced(view.files.join("\n"))] : [];
    case "matches":
      return [
        fenced(view.matches.map(({ file, lineNumber = "", line }) => `${file}:${lineNumber} ${line}`).join("\n")),
      ];
    case "plan":
      return [
        view.text,
        view.todos.map(({ content, status }) => `- [${status === "completed" ? "x" : " "}] ${content}`).join("\n"),
      ].filter(Boolean);
    case "other":
      return [view.args, view.result]
        .filter((value) => value !== undefined)
        .map((value) => fenced(JSON.stringify(value, null, 2), "json"));
  }
}

function toolMarkdown(row: ToolRow): string {
  const view = toolView(row);
  const verb = view.kind === "shell" ? "Ran" : view.kind === "edit" ? "Edited" : "verb" in view ? view.verb : row.name;
  const failed = toolFailed(row, view) ? " (failed)" : "";
  const { rows = [], dropped } = row.nested ?? {};
  const earlier = dropped && dropped.rows > 0 ? [`_${counted(dropped.rows, "earlier step")} not included._`] : [];
  const nested = [...earlier, ...rows.map(rowMarkdown)].join("\n\n");
  const omitted = row.omitted.result ? ["The result was too large and was omitted."] : [];
  return [
    `**${verb}** ${view.title ? inline(view.title) : ""}${failed}`,
    nested && quoted(nested),
    ...toolBody(row),
    toolFailure(row),
    ...omitted,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** One row as Markdown. */
export function rowMarkdown(row: Row): string {
  switch (row.kind) {
    case "prompt":
      return `### Prompt\n\n${quoted(row.text)}`;
    case "message":
      return row.text.trim();
    case "thinking":
      return `<details><summary>Thinking${row.durationMs === undefined ? "" : `, ${durationLabel(row.durationMs)}`}</summary>\n\n${quoted(row.text)}\n\n</details>`;
    case "summary":
      return `<details><summary>Conversation summarized</summary>\n\n${quoted(row.text)}\n\n</details>`;
    case "notice":
      return `_${row.text.replace(/\s+/g, " ")}_`;
    case "question": {
      const answers = Object.entries(row.values ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
      return [`**Question**\n\n${quoted(row.question.message)}`, ...answers].join("\n\n");
    }
    case "tool":
      return toolMarkdown(row);
    case "raw":
      return `Event ${inline(row.event)}\n\n${fenced(JSON.stringify(row.data, null, 2) ?? "", "json")}`;
  }
}

/** A run as Markdown: prompt, replies, tool calls and outcome. */
export function runMarkdown(title: string, transcript: Transcript): string {
  const { outcome } = transcript;
  const result = unshownResult(transcript);
  const end = outcome
    ? [
        `_${[
          outcome.status,
          outcome.durationMs === undefined ? "" : durationLabel(outcome.durationMs),
          outcome.failure?.message,
        ]
          .filter(Boolean)
          .join(" · ")}_`,
      ]
    : [];
  return [`## ${title}`, ...transcript.rows.map(rowMarkdown), ...(result ? [result] : []), ...end].join("\n\n");
}
