import type { Language } from "../core/text/locale.ts";

/** The texts of the console's pages, in one language. */
export interface PageTexts {
  name: string;
  signIn: string;
  toYourStore: string;
  email: string;
  password: string;
  forgotten: string;
  whenForgotten: string;
  showPassword: string;
  stay: string;
  usePasskey: string;
  invitation: string;
  /** `{store}` and `{role}` stand for the store's name and the role. */
  invitedTo: string;
  yourName: string;
  newPassword: string;
  passwordRule: string;
  existingPassword: string;
  accept: string;
  choosePassword: string;
  forAccount: string;
  save: string;
  account: string;
  yourStores: string;
  noStores: string;
  passkeys: string;
  aboutPasskeys: string;
  addPasskey: string;
  noPasskeys: string;
  sessions: string;
  thisSession: string;
  end: string;
  remove: string;
  endOthers: string;
  signOut: string;
  working: string;
  loading: string;
  roles: Record<string, string>;
  /** By the code of a problem. */
  problems: Record<string, string>;
}

const FR: PageTexts = {
  name: "Hanout",
  signIn: "Se connecter",
  toYourStore: "à votre boutique",
  email: "Adresse e-mail",
  password: "Mot de passe",
  forgotten: "Oublié ?",
  whenForgotten:
    "Demandez un lien au propriétaire de la boutique, ou à qui gère ce serveur. Il sert une fois, pendant trois jours.",
  showPassword: "Montrer le mot de passe",
  stay: "Rester connecté 30 jours sur cet appareil",
  usePasskey: "Utiliser une clé d’accès",
  invitation: "Accepter l’invitation",
  invitedTo: "à travailler dans {store} : {role}",
  yourName: "Votre nom",
  newPassword: "Nouveau mot de passe",
  passwordRule: "8 caractères au moins",
  existingPassword: "Vous avez déjà un compte : son mot de passe suffit.",
  accept: "Accepter",
  choosePassword: "Nouveau mot de passe",
  forAccount: "pour le compte",
  save: "Enregistrer",
  account: "Votre compte",
  yourStores: "Vos boutiques",
  noStores: "Vous ne travaillez dans aucune boutique.",
  passkeys: "Clés d’accès",
  aboutPasskeys: "Ouvrez votre compte avec l’empreinte, le visage ou le code de cet appareil, sans mot de passe.",
  addPasskey: "Ajouter une clé d’accès",
  noPasskeys: "Les clés d’accès demandent https, ou l’adresse localhost.",
  sessions: "Appareils connectés",
  thisSession: "cet appareil",
  end: "Déconnecter",
  remove: "Supprimer",
  endOthers: "Déconnecter les autres",
  signOut: "Se déconnecter",
  working: "Un instant…",
  loading: "Chargement…",
  roles: {
    owner: "propriétaire",
    manager: "responsable",
    orders: "commandes",
    call_desk: "appels",
    catalogue: "catalogue",
    content: "contenu",
    viewer: "lecture",
  },
  problems: {
    invalid_credentials:
      "Ce n’est pas la bonne adresse, ou pas le bon mot de passe. Regardez si le clavier est en majuscules.",
    passkey: "Cette clé d’accès ne convient pas. Utilisez votre mot de passe.",
    link_not_found: "Ce lien a déjà servi, ou il a expiré. Demandez-en un nouveau.",
    invalid_value: "Le mot de passe a entre 8 et 128 caractères.",
    rate_limited: "Trop d’essais. Attendez une minute.",
    overloaded: "Le serveur est occupé. Essayez de nouveau dans un instant.",
    passkeys_unavailable: "Les clés d’accès demandent https, ou l’adresse localhost.",
    last_owner: "Vous êtes seul propriétaire de cette boutique.",
    failed: "Le serveur ne répond pas. Vérifiez la connexion, puis essayez de nouveau.",
  },
};

