/** How the console's pages look. The values are those of its drawings: nothing else holds a colour or a size. */
export const STYLE = `
:root {
  color-scheme: light;
  --surface: #fff; --sunken: #f3f1ec; --line: #e6e2db; --control: #8f897e;
  --ink: #1d1b18; --ink-2: #544f47; --ink-3: #6c665c;
  --accent: #2743c6; --accent-strong: #1e35a3; --on-accent: #fff; --bad: #a3271d;
  --font: "IBM Plex Sans", "IBM Plex Sans Arabic", system-ui, "Noto Sans Arabic", sans-serif;
  --small: 14px; --text: 16px; --title: 26px; --gutter: 16px; --height: 48px;
  --radius: 8px; --focus: 0 0 0 2px var(--surface), 0 0 0 4px var(--accent);
}
@media (min-width: 48em) { :root { --small: 13px; --text: 14px; --title: 24px; --gutter: 48px; --height: 42px; } }
* { box-sizing: border-box; margin: 0; }
[hidden] { display: none !important; }
body { font: 400 var(--text)/1.45 var(--font); color: var(--ink); background: var(--surface); min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; }
:lang(ar) { line-height: 1.65; letter-spacing: 0; }
a { color: inherit; }
button, input { font: inherit; color: inherit; }
:focus-visible { outline: none; box-shadow: var(--focus); }
header { display: flex; justify-content: space-between; align-items: center; padding: 20px var(--gutter); }
.brand { display: flex; align-items: center; gap: 12px; font-weight: 600; text-decoration: none; border-radius: var(--radius); }
.mark { display: grid; place-items: center; width: 44px; height: 44px; border-radius: 12px; background: var(--ink); color: var(--surface); font-size: 24px; line-height: 1; padding-bottom: 6px; }
nav { display: flex; align-items: center; gap: 12px; color: var(--ink-2); }
nav a { text-decoration: none; padding: 10px 0; border-radius: 4px; }
nav svg { width: 16px; height: 16px; }
svg { fill: none; stroke: currentColor; stroke-width: 1.3; stroke-linecap: round; stroke-linejoin: round; flex: none; }
main { flex: 1; display: flex; flex-direction: column; padding: 0 var(--gutter) 24px; }
.goods { display: grid; grid-template-columns: repeat(5, 1fr); gap: 8px; margin: 4px 0 24px; }
.goods img { width: 100%; height: auto; border-radius: var(--radius); display: block; }
.goods img:nth-child(n+6) { display: none; }
.goods:empty { display: none; }
section { flex: 1; display: flex; flex-direction: column; }
h1 { font-size: var(--title); line-height: 1.3; font-weight: 600; margin-bottom: 4px; }
h2 { font-size: var(--text); font-weight: 600; border-top: 1px solid var(--line); padding-top: 20px; margin-top: 24px; }
.second { color: var(--ink-2); margin-bottom: 20px; overflow-wrap: anywhere; }
form { flex: 1; display: flex; flex-direction: column; gap: 16px; }
.field { display: flex; flex-direction: column; gap: 6px; }
.label { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; }
label { color: var(--ink-2); font-weight: 500; font-size: var(--small); }
input:not([type=checkbox]) { width: 100%; height: var(--height); border: 1px solid var(--control); border-radius: var(--radius); background: var(--surface); padding: 0 12px; }
input[readonly] { background: var(--sunken); border-color: var(--line); }
input[type=email], input[type=password], .secret input { direction: ltr; }
[dir=rtl] input[type=email], [dir=rtl] .secret input { text-align: right; }
input:focus-visible { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
input[aria-invalid=true] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); }
.secret { position: relative; }
.secret input { padding-inline: 12px 48px; }
[dir=rtl] .secret input { padding: 0 12px 0 48px; }
.eye { position: absolute; inset-block: 0; inset-inline-end: 0; width: 44px; border: 0; background: none; color: var(--ink-2); display: grid; place-items: center; border-radius: var(--radius); cursor: pointer; }
.eye svg { width: 20px; height: 20px; }
.eye[aria-pressed=true] { color: var(--accent); }
.wrong { color: var(--bad); display: flex; gap: 8px; font-size: var(--small); }
.wrong svg { width: 16px; height: 16px; margin-top: 2px; }
.hint { color: var(--ink-3); font-size: var(--small); max-width: 70ch; }
.check { display: flex; gap: 10px; align-items: center; font-weight: 400; font-size: var(--text); color: var(--ink); min-height: 44px; cursor: pointer; }
.check input { width: 20px; height: 20px; accent-color: var(--accent); flex: none; }
.dock { margin-top: auto; display: flex; flex-direction: column; gap: 12px; padding-top: 16px; }
.primary, .secondary { min-height: var(--height); border-radius: var(--radius); padding: 8px 20px; border: 1px solid var(--accent); font-weight: 500; cursor: pointer; transition: background 120ms cubic-bezier(.2, 0, 0, 1); }
.primary { background: var(--accent); color: var(--on-accent); }
.primary:active { background: var(--accent-strong); }
.secondary { background: var(--surface); color: var(--ink); border-color: var(--control); }
button:disabled { cursor: default; color: var(--ink-3); background: var(--sunken); border-color: var(--line); }
.plain { border: 0; background: none; color: var(--accent); padding: 10px 0; margin: -10px 0; font-weight: 500; font-size: var(--small); border-radius: 4px; cursor: pointer; }
.row { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 16px; }
ul { list-style: none; padding: 0; margin: 8px 0 12px; }
li { display: flex; justify-content: space-between; align-items: center; gap: 12px; min-height: 52px; border-bottom: 1px solid var(--line); padding: 6px 0; }
li:last-child { border-bottom: 0; }
li > span { min-width: 0; overflow-wrap: anywhere; }
li small { display: block; color: var(--ink-3); font-size: var(--small); }
@media (min-width: 48em) {
  header { position: absolute; inset-block-start: 8px; inset-inline-start: 0; border: 0; }
  header nav { position: fixed; inset-block-end: 24px; inset-inline-start: var(--gutter); }
  main { flex-direction: row-reverse; padding: 0; min-height: 100vh; }
  .goods { flex: 0 0 46.5%; margin: 0; padding: 48px 6%; background: var(--sunken); border-inline-start: 1px solid var(--line); grid-template-columns: repeat(4, 1fr); gap: 16px; align-content: center; }
  .goods img:nth-child(n) { display: block; border-radius: 12px; }
  section { justify-content: center; width: 100%; max-width: 360px; margin: auto; padding: 96px 0; }
  form, section { flex: 0 1 auto; }
  [data-page=account] section { max-width: 560px; margin: 0 auto; }
  .dock { margin-top: 0; padding-top: 0; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
