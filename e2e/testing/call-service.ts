import { expect } from "@playwright/test";
import type { App } from "./app";

/** Sends a request to the service with the user's key, or another. Returns the parsed response. */
export async function callService(app: App, method: string, path: string, body?: object, key = app.keys.user) {
  const response = await fetch(`${app.serviceUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  expect(response.ok, `${method} ${path}: ${text}`).toBe(true);
  return text === "" ? undefined : JSON.parse(text);
}