const EN: PageTexts = {
  name: "Hanout",
  signIn: "Sign in",
  toYourStore: "to your store",
  email: "E-mail address",
  password: "Password",
  forgotten: "Forgotten?",
  whenForgotten: "Ask an owner of your store for a link, or whoever runs this server. It works once, for three days.",
  showPassword: "Show the password",
  stay: "Stay signed in for 30 days on this device",
  usePasskey: "Use a passkey",
  invitation: "Accept the invitation",
  invitedTo: "to work in {store}: {role}",
  yourName: "Your name",
  newPassword: "New password",
  passwordRule: "8 characters or more",
  existingPassword: "You have an account: its password is enough.",
  accept: "Accept",
  choosePassword: "New password",
  forAccount: "for the account",
  save: "Save",
  account: "Your account",
  yourStores: "Your stores",
  noStores: "You work in no store.",
  passkeys: "Passkeys",
  aboutPasskeys: "Open your account with the fingerprint, the face or the code of this device, without a password.",
  addPasskey: "Add a passkey",
  noPasskeys: "Passkeys need https, or the address localhost.",
  sessions: "Signed-in devices",
  thisSession: "this device",
  end: "Sign out",
  remove: "Remove",
  endOthers: "Sign out the others",
  signOut: "Sign out",
  working: "One moment…",
  loading: "Loading…",
  roles: {
    owner: "owner",
    manager: "manager",
    orders: "orders",
    call_desk: "call desk",
    catalogue: "catalogue",
    content: "content",
    viewer: "viewer",
  },
  problems: {
    invalid_credentials: "This is not the right address, or not the right password. Look whether Caps Lock is on.",
    passkey: "This passkey does not fit. Use your password.",
    link_not_found: "This link was used already, or has expired. Ask for a new one.",
    invalid_value: "A password has 8 to 128 characters.",
    rate_limited: "Too many attempts. Wait for a minute.",
    overloaded: "The server is busy. Try again in a moment.",
    passkeys_unavailable: "Passkeys need https, or the address localhost.",
    last_owner: "You are the only owner of this store.",
    failed: "The server does not answer. Check the connection, and try again.",
  },
};

const AR: PageTexts = {
  name: "حانوت",
  signIn: "الدخول",
  toYourStore: "إلى متجرك",
  email: "البريد الإلكتروني",
  password: "كلمة السر",
  forgotten: "نسيت كلمة السر؟",
  whenForgotten: "اطلب رابطا من صاحب المتجر أو ممن يدير هذا الخادم. يعمل مرة واحدة، خلال ثلاثة أيام.",
  showPassword: "أظهر كلمة السر",
  stay: "أبقني داخلا 30 يوما",
  usePasskey: "استعمل مفتاح المرور",
  invitation: "قبول الدعوة",
  invitedTo: "للعمل في {store}: {role}",
  yourName: "اسمك",
  newPassword: "كلمة سر جديدة",
  passwordRule: "8 أحرف على الأقل",
  existingPassword: "لديك حساب: تكفي كلمة سره.",
  accept: "اقبل",
  choosePassword: "كلمة سر جديدة",
  forAccount: "للحساب",
  save: "احفظ",
  account: "حسابك",
  yourStores: "متاجرك",
  noStores: "لا تعمل في أي متجر.",
  passkeys: "مفاتيح المرور",
  aboutPasskeys: "افتح حسابك ببصمتك أو وجهك أو رمز هذا الجهاز، دون كلمة سر.",
  addPasskey: "أضف مفتاح مرور",
  noPasskeys: "مفاتيح المرور تحتاج https أو العنوان localhost.",
  sessions: "الأجهزة المتصلة",
  thisSession: "هذا الجهاز",
  end: "أخرجه",
  remove: "احذف",
  endOthers: "أخرج الأجهزة الأخرى",
  signOut: "اخرج",
  working: "لحظة…",
  loading: "جار التحميل…",
  roles: {
    owner: "صاحب المتجر",
    manager: "مسير",
    orders: "الطلبات",
    call_desk: "المكالمات",
    catalogue: "المنتجات",
    content: "المحتوى",
    viewer: "اطلاع",
  },
  problems: {
    invalid_credentials: "العنوان أو كلمة السر غير صحيحة. تحقق من لوحة المفاتيح.",
    passkey: "مفتاح المرور هذا لا يصلح. استعمل كلمة السر.",
    link_not_found: "استعمل هذا الرابط من قبل أو انتهت مدته. اطلب رابطا جديدا.",
    invalid_value: "كلمة السر من 8 إلى 128 حرفا.",
    rate_limited: "محاولات كثيرة. انتظر دقيقة.",
    overloaded: "الخادم مشغول. أعد المحاولة بعد لحظة.",
    passkeys_unavailable: "مفاتيح المرور تحتاج https أو العنوان localhost.",
    last_owner: "أنت الصاحب الوحيد لهذا المتجر.",
    failed: "الخادم لا يجيب. تحقق من الاتصال ثم أعد المحاولة.",
  },
};

export const PAGE_TEXTS: Record<Language, PageTexts> = { ar: AR, fr: FR, en: EN };

/** What each language is called in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { ar: "العربية", fr: "Français", en: "English" };
