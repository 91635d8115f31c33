import { environmentJsonSchema } from "@/lib/model/environment/json-schema";

/** `GET /environment.schema.json`: the JSON Schema of environment files, for editors. Returns `undefined` for other requests. */
export function environmentSchema(request: Request, rawPath: string): Response | undefined {
  if (rawPath !== "/environment.schema.json" || request.method !== "GET") return undefined;
  return Response.json(environmentJsonSchema(), {
    headers: { "content-type": "application/schema+json", "cache-control": "no-cache" },
  });
}
