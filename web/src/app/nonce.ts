// styleNonce is the nonce of this page's content security policy. The server writes it into the page anew for
// every response; the development server has none.
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// announceNonce tells the scroll lock of dialogs, which looks for the nonce under this name only.
export function announceNonce(): void {
  (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = styleNonce();
}
