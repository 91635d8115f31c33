"use client";

import { Ban, EllipsisVertical, KeyRound, LogOut, UserCheck } from "lucide-react";
import { useCreateSignInLink, useEndUserSessions, useUpdateUser } from "@/components/settings/users-queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Options } from "@/components/ui/options";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import type { DashboardUser } from "@/lib/contract/dashboard/users/user";
import { roles } from "@/lib/contract/operation";
import { plural } from "@/lib/model/plural";
import { roleLabels } from "@/lib/model/role-labels";
import type { SignInLink } from "./link-dialog";

const failed = (title: string) => (error: Error) => {
  toast.error(title, { description: error.message });
};

export function UserTableRow({ user, onLink }: { user: DashboardUser; onLink: (link: SignInLink) => void }) {
  const { id, email, displayName } = user;
  const update = useUpdateUser();
  const disabled = user.disabledAt !== undefined;
  const onError = failed(`Couldn't update ${displayName}.`);
  const changeRole = (name: string) => {
    const role = roles.find((each) => each === name);
    if (!role) return;
    update.mutate(
      { id, role },
      { onSuccess: () => toast.success(`${displayName} is now ${roleLabels[role]}.`), onError },
    );
  };
  const setDisabled = (value: boolean) => {
    const onSuccess = () =>
      value
        ? toast.success(`${displayName} disabled and signed out.`, {
            action: { label: "Undo", onClick: () => setDisabled(false) },
          })
        : toast.success(`${displayName} enabled.`);
    update.mutate({ id, disabled: value }, { onSuccess, onError });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{displayName}</span>
          {disabled ? <Badge tone="warning">Disabled</Badge> : null}
        </p>
        <p className="truncate text-muted-foreground text-xs">{email}</p>
      </div>
      <p className="text-muted-foreground text-xs sm:w-40">
        {user.lastSignInAt ? (
          <>
            Signed in <RelativeTime iso={user.lastSignInAt} />
          </>
        ) : (
          "Never signed in"
        )}
      </p>
      <div className="w-28">
        <Select
          aria-label={`Role of ${displayName}`}
          value={update.isPending ? (update.variables.role ?? user.role) : user.role}
          disabled={update.isPending}
          onChange={(event) => changeRole(event.target.value)}
        >
          <Options values={roles} label={(role) => roleLabels[role]} />
        </Select>
      </div>
      <RowMenu user={user} disabled={disabled} onDisable={setDisabled} onLink={onLink} />
    </li>
  );
}

interface RowMenuProps {
  user: DashboardUser;
  disabled: boolean;
  onDisable: (disabled: boolean) => void;
  onLink: (link: SignInLink) => void;
}

function RowMenu({ user: { id, email, displayName }, disabled, onDisable, onLink }: RowMenuProps) {
  const link = useCreateSignInLink();
  const end = useEndUserSessions();
  const createLink = () =>
    link.mutate(id, { onSuccess: ({ url }) => onLink({ email, url }), onError: failed("Couldn't create a link.") });
  const endSessions = () =>
    end.mutate(id, {
      onSuccess: ({ ended }) =>
        toast.success(`${plural(ended, "1 session", `${ended} sessions`)} ended. API tokens revoked.`),
      onError: failed("Couldn't end the sessions."),
    });
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`More actions for ${displayName}`}>
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      <MenuItem disabled={disabled} onSelect={createLink}>
        <KeyRound aria-hidden />
        Create sign-in link
      </MenuItem>
      <MenuItem onSelect={endSessions}>
        <LogOut aria-hidden />
        End all sessions
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger={!disabled} onSelect={() => onDisable(!disabled)}>
        {disabled ? <UserCheck aria-hidden /> : <Ban aria-hidden />}
        {disabled ? "Enable" : "Disable and sign out"}
      </MenuItem>
    </Menu>
  );
}
