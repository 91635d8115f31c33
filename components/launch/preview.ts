import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { toCreateBody } from "./launch-body";

const mask = "••••••";

/** The create request as readable JSON: secrets are masked and image bytes are replaced by a description. */
export function previewJson(fields: LaunchFields): string {
  const body = toCreateBody(fields, {
    secretOf: () => mask,
    dataOf: (id) => {
      const image = fields.images.find((each) => each.id === id);
      return `<base64 of ${image?.fileName ?? "the image"}, ${image?.size ?? 0} bytes>`;
    },
  });
  return JSON.stringify(body, undefined, 2);
}

/** The request as a curl command. No line of the JSON can end the here-document: line breaks in strings are escaped. */
export function previewCurl(fields: LaunchFields): string {
  return [
    'curl --fail-with-body -X POST "$SERVICE_URL/v1/agents" \\',
    '  -H "Authorization: Bearer $API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    "  --data-binary @- <<'JSON'",
    previewJson(fields),
    "JSON",
  ].join("\n");
}
