import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// The server that `npm run dev` talks to: the API of a running `millrace serve`.
const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  // The server puts the nonce of each response in the place of this word.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: path('../internal/webui/dist'),
    // public/ holds the .gitkeep that comes back after the folder was emptied.
    emptyOutDir: true,
    // Every browser that is supported knows modulepreload.
    modulePreload: { polyfill: false },
    // Read by scripts/budget.mjs, which also takes it away.
    manifest: 'manifest.json',
    // The licenses of what is bundled ask to be handed on with it; served at /licenses.md.
    license: { fileName: 'licenses.md' },
    // An inlined asset would be a data: URL, which the content security policy allows for pictures only.
    assetsInlineLimit: 0,
    // The first versions that know light-dark(), on which the two themes rest.
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
