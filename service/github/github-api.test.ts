import { expect, it } from "vitest";
import { z } from "zod";
import { systemClock } from "@/lib/core/clock";
import { createLog } from "@/lib/core/log";
import { createGitHubApi } from "./github-api";

it("doesn't let a user wait for the pauses between another user's requests", async () => {
  const received: string[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    received.push(new Headers(init?.headers).get("authorization") ?? "");
    return Response.json({});
  };
  const apiOf = (login: string) =>
    createGitHubApi({
      host: "github.example.com",
      credential: { kind: "user", login },
      token: async () => login,
      fetch,
      clock: systemClock,
      log: createLog({ program: "test", level: "silent" }),
    });
  const [ann, ben] = [apiOf("ann"), apiOf("ben")];
  const write = (api: typeof ann) =>
    api.call("POST /user/repos", { what: "a repository", background: false, parameters: {} }, z.object({}));
  await write(ann);
  const second = write(ann);
  await write(ben);
  expect(received).toEqual(["bearer ann", "bearer ben"]);
  await second;
});
