// Package webui serves the web application that is embedded in the binary.
//
// It guarantees:
//   - every page has a content security policy with a fresh nonce and without 'unsafe-inline';
//   - files under /assets/ have a hash in their name and may be cached for ever; pages are never cached;
//   - a file that does not exist returns 404; any other path returns a page, because the application routes by itself;
//   - a binary that was built without the web application still starts, and every page says so.
//
// It authenticates no user, knows no API route and reads nothing from disk. The caller routes /api/, /scheduler/ and
// the operational paths before it.
package webui
