// Shows push messages of the dashboard, and opens their page.

self.addEventListener("push", (event) => {
  const { title = "Slipway", url = "/", tag } = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(title, { tag, data: { url }, icon: "/icon.svg" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", self.location.origin);
  const target = url.origin === self.location.origin ? url.href : self.location.origin;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const known = windows.find((each) => each.url === target);
    await (known ? known.focus() : self.clients.openWindow(target));
  };
  event.waitUntil(open());
});
