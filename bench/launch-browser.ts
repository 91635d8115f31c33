import { type Browser, chromium } from "@playwright/test";

/** Starts the browser that `CHROMIUM_PATH` names, or Playwright's build. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
}
