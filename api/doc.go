// Package api is the wire: openapi.yaml, written by hand, and what is generated from it. The wire types and the
// strict server interface are in api.gen.go; this package adds the few things that the generator cannot say: ids that
// arrive as a string or a number, the strict reading of request bodies, and the document itself as JSON.
//
// It knows nothing of how an operation is carried out. `make generate` writes api.gen.go anew.
package api
