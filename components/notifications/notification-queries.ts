"use client";

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";

const getSettings = () =>
  import("@/lib/contract/dashboard/notifications/get-notification-settings").then(
    (entry) => entry.getNotificationSettings,
  );
const addChannel = () =>
  import("@/lib/contract/dashboard/notifications/add-notification-channel").then(
    (entry) => entry.addNotificationChannel,
  );
const updateChannel = () =>
  import("@/lib/contract/dashboard/notifications/update-notification-channel").then(
    (entry) => entry.updateNotificationChannel,
  );
const deleteChannel = () =>
  import("@/lib/contract/dashboard/notifications/delete-notification-channel").then(
    (entry) => entry.deleteNotificationChannel,
  );
const testChannel = () =>
  import("@/lib/contract/dashboard/notifications/test-notification-channel").then(
    (entry) => entry.testNotificationChannel,
  );
const setSchedule = () =>
  import("@/lib/contract/dashboard/notifications/set-notification-schedule").then(
    (entry) => entry.setNotificationSchedule,
  );

type BodyFrom<Load extends () => Promise<unknown>> = BodyInputOf<Awaited<ReturnType<Load>>>;

export const notificationSettingsQuery = queryOptions({
  queryKey: ["notification-settings"] as const,
  queryFn: ({ signal }) => callProxy(getSettings, { params: {}, signal }),
});

/** A change of the settings. Stays pending until they are fetched again. Changes with the same scope run in order. */
function useSettingsChange<Input, Output>(change: (input: Input) => Promise<Output>, scope: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    scope: { id: `notifications-${scope}` },
    onSettled: () => client.invalidateQueries({ queryKey: notificationSettingsQuery.queryKey }),
  });
}

export const useAddChannel = () =>
  useSettingsChange((body: BodyFrom<typeof addChannel>) => callProxy(addChannel, { params: {}, body }), "add");

export const useUpdateChannel = (id: string) =>
  useSettingsChange(
    (body: BodyFrom<typeof updateChannel>) => callProxy(updateChannel, { params: { id }, body }),
    `rules-${id}`,
  );

export const useDeleteChannel = (id: string) =>
  useSettingsChange(() => callProxy(deleteChannel, { params: { id } }), `delete-${id}`);

export const useTestChannel = (id: string) =>
  useSettingsChange(() => callProxy(testChannel, { params: { id } }), `test-${id}`);

export const useSetSchedule = () =>
  useSettingsChange((body: BodyFrom<typeof setSchedule>) => callProxy(setSchedule, { params: {}, body }), "schedule");
