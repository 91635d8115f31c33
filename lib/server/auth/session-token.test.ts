import { expect, it } from "vitest";
import { sessionCookieName } from "./session-token";

it("names the session cookie so that only this host can set it over HTTPS, and each port has its own over HTTP", () => {
  expect(sessionCookieName("https://slipway.example")).toBe("__Host-slipway.session");
  expect(sessionCookieName("http://127.0.0.1:3000")).toBe("slipway.session.3000");
});
