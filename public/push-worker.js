// Shows push messages of the dashboard, and opens their page.

self.addEventListener("push", (event) => {
  const { title = "Slipway", url = "/", tag, body, actions = [] } = event.data?.json() ?? {};
  // An action is identified by its position. Browsers ignore those that they can't show.
  const options = {
    ...{ tag, body, icon: "/icon.svg", data: { url, actions: actions.map((action) => action.url) } },
    actions: actions.map((action, index) => ({ action: `${index}`, title: action.title })),
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url = "/", actions = [] } = event.notification.data ?? {};
  // The page of an action asks to confirm it. Without an action, the notification itself was clicked.
  const chosen = event.action ? actions[Number(event.action)] : undefined;
  const page = new URL(chosen ?? url, self.location.origin);
  const target = page.origin === self.location.origin ? page.href : self.location.origin;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const known = windows.find((each) => each.url === target);
    await (known ? known.focus() : self.clients.openWindow(target));
  };
  event.waitUntil(open());
});
