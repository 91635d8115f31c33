import { expect, it } from "vitest";
import { SettingsError } from "@/lib/core/settings/settings";
import { runSignIn } from "./sign-in-command";

it("names the missing setting if the dashboard isn't running", async () => {
  const result = runSignIn({});
  await expect(result).rejects.toThrow(SettingsError);
  await expect(result).rejects.toThrow("Start it, or set DATABASE_URL");
});
