// Package httpapi is the HTTP interface: the strict server of package api, carried out by the services.
//
// The way of a request: request id and log (observe.go) → form of the path (paths.go) → organization of the host
// (hosts.go) → route (router.go) → plain words in the query (query.go) → who (authenticate.go) → how often (ratelimit.go)
// → how long (patience.go) → parameters and body (generated) → may it (permissions.go, gate.go) → handler, one file per
// noun → present_*.go. An error anywhere on the way ends in errors.go, the one place that knows HTTP statuses.
//
// Clients may send back what a GET gave. What only the server writes is passed over; what is settled elsewhere is refused
// unless it is what it is already (settled.go).
//
// One answer has no end: the stream of events. It asks the database for changes, a few times a second and for each stream
// by itself (event_stream.go); it looks at its credential again and again, and it ends when the server drains.
//
// A handler calls services and presents the result. It checks no permission: the table does, and New refuses to
// work with a gap in it. Operations of later versions are in unsupported.go and answer 501.
package httpapi
