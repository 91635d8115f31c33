"use client";

import { Input } from "@/components/ui/input";
import { Meter } from "@/components/ui/meter";
import { Segmented } from "@/components/ui/segmented";
import { Textarea } from "@/components/ui/textarea";
import type { LaunchMcpServer } from "@/lib/contract/dashboard/launch-fields";
import { mcpServerRow } from "./empty-fields";
import { clientSecretKey } from "./launch-body";
import { FormGroup, LaunchField, useLaunchForm } from "./launch-context";
import { AddRow, RemoveRow } from "./row-actions";
import { SecretRows } from "./secret-rows";

const most = 50;
const plain = { className: "font-mono", autoCapitalize: "none", spellCheck: false } as const;

export function McpServersSection() {
  const { fields, change } = useLaunchForm();
  const { mcpServers } = fields;
  return (
    <FormGroup
      title="MCP servers"
      at="mcpServers"
      aside={<Meter value={mcpServers.length} most={most} />}
      hint="Tool servers of this agent alone. Commands run where the agent works; remote ones are called by the service."
    >
      {mcpServers.map((server, index) => (
        <ToolServer
          key={server.id}
          server={server}
          number={index + 1}
          onChange={(changes) =>
            change({ mcpServers: mcpServers.map((each) => (each.id === server.id ? { ...each, ...changes } : each)) })
          }
          onRemove={() => change({ mcpServers: mcpServers.filter(({ id }) => id !== server.id) })}
        />
      ))}
      <AddRow
        what="MCP server"
        count={mcpServers.length}
        most={most}
        onAdd={(id) => change({ mcpServers: [...mcpServers, mcpServerRow(id)] })}
      />
    </FormGroup>
  );
}

interface ToolServerProps {
  server: LaunchMcpServer;
  number: number;
  onChange: (changes: Partial<LaunchMcpServer>) => void;
  onRemove: () => void;
}

function ToolServer({ server, number, onChange, onRemove }: ToolServerProps) {
  const { id, name, type } = server;
  return (
    <div data-row={id} className="space-y-3 rounded-md border p-3">
      <div className="flex items-end gap-2">
        <LaunchField at={`${id}.name`} label={`MCP server ${number}: name`} className="min-w-0 flex-1">
          {(control) => (
            <Input {...control} {...plain} value={name} onChange={({ target }) => onChange({ name: target.value })} />
          )}
        </LaunchField>
        <RemoveRow what={name || `MCP server ${number}`} of="MCP server" onRemove={onRemove} />
      </div>
      <Segmented
        label="Transport"
        value={type}
        options={[
          { value: "http", label: "HTTP" },
          { value: "sse", label: "SSE" },
          { value: "stdio", label: "Command" },
        ]}
        onChange={(next) => onChange({ type: next })}
      />
      {type === "stdio" ? (
        <Command server={server} onChange={onChange} />
      ) : (
        <Remote server={server} onChange={onChange} />
      )}
    </div>
  );
}

type PartProps = Pick<ToolServerProps, "server" | "onChange">;

function Command({ server: { id, command, args, env }, onChange }: PartProps) {
  return (
    <>
      <LaunchField at={`${id}.command`} label="Command">
        {(control) => (
          <Input
            {...control}
            {...plain}
            value={command}
            placeholder="npx"
            onChange={({ target }) => onChange({ command: target.value })}
          />
        )}
      </LaunchField>
      <LaunchField
        at={`${id}.args`}
        label="Arguments"
        optional
        hint="One a line. Drafts keep them: put no secrets here."
      >
        {(control) => (
          <Textarea
            {...control}
            value={args}
            onChange={({ target }) => onChange({ args: target.value })}
            className="min-h-9 font-mono"
            spellCheck={false}
          />
        )}
      </LaunchField>
      <SecretRows what="environment variable" rows={env} onChange={(next) => onChange({ env: next })} most={50} />
    </>
  );
}

function Remote({ server: { id, url, access, headers, clientId, scopes }, onChange }: PartProps) {
  const { secretOf, setSecret } = useLaunchForm();
  const secretKey = clientSecretKey(id);
  return (
    <>
      <LaunchField at={`${id}.url`} label="Address" hint="http or https, without a user name or password in it.">
        {(control) => (
          <Input
            {...control}
            {...plain}
            value={url}
            placeholder="https://"
            onChange={({ target }) => onChange({ url: target.value })}
          />
        )}
      </LaunchField>
      <Segmented
        label="Access"
        value={access}
        options={[
          { value: "none", label: "Open" },
          { value: "headers", label: "Headers" },
          { value: "oauth", label: "OAuth" },
        ]}
        onChange={(next) => onChange({ access: next })}
      />
      {access === "headers" ? (
        <SecretRows what="header" rows={headers} onChange={(next) => onChange({ headers: next })} most={50} />
      ) : null}
      {access === "oauth" ? (
        <div className="grid gap-3 sm:grid-cols-3">
          <LaunchField at={`${id}.clientId`} label="Client id">
            {(control) => (
              <Input
                {...control}
                {...plain}
                value={clientId}
                onChange={({ target }) => onChange({ clientId: target.value })}
              />
            )}
          </LaunchField>
          <LaunchField at={`${id}.clientSecret`} label="Client secret" optional>
            {(control) => (
              <Input
                {...control}
                {...plain}
                type="password"
                autoComplete="new-password"
                placeholder="Write-only"
                value={secretOf(secretKey)}
                onChange={({ target }) => setSecret(secretKey, target.value)}
              />
            )}
          </LaunchField>
          <LaunchField at={`${id}.scopes`} label="Scopes" optional>
            {(control) => (
              <Input
                {...control}
                {...plain}
                value={scopes}
                placeholder="read write"
                onChange={({ target }) => onChange({ scopes: target.value })}
              />
            )}
          </LaunchField>
        </div>
      ) : null}
    </>
  );
}
