import type { Call, Command } from "./call.ts";

/** Every command but `serve`, by its name on the command line. A command loads its code when it runs. */
const COMMANDS = {
  migrate: async () => (await import("./migrate.ts")).migrate,
  "stores create": async () => (await import("./stores/stores.ts")).create,
  "stores list": async () => (await import("./stores/stores.ts")).list,
  "stores export": async () => (await import("./stores/export.ts")).exportOne,
  "stores import": async () => (await import("./stores/import.ts")).importOne,
  backup: async () => (await import("./backup.ts")).backup,
  restore: async () => (await import("./restore.ts")).restore,
  "stores show": async () => (await import("./stores/tenants.ts")).show,
  "stores suspend": async () => (await import("./stores/tenants.ts")).suspend,
  "stores resume": async () => (await import("./stores/tenants.ts")).resume,
  "stores delete": async () => (await import("./stores/tenants.ts")).remove,
  "stores use": async () => (await import("./stores/tenants.ts")).use,
  "keys create": async () => (await import("./stores/keys.ts")).create,
  "keys list": async () => (await import("./stores/keys.ts")).list,
  "keys revoke": async () => (await import("./stores/keys.ts")).revoke,
  "staff invite": async () => (await import("./stores/staff.ts")).invite,
  "staff list": async () => (await import("./stores/staff.ts")).list,
  "staff remove": async () => (await import("./stores/staff.ts")).remove,
  "staff reset-link": async () => (await import("./stores/staff.ts")).resetLink,
  "staff erase": async () => (await import("./stores/staff.ts")).erase,
  import: async () => (await import("./import.ts")).runImport,
  pictures: async () => (await import("./pictures/pictures.ts")).pictures,
  jobs: async () => (await import("./jobs.ts")).jobs,
  demo: async () => (await import("./demo.ts")).demo,
  doctor: async () => (await import("./doctor/doctor.ts")).doctor,
  citus: async () => (await import("./citus.ts")).citus,
} satisfies Record<string, () => Promise<Command>>;

export type CommandName = keyof typeof COMMANDS;

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

/** Runs a command with the arguments and options that the command line has read; returns its exit code. */
export async function runCommand(call: Call, name: CommandName, given: unknown[]): Promise<number> {
  const command: Command = await COMMANDS[name]();
  return (await command(call, ...(given as never[]))) ?? 0;
}
