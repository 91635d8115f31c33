import { environmentJsonSchema } from "@/lib/model/environment/json-schema";

/** The JSON Schema of environment files, for editors. It contains no user data, so it requires no session. */
export function GET(): Response {
  return Response.json(environmentJsonSchema(), {
    headers: { "content-type": "application/schema+json", "cache-control": "no-cache" },
  });
}
