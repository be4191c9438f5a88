import { Type } from "typebox";
import { component, Nullable } from "../core/shapes.ts";
import { ROLE_NAMES } from "./roles.ts";

const role = Type.Enum(ROLE_NAMES);
const state = Type.Enum(["invited", "active", "left"]);

/** What events tell of somebody. */
export const ToldMember = Type.Object({ role, state });

const member = {
  id: Type.String({ description: "Of the person in this store." }),
  email: Nullable(Type.String()),
  name: Nullable(Type.String({ description: "Null: invited, and not there yet." })),
  role,
  state,
  invited_at: Type.String(),
  accepted_at: Nullable(Type.String()),
};

/** Somebody who works in the store, or is invited to. */
export const Member = component("StaffMember", Type.Object(member), {
  id: "019aa2c0-6a59-7d55-9e34-6c7d8e9fa0b2",
  email: "amina@example.dz",
  name: "Amina Haddad",
  role: "manager",
  state: "active",
  invited_at: "2026-11-02T09:10:00.000Z",
  accepted_at: "2026-11-02T10:00:00.000Z",
});

/** The same with a link to pass on, or with word that it is mailed. */
export const MemberLinked = Type.Object({
  ...member,
  mailed: Type.Boolean({ description: "Whether the link is mailed to the person; else it is here, to be passed on." }),
  expires_at: Type.Optional(Type.String({ description: "When the link ends." })),
  link: Type.Optional(Type.String({ description: "Only this once: not in the answer to a retry." })),
});
