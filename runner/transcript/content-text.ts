import type { ContentBlock } from "./session-update";

/** The text of a content block, or a placeholder. */
export function contentText(content: ContentBlock): string {
  if (content.text !== undefined) return content.text;
  if (content.resource?.text !== undefined) return content.resource.text;
  if (content.type === "resource_link" && content.uri) return `[${content.name ?? content.uri}](${content.uri})`;
  return `[${content.type}]`;
}
