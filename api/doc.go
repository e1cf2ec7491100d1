// Package api contains openapi.yaml, which is written by hand, and the code that is generated from it. api.gen.go has
// the wire types and the strict server interface. This package adds what the generator cannot express: ids that are a
// string or a number, strict decoding of request bodies, and the document as JSON.
//
// It does not know how an operation is implemented. `make generate` writes api.gen.go.
package api
