/** The script of the console's pages. It is sent as it stands here. */
export const SCRIPT = String.raw`"use strict";
(() => {
  const page = document.body.dataset.page;
  const texts = JSON.parse(document.body.dataset.texts);
  const find = (id) => document.getElementById(id);
  const link = location.hash.slice(1);
  for (const other of document.querySelectorAll("nav a")) other.href += location.hash;

  async function ask(method, path, body) {
    const headers = { "x-hanout-console": "1" };
    if (body) headers["content-type"] = "application/json";
    let reply;
    try {
      reply = await fetch("/api/v1/console" + path, { method, headers, body: body && JSON.stringify(body) });
    } catch {
      throw { code: "failed" };
    }
    const answer = await reply.json().catch(() => ({ code: "failed" }));
    if (!reply.ok) throw answer;
    return answer;
  }

  const sentenceOf = ({ code }) => texts.problems[code] || texts.problems.failed;

  function tell(id, problem) {
    const place = find(id);
    place.hidden = !problem;
    if (problem) place.lastChild.textContent = sentenceOf(problem);
  }

  /** Runs what a button does; the button keeps its width and says that it works. */
  async function busy(button, work) {
    const said = button.textContent;
    button.style.minWidth = button.offsetWidth + "px";
    button.disabled = true;
    button.textContent = texts.working;
    try {
      return await work();
    } finally {
      button.disabled = false;
      button.textContent = said;
    }
  }

  const form = document.querySelector("form");
  const go = () => location.assign("/console" + location.search);

  function onSubmit(send, then = go) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const empty = [...form.querySelectorAll("input[required]")].find((input) => !input.closest("[hidden]") && !input.value.trim());
      if (empty) return empty.focus();
      const password = find("password");
      tell("wrong", null);
      password.removeAttribute("aria-invalid");
      try {
        await busy(form.querySelector(".primary"), () => send(Object.fromEntries(new FormData(form))));
        history.replaceState(null, "", location.pathname + location.search);
        await then();
      } catch (problem) {
        if (isClosed(problem)) return;
        tell("wrong", problem);
        password.setAttribute("aria-invalid", "true");
        password.focus();
      }
    });
  }

  const eye = find("eye");
  if (eye) {
    eye.addEventListener("click", () => {
      const shown = find("password").type === "password";
      find("password").type = shown ? "text" : "password";
      eye.setAttribute("aria-pressed", String(shown));
    });
  }

  // Passkeys

  const canUsePasskeys = window.isSecureContext && Boolean(window.PublicKeyCredential) && !/^[\d.]+$|^\[/.test(location.hostname);
  const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const toText = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  async function makePasskey(current_password) {
    const options = await ask("POST", "/passkeys/options", { current_password });
    options.challenge = toBytes(options.challenge);
    options.user.id = toBytes(options.user.id);
    for (const known of options.excludeCredentials) known.id = toBytes(known.id);
    const made = await navigator.credentials.create({ publicKey: options });
    const { attestationObject, clientDataJSON } = made.response;
    const transports = made.response.getTransports ? made.response.getTransports() : [];
    const response = { attestationObject: toText(attestationObject), clientDataJSON: toText(clientDataJSON), transports };
    const device = navigator.userAgentData && navigator.userAgentData.platform;
    const name = (device || navigator.platform || texts.passkeys) + " · " + new Date().toLocaleDateString(document.documentElement.lang);
    await ask("POST", "/passkeys", { name, response: { id: made.id, rawId: made.id, type: made.type, clientExtensionResults: {}, response } });
  }

  async function signInByPasskey() {
    const options = await ask("POST", "/sign-in/passkey/options");
    options.challenge = toBytes(options.challenge);
    const signed = await navigator.credentials.get({ publicKey: options });
    const { authenticatorData, clientDataJSON, signature, userHandle } = signed.response;
    const response = {
      authenticatorData: toText(authenticatorData),
      clientDataJSON: toText(clientDataJSON),
      signature: toText(signature),
      userHandle: userHandle ? toText(userHandle) : undefined,
    };
    await ask("POST", "/sign-in/passkey", {
      stay: form.elements.stay.checked,
      response: { id: signed.id, rawId: signed.id, type: signed.type, clientExtensionResults: {}, response },
    });
  }

  /** A person may close the browser's question: that is no fault. */
  const isClosed = (error) => error && (error.name === "NotAllowedError" || error.name === "AbortError");

  // Pages

  const pages = {
    "sign-in"() {
      if (link) {
        ask("POST", "/sign-in/link", { link }).then(
          () => location.replace("/console" + location.search),
          (problem) => tell("wrong", problem),
        );
      }
      find("forgotten").addEventListener("click", () => {
        const hint = find("when-forgotten");
        hint.hidden = !hint.hidden;
        find("forgotten").setAttribute("aria-expanded", String(!hint.hidden));
      });
      onSubmit(({ email, password, stay }) => ask("POST", "/sign-in", { email, password, stay: stay === "on" }));
      const button = find("passkey");
      button.hidden = !canUsePasskeys;
      button.addEventListener("click", async () => {
        tell("wrong", null);
        try {
          await busy(button, signInByPasskey);
          go();
        } catch (problem) {
          if (!isClosed(problem)) tell("wrong", problem.code === "invalid_credentials" ? { code: "passkey" } : problem);
        }
      });
    },

    invitation() {
      showLink("invitation", (shown) => {
        const [before, between] = texts.invitedTo.replace("{role}", texts.roles[shown.role]).split("{store}");
        find("about").replaceChildren(before, island(shown.store), between);
        if (!shown.has_password) return;
        find("name").closest(".field").hidden = true;
        document.querySelector("label[for=password]").textContent = texts.password;
        find("password").autocomplete = "current-password";
        find("rule").textContent = texts.existingPassword;
      });
      onSubmit(({ name, password }) => ask("POST", "/invitation", { link, name: name || undefined, password }));
    },

    "new-password"() {
      showLink("reset", () => {
        find("about").hidden = true;
      });
      onSubmit(({ password }) => ask("POST", "/new-password", { link, password }));
    },

    async account() {
      try {
        await showAccount();
      } catch (problem) {
        if (problem.code === "not_signed_in") return location.replace("/console/sign-in" + location.search);
        find("about").textContent = sentenceOf(problem);
      }
    },
  };

  async function showLink(kind, show) {
    try {
      const shown = await ask("POST", "/links/show", { link });
      if (shown.kind !== kind) throw { code: "link_not_found" };
      find("email").value = shown.email;
      show(shown);
      form.hidden = false;
      const first = [...form.querySelectorAll("input:not([readonly])")].find((input) => !input.closest("[hidden]"));
      if (first) first.focus();
    } catch (problem) {
      find("about").hidden = true;
      tell("refused", problem);
    }
  }

  /** What people typed: its direction is its own. */
  function island(text) {
    const part = document.createElement("bdi");
    part.textContent = text;
    return part;
  }

  function item(title, second, action) {
    const row = document.createElement("li");
    const words = document.createElement("span");
    words.append(island(title));
    const small = document.createElement("small");
    small.textContent = second;
    words.append(small);
    row.append(words);
    if (action) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain";
      button.textContent = action.says;
      button.addEventListener("click", () => busy(button, action.does).then(showAccount));
      row.append(button);
    }
    return row;
  }

  const when = (time) =>
    new Intl.DateTimeFormat(document.documentElement.lang + "-u-nu-latn", { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));

  /** "Chrome · Android" of what a browser calls itself. */
  function browserName(text) {
    const name = /Firefox|Edg|OPR|Chrome|Safari/.exec(text);
    const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(text);
    return [name && name[0].replace("Edg", "Edge").replace("OPR", "Opera"), system && system[0]].filter(Boolean).join(" · ") || text.slice(0, 40);
  }

  async function showAccount() {
    const [me, keys, sessions] = await Promise.all([ask("GET", "/me"), ask("GET", "/passkeys"), ask("GET", "/sessions")]);
    const about = find("about");
    about.replaceChildren(island(me.person.name), " · ", island(me.person.email));
    find("stores").replaceChildren(...me.stores.map(({ name, role }) => item(name, texts.roles[role])));
    if (me.stores.length === 0) find("stores").textContent = texts.noStores;
    const remove = (path, says) => ({ says, does: () => ask("DELETE", path) });
    find("passkeys").replaceChildren(
      ...keys.data.map(({ id, name, created_at }) => item(name, when(created_at), remove("/passkeys/" + id, texts.remove))),
    );
    find("sessions").replaceChildren(
      ...sessions.data.map(({ id, browser, last_used_at, is_this }) =>
        item(browserName(browser), is_this ? texts.thisSession : when(last_used_at), is_this ? undefined : remove("/sessions/" + id, texts.end)),
      ),
    );
    find("end-others").hidden = sessions.data.length < 2;
    form.hidden = !canUsePasskeys;
    if (!canUsePasskeys) find("about-passkeys").textContent = texts.noPasskeys;
    find("account").hidden = false;
  }

  if (page === "account") {
    find("sign-out").addEventListener("click", async () => {
      await ask("POST", "/sign-out");
      location.replace("/console/sign-in" + location.search);
    });
    find("end-others").addEventListener("click", () => busy(find("end-others"), () => ask("DELETE", "/sessions")).then(showAccount));
    onSubmit(
      ({ password }) => makePasskey(password),
      () => {
        form.reset();
        return showAccount();
      },
    );
  }
  pages[page]();
})();
`;
