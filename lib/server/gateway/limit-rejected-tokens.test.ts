import { expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { errorResponse } from "./api-error";
import { limitRejectedTokens } from "./limit-rejected-tokens";

const rejections = new Map([
  ["Bearer wrong", "token_invalid"],
  ["Bearer weak", "unauthorized"],
]);

it("responds with 429 to an address with too many rejected tokens, but not to its browsers", async () => {
  const clock = new FakeClock();
  const handle = limitRejectedTokens(clock, 3, async ({ headers }) => {
    const code = rejections.get(headers.get("authorization") ?? "");
    return code ? errorResponse("repohost", { status: 401, code, message: "No." }, "r-1") : Response.json({});
  });
  const send = async (headers: Record<string, string>, address = "192.0.2.1") => {
    const all = { "x-forwarded-for": `198.51.100.7, ${address}`, ...headers };
    return (await handle(new Request("http://d/api/v1/me", { headers: all }))).status;
  };
  const wrong = { authorization: "Bearer wrong" };
  const right = { authorization: "Bearer right" };
  // Errors of the service aren't attempts to guess a token.
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await send({ authorization: "Bearer weak" })).toBe(401);
  expect([await send(wrong), await send(wrong), await send(wrong)]).toEqual([401, 401, 401]);
  expect(await send(right)).toBe(429);
  expect(await send({ cookie: "session=x" })).toBe(200);
  expect(await send(right, "192.0.2.2")).toBe(200);
  clock.advance(20_000);
  expect(await send(right)).toBe(200);
});
