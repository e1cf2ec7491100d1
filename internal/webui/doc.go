// Package webui serves the web application that is embedded in the binary.
//
// It promises:
//   - every page is answered with a content security policy that carries a fresh nonce, and without
//     'unsafe-inline';
//   - files under /assets/ have a hash in their name and may be kept for ever; pages are never kept;
//   - a file that does not exist is 404; any other path is a page, because the application routes by itself;
//   - a binary that was built without the web application still starts and says so on every page.
//
// It does not sign anyone in, knows no API route and reads nothing from disk. Whoever mounts it routes
// /api/, /scheduler/ and the operational paths elsewhere first.
package webui
