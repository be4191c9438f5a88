import { Type } from "typebox";
import { component, Nullable, NullableText, Timestamp, Uuid } from "../core/shapes.ts";
import { ROLE_NAMES } from "./roles.ts";

const Email = Type.String({ minLength: 1, maxLength: 254 });
const Password = Type.String({ minLength: 1, maxLength: 512 });
/** What a browser's passkey functions take and answer (WebAuthn, as JSON). */
const WebAuthn = Type.Object(
  {},
  { additionalProperties: true, description: "As the browser takes and answers it (WebAuthn)." },
);
export const PasskeyOptions = component("PasskeyOptions", WebAuthn, { challenge: "AZ3nq1Yg" });
export const PasskeyOffer = Type.Object({ current_password: Password });
export const NewPasskey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, description: "By which the person recognises it." }),
  response: WebAuthn,
});
export const PasskeyAnswer = Type.Object({ response: WebAuthn, stay: Type.Optional(Type.Boolean()) });
export const PasskeyAdded = component("PasskeyAdded", Type.Object({ id: Uuid("The passkey's id.") }), {
  id: "019aa2c0-6a57-7c00-9a1b-2c3d4e5f6071",
});
export const PasskeyList = component(
  "Passkeys",
  Type.Object({
    data: Type.Array(
      Type.Object({ id: Uuid("The passkey's id."), name: Type.String(), created_at: Timestamp("When it was added.") }),
    ),
  }),
  { data: [{ id: "019aa2c0-6a57-7c00-9a1b-2c3d4e5f6071", name: "Phone", created_at: "2026-11-21T08:55:00.000Z" }] },
);

const Link = Type.String({ minLength: 1, maxLength: 100, description: "What stands behind the # of the link." });

export const SignIn = Type.Object({
  email: Email,
  password: Password,
  stay: Type.Optional(
    Type.Boolean({
      description: "Stay signed in for 30 days on this device; else until the browser is closed, 12 hours at most.",
    }),
  ),
});
export const OfLink = Type.Object({ link: Link });
export const Acceptance = Type.Object({
  link: Link,
  name: Type.Optional(Type.String({ maxLength: 100, description: "Of who has no account yet." })),
  password: Type.String({
    minLength: 1,
    maxLength: 512,
    description: "The own password; of who has no account yet, a new one.",
  }),
});
export const Reset = Type.Object({ link: Link, password: Password });
export const Leaving = Type.Object({ store: Type.String({ maxLength: 255, description: "Its id or slug." }) });
export const PasswordChange = Type.Object({ current_password: Password, password: Password });
export const IdPath = Type.Object({ id: Type.String({ description: "The id of what ends." }) });

export const Done = component("Done", Type.Object({ success: Type.Boolean() }), { success: true });

export const LinkShown = component(
  "StaffLink",
  Type.Object({
    kind: Type.Enum(["invitation", "reset"]),
    email: Type.String(),
    has_password: Type.Boolean({ description: "Whether the account exists: its password accepts an invitation." }),
    role: Nullable(Type.Enum(ROLE_NAMES)),
    store: NullableText("The name of the store that made the link."),
  }),
  { kind: "invitation", email: "amina@example.dz", has_password: false, role: "manager", store: "Dar El Bahdja" },
);

export const PersonShown = component(
  "StaffPerson",
  Type.Object({
    person: Type.Object({ email: Type.String(), name: Type.String() }),
    stores: Type.Array(
      Type.Object({
        id: Uuid("The store's id."),
        slug: Type.String(),
        name: Type.String(),
        role: Type.Enum(ROLE_NAMES),
        scopes: Type.Array(Type.String(), {
          description: "What the person may do there, with what each scope includes.",
        }),
        currency: Type.String({ description: "ISO 4217." }),
        country: Type.String({ description: "ISO 3166-1 alpha-2." }),
        locale: Type.String({ description: "The language of the store." }),
        time_zone: Type.String({ description: "IANA name." }),
      }),
      { description: "Those in which the person works." },
    ),
  }),
  {
    person: { email: "amina@example.dz", name: "Amina Haddad" },
    stores: [
      {
        id: "019aa2c0-6a50-7c3e-9b2f-5d8a1f0c4e11",
        slug: "dar-el-bahdja",
        name: "Dar El Bahdja",
        role: "call_desk",
        scopes: ["catalog:read", "orders:desk", "customers:read"],
        currency: "DZD",
        country: "DZ",
        locale: "fr",
        time_zone: "Africa/Algiers",
      },
    ],
  },
);

export const SessionList = component(
  "StaffSessions",
  Type.Object({
    data: Type.Array(
      Type.Object({
        id: Uuid("The session's id."),
        browser: Type.String({ description: "As it names itself." }),
        created_at: Timestamp("When the person signed in."),
        last_used_at: Timestamp("At most ten minutes behind."),
        expires_at: Timestamp("When it ends in any case; without use it ends after 7 days."),
        is_this: Type.Boolean({ description: "Whether it is the one of the request." }),
      }),
    ),
  }),
  {
    data: [
      {
        id: "019aa2c0-6a57-7c00-9a1b-2c3d4e5f6071",
        browser: "Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0",
        created_at: "2026-11-21T08:55:00.000Z",
        last_used_at: "2026-11-21T09:15:00.000Z",
        expires_at: "2026-12-21T08:55:00.000Z",
        is_this: true,
      },
    ],
  },
);
