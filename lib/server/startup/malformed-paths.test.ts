import { once } from "node:events";
import { createServer, get } from "node:http";
import { expect, it } from "vitest";
import { replaceMalformedPaths, withoutMalformedEscapes } from "./malformed-paths";

it.each([
  ["/api/%ff?a=%zz", "/api/%00?a=%zz"],
  ["/agents/%zz", "/agents/%00zz"],
  ["/agents/%", "/agents/%00"],
  ["/agents/a%2Fb%C3%A9?q=%", "/agents/a%2Fb%C3%A9?q=%"],
])("replaces the escapes of %s only if its path doesn't decode", (url, expected) => {
  expect(withoutMalformedEscapes(url)).toBe(expected);
});

it("replaces the path before the server's handler runs", async () => {
  replaceMalformedPaths();
  const server = createServer((request, response) => response.end(request.url)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const [response] = await once(get({ host: "127.0.0.1", port, path: "/api/%ff" }), "response");
  expect(String((await response.toArray())[0])).toBe("/api/%00");
  server.close();
});
