// Package httpapi is the HTTP API: it implements the strict server of package api with the services.
//
// A request passes these steps: request id and log (observe.go) → path check (paths.go) → organization of the host
// (hosts.go) → route (router.go) → query normalization (query.go) → authentication (authenticate.go) → rate limits
// (ratelimit.go) → timeout (timeout.go) → parameters and body (generated) → authorization (permissions.go,
// authorize.go) → handler, one file per noun → present_*.go. Every error ends in errors.go, the only file that maps
// errors to HTTP statuses.
//
// Clients may send back the body of a GET. The server ignores fields that only it writes. It rejects a read-only field
// whose value differs from the stored one (readonly.go).
//
// One response has no end: the event stream. Each stream queries the database for changes a few times a second
// (event_stream.go). It rechecks its credential regularly and ends when the server drains.
//
// A handler calls services and presents the result. It checks no permission: the permission table does, and New fails
// if the table has a gap. Operations of later versions are in unsupported.go and return 501.
package httpapi
