import { LANGUAGES, type Language } from "../core/text/locale.ts";
import { LANGUAGE_NAMES, PAGE_TEXTS, type PageTexts } from "./texts.ts";

export const PAGES = ["account", "sign-in", "invitation", "new-password"] as const;
export type PageName = (typeof PAGES)[number];

/** Goods that the demo draws, because they are on every server. */
const PICTURES = ["teapot", "dress", "rug", "bottle", "lamp", "jar", "slipper", "tajine"];

const GLOBE = `<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.5"/><path d="M1.5 8h13M8 1.5c4.3 4 4.3 9 0 13c-4.3-4-4.3-9 0-13"/></svg>`;
const EYE = `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5z"/><circle cx="10" cy="10" r="2.5"/></svg>`;
const WARNING = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 2 15 14H1zM8 6.5v3.5M8 12v.5"/></svg>`;

export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** One of the pages, whole. The script fills in what only it knows. */
export function renderPage(name: PageName, language: Language): string {
  const texts = PAGE_TEXTS[language];
  const titles: Record<PageName, string> = {
    account: texts.account,
    "sign-in": texts.signIn,
    invitation: texts.invitation,
    "new-password": texts.choosePassword,
  };
  return `<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(titles[name])} · ${escaped(texts.name)}</title>
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="/console/console.css">
<body data-page="${name}" data-texts="${escaped(JSON.stringify(texts))}">
<header>
<a class="brand" href="/console"><span class="mark" lang="ar">ح</span>${escaped(texts.name)}</a>
<nav>${GLOBE}${LANGUAGES.filter((one) => one !== language)
    .map((one) => `<a href="?locale=${one}" lang="${one}" hreflang="${one}">${LANGUAGE_NAMES[one]}</a>`)
    .join("")}</nav>
</header>
<main>
<div class="goods" aria-hidden="true">${name === "account" ? "" : PICTURES.map((picture) => `<img src="/media/demo/${picture}/console.svg" alt="" width="96" height="96">`).join("")}</div>
<section>
<h1>${escaped(titles[name])}</h1>
${BODIES[name](texts)}
</section>
</main>
<script src="/console/console.js"></script>
</body>
</html>
`;
}

const BODIES: Record<PageName, (texts: PageTexts) => string> = {
  "sign-in": (texts) => `<p class="second">${escaped(texts.toYourStore)}</p>
<form method="post" novalidate>
${field({ name: "email", label: texts.email, type: "email", autocomplete: "username webauthn" })}
${passwordField(texts, texts.password, "current-password", `<button type="button" class="plain" id="forgotten" aria-expanded="false">${escaped(texts.forgotten)}</button>`)}
<p class="hint" id="when-forgotten" hidden>${escaped(texts.whenForgotten)}</p>
<label class="check"><input type="checkbox" name="stay" checked><span>${escaped(texts.stay)}</span></label>
<div class="dock">
<button type="submit" class="primary">${escaped(texts.signIn)}</button>
<button type="button" class="secondary" id="passkey" hidden>${escaped(texts.usePasskey)}</button>
</div>
</form>`,
  invitation: (texts) => `<p class="second" id="about">${escaped(texts.loading)}</p>
<form method="post" novalidate hidden>
${field({ name: "email", label: texts.email, type: "email", autocomplete: "username", readonly: true })}
${field({ name: "name", label: texts.yourName, type: "text", autocomplete: "name" })}
${passwordField(texts, texts.newPassword, "new-password")}
<p class="hint" id="rule">${escaped(texts.passwordRule)}</p>
<div class="dock"><button type="submit" class="primary">${escaped(texts.accept)}</button></div>
</form>
${REFUSED}`,
  "new-password": (texts) => `<p class="second" id="about">${escaped(texts.loading)}</p>
<form method="post" novalidate hidden>
${field({ name: "email", label: texts.email, type: "email", autocomplete: "username", readonly: true })}
${passwordField(texts, texts.newPassword, "new-password")}
<p class="hint">${escaped(texts.passwordRule)}</p>
<div class="dock"><button type="submit" class="primary">${escaped(texts.save)}</button></div>
</form>
${REFUSED}`,
  account: (texts) => `<p class="second" id="about">${escaped(texts.loading)}</p>
<div id="account" hidden>
<h2>${escaped(texts.yourStores)}</h2>
<ul id="stores"></ul>
<h2>${escaped(texts.passkeys)}</h2>
<p class="hint" id="about-passkeys">${escaped(texts.aboutPasskeys)}</p>
<ul id="passkeys"></ul>
<form method="post" novalidate hidden>
${passwordField(texts, texts.password, "current-password")}
<button type="submit" class="primary" id="add-passkey">${escaped(texts.addPasskey)}</button>
</form>
<h2>${escaped(texts.sessions)}</h2>
<ul id="sessions"></ul>
<div class="row">
<button type="button" class="secondary" id="end-others" hidden>${escaped(texts.endOthers)}</button>
<button type="button" class="secondary" id="sign-out">${escaped(texts.signOut)}</button>
</div>
</div>`,
};

interface Field {
  name: string;
  label: string;
  type: string;
  autocomplete: string;
  readonly?: boolean;
}

const field = ({ name, label, type, autocomplete, readonly = false }: Field): string =>
  `<div class="field"><label for="${name}">${escaped(label)}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${readonly ? " readonly" : ""}></div>`;

/** The only field of which a refusal is told beside it. */
const passwordField = (texts: PageTexts, label: string, autocomplete: string, beside = ""): string =>
  `<div class="field"><div class="label"><label for="password">${escaped(label)}</label>${beside}</div>
<div class="secret"><input id="password" name="password" type="password" autocomplete="${autocomplete}" required aria-describedby="wrong">
<button type="button" class="eye" id="eye" aria-label="${escaped(texts.showPassword)}" aria-pressed="false">${EYE}</button></div>
<p class="wrong" id="wrong" role="alert" hidden>${WARNING}<span></span></p></div>`;

/** Where a link does not work. */
const REFUSED = `<p class="wrong" id="refused" role="alert" hidden>${WARNING}<span></span></p>`;
