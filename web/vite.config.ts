import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// The server that `npm run dev` sends API requests to: a running `millrace serve`.
const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  // The server replaces this word with the nonce of each response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: path('../internal/webui/dist'),
    // public/ contains the .gitkeep that is restored after the folder was emptied.
    emptyOutDir: true,
    // All supported browsers implement modulepreload.
    modulePreload: { polyfill: false },
    // scripts/budget.mjs reads and deletes it.
    manifest: 'manifest.json',
    // The licenses of bundled packages require a copy; it is served at /licenses.md.
    license: { fileName: 'licenses.md' },
    // An inlined asset would be a data: URL, which the content security policy allows for pictures only.
    assetsInlineLimit: 0,
    // The first versions that support light-dark(), which both themes use.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: { app: path('index.html'), apiDocs: path('api-docs.html') },
    },
  },
  server: {
    proxy: { '/api/': server, '/scheduler/': server },
  },
});
