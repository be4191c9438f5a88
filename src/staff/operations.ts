import { Type } from "typebox";
import { Ref, Text } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { MemberLinked, Member as ShownMember } from "./admin-answers.ts";
import { deliverLink } from "./mails.ts";
import {
  inviteMember,
  listStaff,
  type Member,
  removeMember,
  requireResettable,
  setRole,
  showMember,
  stateOf,
} from "./members.ts";
import { ROLE_NAMES } from "./roles.ts";

const Person = Ref("Id or e-mail");
const RoleName = Type.Enum(ROLE_NAMES);
const LINK = "It works once, for three days: pass it on to nobody else.";
const MAILED = "The link is mailed where the server has a mail server.";

/** How people get their links. */
export interface LinkDelivery {
  /** Where the links lead. */
  consoleUrl: () => string;
  /** Whether links are mailed, and shown to nobody. */
  byMail: boolean;
}
const ON_ITS_WAY = "A mail with the link is on its way.";

/** What is shown and told of somebody beside the id. */
const told = (member: Member) => ({ role: member.role, state: stateOf(member) });
const changeOf = (member: Member, before: object | null, after: object | null) => ({
  entity: "member",
  id: member.id,
  label: member.id, // names are looked up where entries are shown
  before,
  after,
});

/** Operations on who works in the store, for people only: no key has their scopes. */
export const staffOperations = ({ consoleUrl, byMail }: LinkDelivery): Operation[] => [
  defineOperation({
    name: "staff_list",
    title: "List who works in the store",
    description: "Everybody with their role, and who was invited. The first one first; at most 1,000.",
    door: "http",
    area: "staff",
    effect: "read",
    input: {},
    answers: Type.Object({ data: Type.Array(ShownMember) }),
    example: {},
    run: async ({ db }) => {
      const data = await listStaff(db);
      return { text: `${data.length} people.`, data: { data } };
    },
  }),
  defineOperation({
    name: "staff_invite",
    title: "Invite somebody",
    description: `Answers a link to pass on, by which the person accepts. ${LINK} ${MAILED} Somebody who was invited before gets a new one.`,
    door: "http",
    area: "staff",
    effect: "write",
    notUndoable: "staff_remove takes an invitation back.",
    takes: ["idempotency_key"],
    input: { email: Text(254), role: RoleName },
    answers: MemberLinked,
    refuses: ["member_exists"],
    example: { email: "amina@example.dz", role: "manager" },
    run: async (call, { email, role }) => {
      const { before, member } = await inviteMember(call.db, email, role);
      const link = await deliverLink(call.db, "invitation", member.account_id, byMail);
      call.changed({ ...changeOf(member, before && told(before), told(member)), snapshot: told(member) });
      if (!link) return { text: `Invited. ${ON_ITS_WAY}`, data: { ...showMember(member), mailed: true } };
      const data = { ...showMember(member), mailed: false, expires_at: link.expires_at };
      return { text: `Invited. ${LINK}`, data, shownOnce: { link: consoleUrl() + link.path } };
    },
  }),
  defineOperation({
    name: "staff_set_role",
    title: "Change a role",
    description: "Takes effect at once. A store keeps an owner.",
    door: "http",
    area: "staff",
    effect: "write",
    notUndoable: "Call it again with the role before.",
    takes: ["dry_run"],
    input: { person: Person, role: RoleName },
    answers: ShownMember,
    refuses: ["member_not_found", "last_owner"],
    example: { person: "amina@example.dz", role: "orders", dry_run: true },
    run: async (call, { person, role }) => {
      const before = await setRole(call.db, person, role);
      const after = { ...before, role };
      call.changed({ ...changeOf(before, { role: before.role }, { role }), snapshot: told(after) });
      return { text: `The role is ${role}.`, data: showMember(after) };
    },
  }),
  defineOperation({
    name: "staff_remove",
    title: "Remove somebody",
    description:
      "Ends somebody's work in the store at once, or takes an invitation back. What they did stays, with their name. A store keeps an owner.",
    door: "http",
    area: "staff",
    effect: "destroy",
    notUndoable: "staff_invite invites the person again.",
    takes: ["dry_run"],
    input: { person: Person },
    answers: ShownMember,
    refuses: ["member_not_found", "last_owner"],
    example: { person: "amina@example.dz", dry_run: true },
    run: async (call, { person }) => {
      const before = await removeMember(call.db, person);
      const after = { ...before, ended_at: call.db.now };
      call.changed({ ...changeOf(before, told(before), told(after)), snapshot: told(after) });
      return { text: "Removed.", data: showMember(after) };
    },
  }),
  defineOperation({
    name: "staff_reset_link",
    title: "Make a link for a new password",
    description: `For somebody who works in this store alone; for others, whoever runs the server makes it. ${LINK} ${MAILED}`,
    door: "http",
    area: "staff",
    effect: "write",
    notUndoable: "The link ends by itself, or by a new one.",
    input: { person: Person },
    answers: MemberLinked,
    refuses: ["member_not_found", "works_elsewhere"],
    example: { person: "amina@example.dz" },
    run: async (call, { person }) => {
      const member = await requireResettable(call.db, person);
      const link = await deliverLink(call.db, "reset", member.account_id, byMail);
      call.changed(changeOf(member, {}, { reset_link: link ? "made" : "mailed" }));
      if (!link) return { text: ON_ITS_WAY, data: { ...showMember(member), mailed: true } };
      const { path, expires_at } = link;
      const data = { ...showMember(member), mailed: false, expires_at, link: consoleUrl() + path };
      return { text: `Made a link. ${LINK}`, data };
    },
  }),
];
