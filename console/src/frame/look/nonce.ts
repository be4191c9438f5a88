import { setNonce } from "get-nonce";

/** The nonce of this page, by which styles that scripts write into it are allowed. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";

setNonce(nonce); // for what keeps the page behind a dialog from scrolling
