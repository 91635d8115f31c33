import { redirect } from "next/navigation";
import { settingsPaths } from "@/lib/model/settings-paths";

export default function SettingsPage() {
  redirect(settingsPaths.sessions());
}
