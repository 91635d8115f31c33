import type { PauseReason } from "@/lib/contract/dashboard/automations/automation-values";

export const pauseLabels: Readonly<Record<PauseReason, string>> = {
  user: "Paused by a user.",
  owner_deleted: "Paused: its owner was deleted. Edit and save it to become its owner.",
  owner_disabled: "Paused: its owner is disabled. Another admin can edit and save it to become its owner.",
  owner_role: "Paused: its owner is no longer an operator. An admin can edit and save it to become its owner.",
  failures: "Paused after 10 launches failed in a row.",
  invalid_schedule: "Paused: its schedule is no longer valid. Edit it.",
};
