// Writes a gzipped copy of every script, style sheet and picture of the build, so that the server never compresses
// during a request.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../../internal/webui/dist', import.meta.url));
// Below this size compression saves less than its header costs.
const smallest = 1_000;

for (const name of readdirSync(dist, { recursive: true })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const content = readFileSync(join(dist, name));
  if (content.length >= smallest) writeFileSync(join(dist, `${name}.gz`), gzipSync(content, { level: 9 }));
}
