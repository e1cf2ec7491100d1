// styleNonce is the nonce of the content security policy of this page. The server writes a new nonce into every
// response; the development server has none.
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// announceNonce sets the global variable where the scroll lock of dialogs reads the nonce.
export function announceNonce(): void {
  (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = styleNonce();
}
