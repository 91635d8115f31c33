import { environmentJsonSchema } from "@/lib/model/environment/json-schema";

/** What an environment file may hold, as a JSON Schema for editors. Holds nothing of anybody's, so it needs no session. */
export function GET(): Response {
  return Response.json(environmentJsonSchema(), {
    headers: { "content-type": "application/schema+json", "cache-control": "no-cache" },
  });
}
