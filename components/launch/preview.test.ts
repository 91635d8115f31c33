import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { previewCurl, previewJson } from "./preview";

const fields = LaunchFields.parse({
  prompt: "it's \"quoted\" $HOME `id`\nJSON\n<<'JSON'",
  variables: [{ id: "v", name: "TOKEN" }],
  images: [{ id: "i", source: "file", fileName: "a.png", mimeType: "image/png", size: 3 }],
});

it("shows the body with secrets masked and image bytes described", () => {
  const shown = JSON.parse(previewJson(fields));
  expect(shown.envVars).toEqual({ TOKEN: "••••••" });
  expect(shown.prompt.images[0].data).toBe("<base64 of a.png, 3 bytes>");
  expect(shown).not.toHaveProperty("agentId");
});

it("is a curl command that sends the same body for any prompt", () => {
  const script = `curl() { printf '%s\\n' "$@" >&2; cat; }\n${previewCurl(fields)}`;
  const body = execFileSync("sh", ["-c", script], {
    env: { ...process.env, SERVICE_URL: "https://s", API_KEY: "k" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  expect(JSON.parse(body.toString())).toEqual(JSON.parse(previewJson(fields)));
});
